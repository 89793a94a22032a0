package org.lierne.launcher;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A part of the platform as its log knows it: everything below one logger. */
enum Subsystem {
    KERNEL("kernel"), CALLS("hle"), LIBRARIES("lib"), GRAPHICS("agc"), SHADERS("recompiler"), PASSES("pass"), DEVICE("gpu"), CONSOLE("console"),
    PAGES("web");

    /** A line of the log up to its logger, as {@link LogSetup} has it written. */
    private static final Pattern LINE = Pattern.compile("\\S+ [A-Z]+ +\\[.*?] (\\S+) .*");

    private final String logger;

    Subsystem(String room) {
        this.logger = "org.lierne." + room;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String logger() {
        return logger;
    }

    /** Of all. */
    static String words() {
        return Arrays.stream(values()).map(Subsystem::word).collect(Collectors.joining(", "));
    }

    static Optional<Subsystem> of(String word) {
        return Arrays.stream(values()).filter(s -> s.word().equals(word)).findFirst();
    }

    /** Whether a line is of this part; empty for one that goes on where another began. */
    Optional<Boolean> wrote(String line) {
        Matcher of = LINE.matcher(line);
        return of.matches() ? Optional.of((of.group(1) + ".").startsWith(logger + ".")) : Optional.empty();
    }
}
