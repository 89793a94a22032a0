package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.Format;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.GraphicsSpec;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.StageSpec;
import org.lierne.gpu.VertexInput;

/** Which pipelines are known ahead of their draws. */
final class SuccessionTest {
    /** Compared by name. */
    private record Module(String name) implements GpuShader {
        @Override
        public void close() {}
    }

    private static final BindingLayout LAYOUT = new BindingLayout(List.of(), 0);
    private static final Module CORNERS = new Module("rectangles");

    private final List<Record> known = new ArrayList<>();
    private final Map<Record, @Nullable DrawState> pipelines = new LinkedHashMap<>();

    private Succession succession() {
        return new Succession(pipelines, Set.of(CORNERS), (spec, _) -> known.add(spec));
    }

    private static GraphicsSpec draw(String vertex, String pixel) {
        return new GraphicsSpec(List.of(StageSpec.of(ShaderStage.VERTEX, new Module(vertex)), StageSpec.of(ShaderStage.GEOMETRY, CORNERS),
                StageSpec.of(ShaderStage.FRAGMENT, new Module(pixel))), LAYOUT, VertexInput.NONE, List.of(Format.R8G8B8A8_UNORM), null, 1, 0);
    }

    private static ComputeSpec dispatch(String program) {
        return new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE, new Module(program)), LAYOUT);
    }

    @Test
    void aDrawIsKnownWithItsLastModule() {
        pipelines.put(draw("vertex", "pixel"), DrawState.plain(1));
        Succession succession = succession();

        succession.follows(new Module("pixel"), new Module("pixel'"));
        assertEquals(List.of(), known);
        succession.follows(new Module("vertex"), new Module("vertex"));
        succession.follows(new Module("vertex"), new Module("vertex"));

        assertEquals(List.of(draw("vertex", "pixel'")), known);
    }

    @Test
    void whatStaysAsItWasIsNotMadeAgain() {
        pipelines.put(dispatch("program"), null);

        succession().follows(new Module("program"), new Module("program"));

        assertEquals(List.of(), known);
    }

    @Test
    void aModuleOfManyDrawsIsFollowedInAllOfThem() {
        pipelines.put(draw("vertex", "one"), DrawState.plain(1));
        pipelines.put(draw("vertex", "other"), DrawState.plain(1));
        pipelines.put(dispatch("program"), null);
        Succession succession = succession();

        for (String each : List.of("one", "other", "program")) {
            succession.follows(new Module(each), new Module(each));
        }
        succession.follows(new Module("vertex"), new Module("vertex'"));

        assertEquals(List.of(draw("vertex'", "one"), draw("vertex'", "other")), known);
    }
}
