package org.lierne.launcher;

import java.util.Set;

/** In which order bundles start, and how far a verb needs the framework to go. */
final class StartLevels {
    static final int LIBRARIES = 5;
    static final int SHELL = 10;
    /** The verbs themselves. */
    static final int VERBS = 15;
    static final int OURS = 20;
    /** File Install: drop-ins of {@code load/} and configuration of {@code etc/}. */
    static final int DROP_INS = 30;
    /** Gogo with JLine. */
    static final int INTERACTIVE = 40;

    /** Verbs that ask no service for anything. */
    private static final Set<String> ALONE = Set.of("isa");

    /** Verbs that look at their input alone and so need no drop-ins. */
    private static final Set<String> WITHOUT_DROP_INS = Set.of("help", "nid", "elf", "agc", "rules", "report", "titles", "log");

    private StartLevels() {}

    static int forVerb(String verb) {
        if (ALONE.contains(verb)) {
            return VERBS;
        }
        return WITHOUT_DROP_INS.contains(verb) ? OURS : DROP_INS;
    }

    static int forBundle(String symbolicName) {
        if (symbolicName.startsWith("org.lierne.")) {
            return symbolicName.equals("org.lierne.console") ? VERBS : OURS;
        }
        if (symbolicName.contains("fileinstall")) {
            return DROP_INS;
        }
        if (symbolicName.contains("gogo.jline") || symbolicName.equals("org.jline")) {
            return INTERACTIVE;
        }
        return symbolicName.contains("gogo") ? SHELL : LIBRARIES;
    }
}
