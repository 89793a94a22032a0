package org.lierne.recompiler.core.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.DescriptorPath;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.ViewShape;
import org.lierne.recompiler.program.WordSource;

final class DiskCacheTest {
    private static final String KEY = "00ff00ff00ff00ff00ff00ff00ff00ff";

    @TempDir
    private Path folder;

    @Test
    void givesBackWhatWasWrittenUnderTheKeyOnly() {
        DiskCache cache = new DiskCache(folder);
        cache.write(KEY, new byte[] {1, 2, 3});

        assertArrayEquals(new byte[] {1, 2, 3}, cache.read(KEY));
        assertNull(cache.read(KEY.replace("ff", "fe")));
    }

    @Test
    void ignoresADamagedEntryAndWritesItAgain() throws IOException {
        DiskCache cache = new DiskCache(folder);
        cache.write(KEY, new byte[] {1, 2, 3});
        Path file = folder.resolve("00").resolve(KEY + ".bin");
        for (int length = 0; length < 15; length++) {
            Files.write(file, new byte[length]);
            assertNull(cache.read(KEY));
        }

        cache.write(KEY, new byte[] {1, 2, 3});

        assertArrayEquals(new byte[] {1, 2, 3}, cache.read(KEY));
    }

    @Test
    void leavesNoHalfWrittenFilesBehind() throws IOException {
        new DiskCache(folder).write(KEY, new byte[] {1});

        try (var files = Files.list(folder.resolve("00"))) {
            assertEquals(List.of(KEY + ".bin"), files.map(path -> String.valueOf(path.getFileName())).toList());
        }
    }

    @Test
    void shadersSurviveTheRoundTrip() throws IOException {
        WordSource pointer = WordSource.operation(WordSource.Operator.ADD, WordSource.userData(2), WordSource.literal(16));
        ShaderLayout layout = new ShaderLayout(List.of(
                new ShaderResource(0, ShaderResource.Kind.IMAGE, true, false, false,
                        DescriptorPath.loaded(pointer, WordSource.literal(0xffff8000), 32, 8), 0x40),
                new ShaderResource(1, ShaderResource.Kind.BUFFER, true, true, true, DescriptorPath.userData(4, 4), 0x44)));
        TranslatedShader shader = new TranslatedShader(ShaderStage.PIXEL, new int[] {0x07230203, 2, 3}, layout,
                List.of(new HostBinding(1, 0, HostBinding.Kind.CONSTANTS, -1, false, null),
                        new HostBinding(1, 1, HostBinding.Kind.SAMPLED_IMAGE, 0, false,
                                new ViewShape(ViewShape.Dimension.CUBE, true, false, NumericClass.UINT, 0, false, 3))),
                List.of(new ConstantWord.Evaluated(new WordSource.BufferLoaded(DescriptorPath.userData(4, 4).words(), pointer)),
                        new ConstantWord.BufferBias(1), new ConstantWord.MemoryStart(1, true),
                        new ConstantWord.Draw(ConstantWord.DrawValue.GROUPS_Z)),
                List.of(new TranslatedShader.PassRun("pass.a", 7, true)), KEY);

        TranslatedShader back = EntryCodec.readShader(EntryCodec.write(shader));

        assertArrayEquals(shader.spirv(), back.spirv());
        assertEquals(shader.layout(), back.layout());
        assertEquals(shader.bindings(), back.bindings());
        assertEquals(shader.constants(), back.constants());
        assertEquals(List.of(new TranslatedShader.PassRun("pass.a", 0, true)), back.plan());
        assertEquals(KEY, back.variantKey());
    }

    @Test
    void refusesBytesThatNoWritingGave() {
        byte[] layout = EntryCodec.write(new ShaderLayout(List.of(new ShaderResource(0, ShaderResource.Kind.SAMPLER, true, false, false,
                DescriptorPath.userData(0, 4), 0))));
        for (int length = 0; length < layout.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(layout, length);
            assertThrows(IOException.class, () -> EntryCodec.readLayout(cut));
        }
    }
}
