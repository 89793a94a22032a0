package org.lierne.recompiler.core.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.lierne.testing.Rule;

final class VocabularyTest {
    private static final Path INSTALLED = Path.of("/usr/include/spirv/unified1");

    @Test
    void equalsWhatTheInstalledGrammarGives() throws IOException {
        Assumptions.assumeTrue(Files.exists(INSTALLED.resolve("spirv.core.grammar.json")), "spirv-headers is not installed");
        String grammar = Files.readString(INSTALLED.resolve("spirv.core.grammar.json"));
        Assumptions.assumeTrue(grammar.contains("\"minor_version\" : 6") && grammar.contains("\"revision\" : 1"),
                "spirv-headers has another revision than the vocabulary was made from");

        Path source = Path.of("src/main/java/org/lierne/recompiler/core/spirv/Spv.java");

        assertEquals(VocabularyText.of(INSTALLED), Files.readString(source));
    }

    /** Mesa 22.3.6 gives a wrong signed modulo below zero; what has to wrap takes a remainder and adds (rule C-020). */
    @Test
    @Rule("C-020")
    void noModuleHasASignedModulo() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            for (Path source : sources.filter(file -> file.toString().endsWith(".java") && !file.endsWith("Spv.java")).toList()) {
                assertFalse(Files.readString(source).contains("OpSMod"), source.toString());
            }
        }
    }
}
