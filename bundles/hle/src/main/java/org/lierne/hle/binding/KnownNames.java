package org.lierne.hle.binding;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.lierne.kernel.format.Nid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names of functions that no bundle serves, so that a refusal can say which one it was: cnf/names of the project, carried in this bundle,
 * and the user's own files in {@code etc/names}. One name a line; {@code #} starts a comment. Hashed when first asked.
 */
final class KnownNames {
    private static final Logger LOG = LoggerFactory.getLogger(KnownNames.class);

    private final Path userFolder;
    private volatile Map<String, String> byNid = Map.of();
    private boolean isLoaded;

    KnownNames(Path userFolder) {
        this.userFolder = userFolder;
    }

    Optional<String> nameOf(String nid) {
        return Optional.ofNullable(all().get(nid));
    }

    private synchronized Map<String, String> all() {
        if (!isLoaded) {
            isLoaded = true;
            Map<String, String> names = new HashMap<>();
            try (InputStream own = KnownNames.class.getResourceAsStream("/names/names.txt")) {
                if (own != null) {
                    read(own, names);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (Files.isDirectory(userFolder)) {
                try (DirectoryStream<Path> files = Files.newDirectoryStream(userFolder, "*.txt")) {
                    for (Path file : files) {
                        try (InputStream in = Files.newInputStream(file)) {
                            read(in, names);
                        }
                    }
                } catch (IOException e) {
                    LOG.warn("names in {} cannot be read: {}", userFolder, e.toString());
                }
            }
            byNid = Map.copyOf(names);
        }
        return byNid;
    }

    private static void read(InputStream in, Map<String, String> names) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            String name = line.strip();
            if (!name.isEmpty() && name.charAt(0) != '#') {
                names.put(Nid.of(name).text(), name);
            }
        }
    }
}
