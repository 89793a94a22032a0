package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The {@code @Rule} tags of test sources, by the class that has them: they are there before anything was compiled or run. */
final class RuleSources {
    private static final Pattern TAG = Pattern.compile("^\\s*@Rule\\(([^)]*)\\)", Pattern.MULTILINE);
    private static final Pattern ID = Pattern.compile("\"([A-Z]-?[0-9]+)\"");
    private static final String ENDING = ".java";

    private RuleSources() {}

    /** The classes that name each rule; none where there is no such folder. */
    static Map<String, Set<String>> of(Path sources) throws IOException {
        Map<String, Set<String>> classes = new TreeMap<>();
        if (Files.isDirectory(sources)) {
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file : files.filter(f -> f.toString().endsWith(ENDING)).toList()) {
                    String path = sources.relativize(file).toString();
                    String name = path.substring(0, path.length() - ENDING.length()).replace('/', '.');
                    TAG.matcher(Files.readString(file)).results().map(MatchResult::group)
                            .flatMap(tag -> ID.matcher(tag).results()).map(id -> id.group(1))
                            .forEach(id -> classes.computeIfAbsent(id, r -> new TreeSet<>()).add(name));
                }
            }
        }
        return classes;
    }
}
