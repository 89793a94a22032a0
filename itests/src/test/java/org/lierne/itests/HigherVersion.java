package org.lierne.itests;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** A shipped bundle under a higher version, as someone trying a change would build it. */
final class HigherVersion {
    static final String VERSION = "0.9.9";

    private HigherVersion() {}

    /** @param name a part of the jar's name */
    static Path of(String name, Path folder) throws IOException {
        return of(name, "Bundle-Version", VERSION, folder);
    }

    /** A shipped bundle with one header of its manifest changed. */
    static Path of(String name, String header, String value, Path folder) throws IOException {
        Path made = Files.createTempFile(folder, "changed-", ".tmp");
        copy(shipped(name), header, value, made);
        return made;
    }

    /** The bundle under another symbolic name. */
    static void rename(Path jar, String symbolicName, Path made) throws IOException {
        copy(jar, "Bundle-SymbolicName", symbolicName, made);
    }

    private static void copy(Path jar, String header, String value, Path made) throws IOException {
        try (JarFile in = new JarFile(jar.toFile()); OutputStream file = Files.newOutputStream(made)) {
            Manifest manifest = in.getManifest();
            manifest.getMainAttributes().putValue(header, value);
            try (JarOutputStream out = new JarOutputStream(file, manifest)) {
                for (JarEntry entry : in.stream().filter(e -> !e.isDirectory() && !e.getName().equals(JarFile.MANIFEST_NAME)).toList()) {
                    out.putNextEntry(new JarEntry(entry.getName()));
                    try (InputStream content = in.getInputStream(entry)) {
                        content.transferTo(out);
                    }
                }
            }
        }
    }

    static Path shipped(String name) throws IOException {
        try (Stream<Path> jars = Files.list(Distribution.HOME.resolve("bundle"))) {
            return jars.filter(j -> j.getFileName().toString().contains(name)).findFirst().orElseThrow();
        }
    }
}
