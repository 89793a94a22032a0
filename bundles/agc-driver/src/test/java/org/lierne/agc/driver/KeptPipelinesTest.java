package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.gpu.BindingKind;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.BindingSlot;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.Format;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.GraphicsSpec;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.StageSpec;
import org.lierne.gpu.VertexInput;

class KeptPipelinesTest {
    private record Module(String name) implements GpuShader {
        @Override
        public void close() {}
    }

    private static final GraphicsSpec SPEC = new GraphicsSpec(
            List.of(StageSpec.of(ShaderStage.VERTEX, new Module("vs a 01")), StageSpec.of(ShaderStage.FRAGMENT, new Module("ps b 02"))),
            new BindingLayout(List.of(new BindingSlot(1, 2, BindingKind.SAMPLED_IMAGE, 3, Set.of(ShaderStage.FRAGMENT))), 0), VertexInput.NONE,
            Arrays.asList(Format.R8G8B8A8_UNORM, null), null, 4, 0);

    @TempDir
    private Path folder;

    private static byte[] bytes(Record record) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RecordCodec.write(new DataOutputStream(bytes), record, GpuShader::name);
        return bytes.toByteArray();
    }

    private static DataInputStream in(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    @Test
    void aPipelineIsReadAsItWasWritten() throws IOException {
        DrawState state = DrawState.plain(2).withPrimitiveRestart(true);

        assertEquals(SPEC, RecordCodec.read(in(bytes(SPEC)), GraphicsSpec.class, Module::new));
        assertEquals(state, RecordCodec.read(in(bytes(state)), DrawState.class, Module::new));
    }

    @Test
    void bytesOfSomethingElseAreNoPipeline() throws IOException {
        byte[] half = Arrays.copyOf(bytes(SPEC), 20);

        assertThrows(IOException.class, () -> RecordCodec.read(in(half), GraphicsSpec.class, Module::new));
        assertThrows(IOException.class, () -> RecordCodec.read(in(bytes(DrawState.plain(1))), GraphicsSpec.class, Module::new));
    }

    @Test
    void theNextRunFindsWhatThisOneUsedAndBehindItWhatEarlierOnesDid() {
        Path file = folder.resolve("titles/TEST00001.pipelines");
        KeptPipelines first = new KeptPipelines(file);
        first.add(new byte[] {1});
        first.add(new byte[] {2, 2});
        first.save();
        KeptPipelines second = new KeptPipelines(file);
        second.add(new byte[] {3});
        second.add(new byte[] {2, 2});
        second.save();

        List<byte[]> third = new KeptPipelines(file).loaded();

        assertEquals(3, third.size());
        assertArrayEquals(new byte[] {3}, third.get(0));
        assertArrayEquals(new byte[] {2, 2}, third.get(1));
        assertArrayEquals(new byte[] {1}, third.get(2));
    }

    @Test
    void aDamagedFileHoldsNothing() throws IOException {
        Path file = folder.resolve("TEST00001.pipelines");
        KeptPipelines first = new KeptPipelines(file);
        first.add(new byte[] {1});
        first.save();
        byte[] damaged = Files.readAllBytes(file);
        damaged[damaged.length / 2] ^= 1;
        Files.write(file, damaged);

        assertEquals(List.of(), new KeptPipelines(file).loaded());
    }
}
