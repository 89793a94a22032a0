package org.lierne.titles.converter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.kernel.format.ElfHeader;
import org.lierne.kernel.format.ElfImage;
import org.lierne.kernel.format.ImageType;
import org.lierne.kernel.format.Nid;
import org.lierne.kernel.format.ProgramHeader;
import org.lierne.kernel.format.RelocationTable;
import org.lierne.kernel.format.RelocationType;
import org.lierne.testing.Rule;

/** The binaries in the checkout: readable by the loader's classes, and what their sources make. */
class CommittedBinariesTest {
    private static final Path ROOT = Path.of(System.getProperty("lierne.root", "../.."));

    @Test
    void firstLightIsAnExecutableOfThisGeneration() throws IOException {
        ElfImage image = ElfImage.read(ROOT.resolve("titles/first-light/eboot.bin"));

        assertEquals(ImageType.EXECUTABLE, image.header().type());
        assertEquals(ElfHeader.OS_ABI, image.header().osAbi());
        assertEquals(ElfHeader.ABI_VERSION, image.header().abiVersion());
        assertEquals(0x60, image.processParameters().orElseThrow().size());
        assertEquals(ProgramHeader.EXECUTE, image.loaded().getFirst().flags());
        assertTrue(
                image.imports().stream().allMatch(imported -> imported.library().isPresent()));
    }

    @Test
    void relativeRelocationsComeFirst() throws IOException {
        ElfImage image = ElfImage.read(ROOT.resolve("titles/first-light/eboot.bin"));

        RelocationTable table = image.dynamic().relocations().getFirst();
        boolean seenOther = false;
        for (int i = 0; i < table.count(); i++) {
            boolean isRelative = table.type(i) == RelocationType.RELATIVE;
            assertTrue(!isRelative || !seenOther, "entry " + i);
            seenOther |= !isRelative;
        }
    }

    @Test
    @Rule("L7")
    void modulesCallThemselvesOtherwiseThanTheirFiles() throws IOException {
        ElfImage ribs = ElfImage.read(ROOT.resolve("titles/first-light/sce_module/ribs.prx"));
        ElfImage span = ElfImage.read(ROOT.resolve("titles/first-light/sce_module/span.prx"));

        assertEquals(ImageType.MODULE, ribs.header().type());
        assertEquals("libVault", ribs.moduleName());
        assertEquals(0x20, ribs.moduleParameters().orElseThrow().size());
        assertTrue(ribs.tls().isPresent());
        assertEquals(1, ribs.dynamic().initArray().count());
        assertTrue(span.imports().stream()
                .anyMatch(imported -> imported.nid().equals(Nid.of("vault_count"))
                        && imported.libraryName().equals("libVault")
                        && imported.moduleName().equals("libVault")));
    }

    @Test
    void theNativeModuleOffersOneFunctionUnderSeveralLibraries() throws IOException {
        ElfImage image = ElfImage.read(ROOT.resolve("bundles/kernel/src/main/resources/guest/native.prx"));

        List<String> libraries = image.exports().stream()
                .filter(exported -> exported.nid().equals(Nid.of("memcpy")))
                .map(exported -> exported.library().name())
                .toList();

        assertEquals(List.of("libc", "libSceLibcInternal"), libraries);
        assertTrue(image.exports().stream()
                .anyMatch(exported -> exported.nid().equals(Nid.of("__tls_get_addr"))
                        && exported.library().name().equals("libkernel")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "titles/first-light/rebuild",
                "titles/gallery/rebuild",
                "titles/many-programs/rebuild",
                "titles/faults/rebuild",
                "titles/conformance/rebuild",
                "titles/soak/rebuild",
                "titles/workloads/rebuild",
                "titles/saver/rebuild",
                "bundles/kernel/src/main/guest/rebuild"
            })
    void sourcesMakeTheCommittedBytes(String script) throws IOException, InterruptedException {
        assumeSameCompiler();
        Process process = new ProcessBuilder(ROOT.resolve(script).toString(), "--check")
                .redirectErrorStream(true)
                .start();

        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(0, process.waitFor(), output);
    }

    /** The tools that made the committed binaries; others may make other bytes of the same sources. */
    private static void assumeSameCompiler() throws IOException, InterruptedException {
        List<String> folders = List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator));
        boolean isThere = Stream.of("clang-19", "ld.lld-19", "llvm-mc-19", "llvm-objcopy-19")
                .allMatch(tool -> folders.stream().anyMatch(folder -> Files.isExecutable(Path.of(folder, tool))));
        assumeTrue(isThere, "clang-19, lld-19 and llvm-19 are not installed");
        String wanted =
                Files.readString(ROOT.resolve("titles/toolchain/version.txt")).strip();
        Process process = new ProcessBuilder("clang-19", "--version").start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assumeTrue(answer.contains(wanted), "clang-19 is not " + wanted + ": " + answer);
    }
}
