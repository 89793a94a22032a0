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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.lierne.kernel.format.Nid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names of system functions and the libraries that own them, so that a refusal can say which one it was and a listing shows what is not
 * served: cnf/names of the project, carried in this bundle, and the user's own files in {@code etc/names}. A line is {@code [library]}, which
 * holds for the names below it, or a name with its NID behind it where it does not hash to it; {@code #} starts a comment. Hashed when
 * first asked.
 */
final class KnownNames {
    private static final Logger LOG = LoggerFactory.getLogger(KnownNames.class);

    private final Path userFolder;
    private List<Known> all = List.of();
    private Map<String, Known> byNid = Map.of();
    private boolean isLoaded;

    /** One name; {@code library} is empty where a file does not say it. */
    record Known(String library, String name, String nid) {}

    KnownNames(Path userFolder) {
        this.userFolder = userFolder;
    }

    synchronized Optional<String> nameOf(String nid) {
        load();
        return Optional.ofNullable(byNid.get(nid)).map(Known::name);
    }

    /** In the order of the files; a function that two libraries own is in it twice. */
    synchronized List<Known> all() {
        load();
        return all;
    }

    private void load() {
        if (isLoaded) {
            return;
        }
        isLoaded = true;
        List<Known> names = new ArrayList<>();
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
        all = List.copyOf(names);
        byNid = all.stream().collect(Collectors.toUnmodifiableMap(Known::nid, k -> k, (first, second) -> first));
    }

    private static void read(InputStream in, List<Known> names) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        String library = "";
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            String text = line.strip();
            if (text.startsWith("[") && text.endsWith("]")) {
                library = text.substring(1, text.length() - 1);
            } else if (!text.isEmpty() && text.charAt(0) != '#') {
                String[] words = text.split("\\s+");
                names.add(new Known(library, words[0], words.length > 1 ? words[1] : Nid.of(words[0]).text()));
            }
        }
    }
}
