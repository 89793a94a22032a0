package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.program.ShaderCorpus.Selection;
import org.lierne.recompiler.program.ShaderTranslator.Listing;
import org.lierne.testing.Rule;

/** Shaders may be translated at any time, since their translation depends on nothing of a running title's. */
final class PlacementTest {
    private static final Path BUNDLES = Path.of("..", "bundles");
    private static final Path PROGRAMS = BUNDLES.resolve("shader-harness/src/test/resources/corpus/programs.zip");

    @Test
    @Rule("B-013")
    void theRecompilerMentionsNoGuestLibrary() throws IOException {
        List<String> findings = new ArrayList<>();
        int rooms = 0;
        try (Stream<Path> files = Files.walk(BUNDLES, 3)) {
            for (Path pom : files.filter(file -> file.endsWith("pom.xml") && file.toString().contains("recompiler-")).toList()) {
                rooms++;
                Files.readAllLines(pom).stream().filter(line -> line.matches(".*<artifactId>(hle|hle-api|kernel|kernel-api|prx-.*)</artifactId>.*"))
                        .forEach(line -> findings.add(pom + ":" + line));
            }
        }

        assertTrue(rooms > 10, rooms + " rooms");
        assertEquals(List.of(), findings);
    }

    /** Each translator of its own stands for a place and time of translation. */
    @Test
    @Rule("B-013")
    void aProgramGivesTheSameModuleWhereverItIsTranslated() {
        Selection selection = new Selection(List.of(), 32, Map.of());
        String ahead = Wiring.corpus().list(PROGRAMS, "comp-c6bd8385000d", selection, Listing.SPIRV, "");
        String onDemand = Wiring.corpus().list(PROGRAMS, "comp-c6bd8385000d", selection, Listing.SPIRV, "");

        assertTrue(ahead.contains("OpEntryPoint"), ahead);
        assertEquals(ahead, onDemand);
    }
}
