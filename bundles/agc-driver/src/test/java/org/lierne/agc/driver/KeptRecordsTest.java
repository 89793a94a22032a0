package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
import org.lierne.recompiler.program.DescriptorPath;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.LinkedCall;
import org.lierne.recompiler.program.PatchLayout;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.WordSource;

class KeptRecordsTest {
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

    private KeptRecords records() {
        return KeptRecords.pipelines(folder, "TEST00001");
    }

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
        KeptRecords first = records();
        first.add(new byte[] {1});
        first.add(new byte[] {2, 2});
        first.save();
        KeptRecords second = records();
        second.add(new byte[] {3});
        second.add(new byte[] {2, 2});
        second.save();

        List<byte[]> third = records().loaded();

        assertEquals(3, third.size());
        assertArrayEquals(new byte[] {3}, third.get(0));
        assertArrayEquals(new byte[] {2, 2}, third.get(1));
        assertArrayEquals(new byte[] {1}, third.get(2));
    }

    @Test
    void whatBecameAnotherIsKeptAsThat() {
        KeptRecords first = records();
        first.add(new byte[] {1});
        first.add(new byte[] {2});
        first.add(new byte[] {3});
        first.save();
        KeptRecords second = records();
        second.becomes(new byte[] {1}, Optional.of(new byte[] {4}));
        second.becomes(new byte[] {2}, Optional.empty());
        second.save();

        List<byte[]> third = records().loaded();

        assertEquals(2, third.size());
        assertArrayEquals(new byte[] {4}, third.get(0));
        assertArrayEquals(new byte[] {3}, third.get(1));
    }

    @Test
    void aVariantIsReadAsItWasWritten() throws IOException {
        StageState state = new StageState(FloatMode.USUAL, List.of(InitialRegister.userData(2, 0), InitialRegister.sgpr(3, StageInput.POSITION_X)), 512, 0,
                new StageState.Evaluation(StageState.Tessellation.UNKNOWN, new StageState.Vertex(true, 1, 2, 0, true, false), PatchLayout.NONE));
        WordSource chosen = WordSource.operation(WordSource.Operator.ADD, WordSource.literal(4), new WordSource.Key(0xff));
        ShaderLayout layout = new ShaderLayout(List.of(new ShaderResource(0, ShaderResource.Kind.IMAGE, true, false, false,
                new DescriptorPath(List.of(new WordSource.Loaded(WordSource.userData(0), WordSource.userData(1), chosen))), 8)));
        KeptVariant variant = KeptVariant.of(new ShaderProgram(org.lierne.recompiler.program.ShaderStage.EVALUATION, 64, new int[] {1, -1}, 1, 1L << 40, state,
                        List.of(new LinkedCall(4, List.of(new LinkedCall.Copy(1L << 33, 8)), true))), layout, List.of(DescriptorWords.of(5, 6)),
                new TranslatedShader(org.lierne.recompiler.program.ShaderStage.EVALUATION, new int[] {7}, layout,
                        List.of(new HostBinding(1, 2, HostBinding.Kind.SAMPLED_IMAGE, 0, false, null)), List.of(), List.of(), "abc"));

        KeptVariant read = KeptVariant.read(variant.bytes());

        assertEquals(variant, read);
        assertArrayEquals(variant.bytes(), read.bytes());
        assertEquals(List.of(DescriptorWords.of(5, 6)), read.words());
        assertEquals(1L << 40, read.program().codeAddress());
        assertTrue(read.isOf(layout));
        assertFalse(read.isOf(new ShaderLayout(List.of())), "the program reads nothing now");
    }

    @Test
    void aDamagedFileHoldsNothing() throws IOException {
        Path file = folder.resolve("TEST00001.pipelines");
        KeptRecords first = records();
        first.add(new byte[] {1});
        first.save();
        byte[] damaged = Files.readAllBytes(file);
        damaged[damaged.length / 2] ^= 1;
        Files.write(file, damaged);

        assertEquals(List.of(), records().loaded());
    }
}
