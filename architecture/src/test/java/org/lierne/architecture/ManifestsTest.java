package org.lierne.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;

/** The manifests of every room: who exports, and what no bundle of ours may say. */
final class ManifestsTest {
    @Test
    void exportsFromApiRoomsOnly() throws IOException {
        List<String> findings = new ArrayList<>();
        for (Rooms.Room room : Rooms.all()) {
            String exported = manifest(room).getValue("Export-Package");
            if (room.isApi() && exported == null) {
                findings.add(room.path() + " is an api room and exports nothing");
            }
            if (!room.isApi() && exported != null) {
                findings.add(room.path() + " is a provider and exports " + exported);
            }
        }
        assertEquals(List.of(), findings);
    }

    @Test
    void bindsByPackageAlone() throws IOException {
        List<String> findings = new ArrayList<>();
        for (Rooms.Room room : Rooms.all()) {
            Attributes manifest = manifest(room);
            for (String header : List.of("Require-Bundle", "DynamicImport-Package", "Fragment-Host")) {
                if (manifest.getValue(header) != null) {
                    findings.add(room.path() + " has " + header);
                }
            }
            String imported = manifest.getValue("Import-Package");
            if (imported != null && imported.contains("resolution:=optional")) {
                findings.add(room.path() + " has an optional import");
            }
            if (manifest.getValue("Bundle-Description") == null) {
                findings.add(room.path() + " has no Bundle-Description");
            }
        }
        assertEquals(List.of(), findings);
    }

    /** A bundle is named by its plugin id: {@code prx-random} by {@code lib.random}, a pass by its folder, other rooms by the room. */
    @Test
    void namesBundlesByRoomOrPluginId() throws IOException {
        List<String> findings = new ArrayList<>();
        for (Rooms.Room room : Rooms.all()) {
            String name = String.valueOf(manifest(room).getValue("Bundle-SymbolicName")).replaceFirst(";.*", "");
            String folder = room.folder().getFileName().toString();
            String flat = name.replaceFirst("^org\\.lierne\\.", "").replace('.', '-');
            boolean fits = room.path().startsWith("recompiler-passes/")
                    ? flat.equals(folder) || flat.equals("pass-" + folder)
                    : folder.startsWith("prx-") ? flat.replace("lib-", "prx-").replace("-", "").equals(folder.replace("-", "")) : flat.equals(folder);
            if (!fits) {
                findings.add(room.path() + " is named " + name);
            }
        }
        assertEquals(List.of(), findings);
    }

    private static Attributes manifest(Rooms.Room room) throws IOException {
        var file = room.classes().resolve("META-INF/MANIFEST.MF");
        assertTrue(Files.exists(file), room.path() + " has not been built");
        try (InputStream in = Files.newInputStream(file)) {
            return new Manifest(in).getMainAttributes();
        }
    }
}
