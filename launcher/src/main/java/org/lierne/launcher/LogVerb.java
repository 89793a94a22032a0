package org.lierne.launcher;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.slf4j.LoggerFactory;

/** {@code log …}: the end of this run's log, and levels while it runs. Here, since no bundle sees the logging library. */
final class LogVerb implements ToolProvider {
    private static final String USAGE = """
            log tail [N] [SUBSYSTEM]
            log levels
            log level SUBSYSTEM|LOGGER trace|debug|info|warn|error""";
    private static final Set<String> LEVELS = Set.of("trace", "debug", "info", "warn", "error");
    private static final int LINES = 40;
    private static final String NUMBER = "[1-9][0-9]{0,5}";

    private final Path logs;

    /** @param logs the folder of log files */
    LogVerb(Path logs) {
        this.logs = logs;
    }

    @Override
    public String name() {
        return "log";
    }

    @Override
    public Optional<String> description() {
        return Optional.of(USAGE);
    }

    @Override
    public int run(PrintStream out, PrintStream err, String... arguments) {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        boolean asJson = words.remove("--json");
        String form = words.isEmpty() ? "" : words.getFirst();
        try {
            if (form.equals("tail") && isTail(words.subList(1, words.size()))) {
                List<String> wanted = words.subList(1, words.size());
                int count = wanted.stream().filter(word -> word.matches(NUMBER)).findFirst().map(Integer::valueOf).orElse(LINES);
                print(out, asJson, "lines", tail(count, wanted.stream().flatMap(word -> Subsystem.of(word).stream()).findFirst()));
            } else if (form.equals("levels") && words.size() == 1) {
                levels(out, asJson);
            } else if (form.equals("level") && words.size() == 3 && LEVELS.contains(words.get(2).toLowerCase(Locale.ROOT))
                    && isLogger(words.get(1))) {
                String logger = Subsystem.of(words.get(1)).map(Subsystem::logger).orElse(words.get(1));
                context().getLogger(logger).setLevel(Level.toLevel(words.get(2)));
                levels(out, asJson);
            } else {
                failed(out, err, asJson, Main.USAGE, "usage", "lierne log: no such form; a SUBSYSTEM is one of " + Subsystem.words());
                USAGE.lines().forEach(line -> err.println("usage: lierne " + line));
                return Main.USAGE;
            }
            return 0;
        } catch (IOException e) {
            failed(out, err, asJson, Main.REFUSED, "refused", "lierne log: " + e.getMessage());
            return Main.REFUSED;
        }
    }

    /** At most a number, then a part of the platform. */
    private static boolean isTail(List<String> wanted) {
        List<String> rest = !wanted.isEmpty() && wanted.getFirst().matches(NUMBER) ? wanted.subList(1, wanted.size()) : wanted;
        return rest.isEmpty() || rest.size() == 1 && Subsystem.of(rest.getFirst()).isPresent();
    }

    /** A part of the platform, or a logger. A word without a dot that no logger has is a slip of the keyboard. */
    private static boolean isLogger(String word) {
        return Subsystem.of(word).isPresent() || word.matches("[A-Za-z0-9_.-]{1,200}") && (word.contains(".") || context().exists(word) != null);
    }

    private static void failed(PrintStream out, PrintStream err, boolean asJson, int status, String outcome, String message) {
        err.println(message);
        if (asJson) {
            out.println("{\"outcome\":%s,\"status\":%d,\"message\":%s}".formatted(quoted(outcome), status, quoted(message)));
        }
    }

    @Override
    public int run(PrintWriter out, PrintWriter err, String... arguments) {
        throw new UnsupportedOperationException("verbs write bytes: use the stream form");
    }

    private static LoggerContext context() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }

    /** Loggers whose level is set, the root first, and from which level each part of the platform logs. */
    private static void levels(PrintStream out, boolean asJson) {
        List<Logger> set = context().getLoggerList().stream().filter(l -> l.getLevel() != null).toList();
        if (asJson) {
            out.println("{\"levels\":[" + String.join(",", set.stream().map(l -> "{\"logger\":" + quoted(l.getName()) + ",\"level\":"
                    + quoted(l.getLevel().toString()) + "}").toList()) + "],\"subsystems\":[" + String.join(",", Arrays.stream(Subsystem.values())
                    .map(s -> "{\"name\":" + quoted(s.word()) + ",\"logger\":" + quoted(s.logger()) + ",\"level\":" + quoted(level(s)) + "}").toList())
                    + "]}");
        } else {
            set.forEach(l -> out.printf("%-40s %s%n", l.getName(), l.getLevel()));
            for (Subsystem part : Subsystem.values()) {
                out.printf("%-12s %-27s %s%n", part.word(), part.logger(), level(part));
            }
        }
    }

    private static String level(Subsystem part) {
        return context().getLogger(part.logger()).getEffectiveLevel().toString();
    }

    /** Lines that go on where another began are of the part that began it. */
    private static List<String> of(List<String> lines, Subsystem part) {
        List<String> wanted = new ArrayList<>();
        boolean isWanted = false;
        for (String line : lines) {
            isWanted = part.wrote(line).orElse(isWanted);
            if (isWanted) {
                wanted.add(line);
            }
        }
        return wanted;
    }

    private List<String> tail(int count, Optional<Subsystem> part) throws IOException {
        if (!Files.isDirectory(logs)) {
            return List.of();
        }
        Optional<Path> newest;
        try (var files = Files.list(logs)) {
            newest = files.filter(f -> f.toString().endsWith(".log")).max(Path::compareTo);
        }
        List<String> all = newest.isEmpty() ? List.of() : new String(Files.readAllBytes(newest.get()), StandardCharsets.UTF_8).lines().toList();
        List<String> lines = part.isPresent() ? of(all, part.get()) : all;
        return lines.subList(Math.max(0, lines.size() - count), lines.size());
    }

    private static void print(PrintStream out, boolean asJson, String name, List<String> lines) {
        if (asJson) {
            out.println("{\"" + name + "\":[" + String.join(",", lines.stream().map(LogVerb::quoted).toList()) + "]}");
        } else {
            lines.forEach(out::println);
        }
    }

    /** A JSON string. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append("\\u%04x".formatted((int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
