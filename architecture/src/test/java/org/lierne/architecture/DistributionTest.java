package org.lierne.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The distribution holds every bundle that the reactor builds, and says so in all three places. */
final class DistributionTest {
    @Test
    void shipsEveryBundle() throws IOException {
        String pom = Files.readString(Rooms.ROOT.resolve("distro/pom.xml"));
        String run = Files.readString(Rooms.ROOT.resolve("distro/lierne.bndrun"));
        List<String> findings = new ArrayList<>();
        for (Rooms.Room room : Rooms.all()) {
            String artifact = artifact(room);
            String name = symbolicName(room);
            if (!pom.contains("<artifactId>" + artifact + "</artifactId>")) {
                findings.add("distro/pom.xml does not depend on " + artifact);
            }
            if (!room.isApi() && !run.contains("bnd.identity;id='" + name + "'")) {
                findings.add("distro/lierne.bndrun does not require " + name);
            }
            try (Stream<java.nio.file.Path> jars = Files.list(Rooms.ROOT.resolve("distro/target/lierne/bundle"))) {
                if (jars.noneMatch(j -> j.getFileName().toString().startsWith(artifact + "-0.")) && !room.isApi()) {
                    findings.add("distro/target/lierne/bundle lacks " + artifact);
                }
            }
        }
        assertEquals(List.of(), findings);
    }

    /** What a pass does is measured on devices with all the others in place. */
    @Test
    void everyPassIsAmongTheDeviceTests() throws IOException {
        String pom = Files.readString(Rooms.ROOT.resolve("devicetests/pom.xml"));
        List<String> missing = new ArrayList<>();

        for (Rooms.Room room : Rooms.all()) {
            if (room.path().startsWith("recompiler-passes/") && !pom.contains("<artifactId>" + artifact(room) + "</artifactId>")) {
                missing.add(artifact(room));
            }
        }

        assertEquals(List.of(), missing, "missing in devicetests/pom.xml");
    }

    private static String artifact(Rooms.Room room) throws IOException {
        String pom = Files.readString(room.folder().resolve("pom.xml")).replaceAll("(?s)<parent>.*?</parent>", "");
        return between(pom, "<artifactId>", "</artifactId>");
    }

    private static String symbolicName(Rooms.Room room) throws IOException {
        return Files.readString(room.folder().resolve("bnd.bnd")).lines()
                .filter(l -> l.startsWith("Bundle-SymbolicName:")).findFirst().orElseThrow().substring(20).strip();
    }

    private static String between(String text, String from, String to) {
        int start = text.indexOf(from);
        assertTrue(start >= 0, text);
        return text.substring(start + from.length(), text.indexOf(to, start));
    }
}
