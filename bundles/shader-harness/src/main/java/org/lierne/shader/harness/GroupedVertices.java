package org.lierne.shader.harness;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuPipeline;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.StageSpec;
import org.lierne.gpu.Topology;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.RecordsProgram;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationOptions;

/**
 * A job's vertex program whose vertices wait for each other (rule A-013): its workgroups leave records of what they export, which a vertex
 * program of ours draws.
 */
final class GroupedVertices implements AutoCloseable {
    private final ShaderTranslator translator;
    private final TranslationOptions options;
    private final List<AutoCloseable> owned = new ArrayList<>();
    private final StageState.PrimitiveGroup group;
    private final DeviceBindings launched;
    private final GpuPipeline pipeline;
    private final GpuShader drawing;
    private final int groups;
    private final int instances;
    private final int threads;

    /**
     * Translates both, and binds what the drawing one reads.
     *
     * @param drawn    bindings of the draw
     * @param vertices of its primitives, those of strips and fans taken apart
     * @param topology of the primitives that are taken apart
     */
    GroupedVertices(GpuDevice device, ShaderTranslator translator, TranslationOptions options, JobMemory memory, DeviceBindings drawn,
            CorpusProgram program, CorpusProgram.Partner partner, int[] vertices, Topology topology, int instances) {
        this.translator = translator;
        this.options = options;
        this.instances = instances;
        this.threads = program.waveSize();
        StageState.Vertex exports = program.exports(partner, true);
        int points = points(topology);
        this.group = new StageState.PrimitiveGroup(points, threads / points, 1, points, exports.positionExports(), exports.parameterExports(),
                program.namesVerticesAsExported(), 1, false);
        int primitives = vertices.length / points;
        this.groups = (primitives + group.primitives() - 1) / group.primitives();
        try {
            GpuBuffer list = own(device.buffer(Math.max(16, 4L * vertices.length), BufferMemory.UPLOAD, "vertices of primitives"));
            MemorySegment.copy(vertices, 0, list.mapped(), ValueLayout.JAVA_INT, 0, vertices.length);
            GpuBuffer records = own(device.buffer(Math.max(16, (long) records() * group.recordBytes()), BufferMemory.DEVICE, "exported primitives"));
            drawn.primitives(list, records);
            launched = own(drawn.beside());
            launched.primitives(list, records);
            GpuShader module = translated(device, program.describeGroup(group, memory.code(program)), ShaderStage.COMPUTE, memory.userData(program),
                    memory, launched, Map.of(ConstantWord.DrawValue.PRIMITIVES_OF_INSTANCE, primitives, ConstantWord.DrawValue.GROUPS_X, groups,
                            ConstantWord.DrawValue.GROUPS_Y, instances, ConstantWord.DrawValue.GROUPS_Z, 1));
            pipeline = device.compute(new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE, module), launched.layout()));
            ShaderProgram reader = new ShaderProgram(org.lierne.recompiler.program.ShaderStage.VERTEX, RecordsProgram.WAVE_SIZE,
                    RecordsProgram.code(exports), 0, 0, RecordsProgram.state(program.floatMode(), group, exports));
            drawing = translated(device, reader, ShaderStage.VERTEX, new int[0], memory, drawn, Map.of());
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** Vertices of a primitive. */
    private static int points(Topology topology) {
        return switch (topology) {
            case POINT_LIST -> 1;
            case LINE_LIST, LINE_STRIP -> 2;
            case TRIANGLE_LIST, TRIANGLE_STRIP, TRIANGLE_FAN -> 3;
            default -> throw new IllegalArgumentException("vertices of " + topology + " do not run in groups");
        };
    }

    private <T extends AutoCloseable> T own(T resource) {
        owned.add(resource);
        return resource;
    }

    private GpuShader translated(GpuDevice device, ShaderProgram program, ShaderStage stage, int[] userData, JobMemory memory, DeviceBindings bindings,
            Map<ConstantWord.DrawValue, Integer> values) {
        JobProgram.Translated translated = new JobProgram(program, userData, memory).translate(translator, options);
        bindings.add(program, translated.shader(), stage, translated.walker(), translated.descriptors(), values);
        return own(device.shader(translated.shader().spirv(), program.toString()));
    }

    private int records() {
        return groups * instances * threads;
    }

    /** The stage that draws. */
    StageSpec stage() {
        return StageSpec.of(ShaderStage.VERTEX, drawing);
    }

    /** What is drawn of it. */
    Topology topology() {
        return switch (group.pointsOut()) {
            case 1 -> Topology.POINT_LIST;
            case 2 -> Topology.LINE_LIST;
            default -> Topology.TRIANGLE_LIST;
        };
    }

    /** Records the workgroups, in front of the draw's targets. */
    void launch(GpuCommands commands) {
        commands.pipeline(pipeline);
        commands.bindings(launched.bindings());
        commands.dispatch(groups, instances, 1);
        commands.barrier();
    }

    /** Records the draw. */
    void draw(GpuCommands commands) {
        commands.draw(records() * group.pointsOut(), 1, 0, 0);
    }

    @Override
    public void close() {
        for (AutoCloseable resource : owned.reversed()) {
            try {
                resource.close();
            } catch (Exception e) {
                throw new IllegalStateException("an object of a group's could not be closed", e);
            }
        }
    }
}
