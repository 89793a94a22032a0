package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;
import org.osgi.framework.VersionRange;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleRevision;

/** Jars of {@code load/}: which of them can be used, and why the others cannot. */
final class DropIns {
    private static final String OURS = "org.lierne.";

    private DropIns() {}

    /** Whether a bundle came from {@code load/}; the distribution's have locations of another kind. */
    static boolean isDropIn(Bundle bundle) {
        return bundle.getLocation().startsWith("file:");
    }

    /** Why a jar cannot be used, as a clause behind its name; empty if it can. */
    static Optional<String> fault(BundleContext context, Path jar) {
        if (Files.isDirectory(jar)) {
            return Optional.of("is a folder, not a jar");
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String name = manifest == null ? null : manifest.getMainAttributes().getValue(Constants.BUNDLE_SYMBOLICNAME);
            return name == null ? Optional.of("has no Bundle-SymbolicName: it is no bundle")
                    : twin(context, name.split(";", 2)[0].strip(), manifest.getMainAttributes()).or(() -> otherApi(context, manifest.getMainAttributes()));
        } catch (IOException e) {
            return Optional.of("is no jar: " + HostFiles.sentence(e));
        } catch (IllegalArgumentException e) {
            return Optional.of("has a manifest that cannot be read: " + e.getMessage());
        }
    }

    /** The framework holds one bundle of a name and version; the shipped one would go for good when the drop-in does. */
    private static Optional<String> twin(BundleContext context, String name, Attributes manifest) {
        Version version = Version.parseVersion(manifest.getValue(Constants.BUNDLE_VERSION));
        boolean isTwin = Arrays.stream(context.getBundles())
                .anyMatch(b -> !isDropIn(b) && name.equals(b.getSymbolicName()) && version.equals(b.getVersion()));
        return isTwin ? Optional.of("is " + name + " " + version + ", which the distribution has; give it a higher version") : Optional.empty();
    }

    /** An import of an api package in a version that the platform does not have. */
    private static Optional<String> otherApi(BundleContext context, Attributes manifest) {
        for (String clause : parts(manifest.getValue(Constants.IMPORT_PACKAGE), ',')) {
            List<String> words = parts(clause, ';');
            String name = words.isEmpty() ? "" : words.getFirst();
            Optional<VersionRange> range = words.stream().filter(w -> w.startsWith(Constants.VERSION_ATTRIBUTE + "="))
                    .map(w -> new VersionRange(w.substring(w.indexOf('=') + 1).replace("\"", ""))).findFirst();
            List<Version> exported = name.startsWith(OURS) && range.isPresent() ? exported(context, name) : List.of();
            if (!exported.isEmpty() && exported.stream().noneMatch(range.orElseThrow()::includes)) {
                return Optional.of("was built against %s %s, and this platform has %s: build it anew".formatted(name, range.get(), exported.getFirst()));
            }
        }
        return Optional.empty();
    }

    private static List<Version> exported(BundleContext context, String name) {
        List<Version> versions = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            BundleRevision revision = bundle.adapt(BundleRevision.class);
            if (revision != null) {
                revision.getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE).stream().map(c -> c.getAttributes())
                        .filter(a -> name.equals(a.get(PackageNamespace.PACKAGE_NAMESPACE)))
                        .forEach(a -> versions.add((Version) a.getOrDefault(Constants.VERSION_ATTRIBUTE, Version.emptyVersion)));
            }
        }
        return versions;
    }

    /** The parts of a manifest header between separators that stand outside of quotes. */
    static List<String> parts(@Nullable String header, char separator) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean isQuoted = false;
        for (char c : (header == null ? "" : header).toCharArray()) {
            isQuoted ^= c == '"';
            if (c == separator && !isQuoted) {
                parts.add(part.toString().strip());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        if (!part.toString().isBlank()) {
            parts.add(part.toString().strip());
        }
        return parts;
    }
}
