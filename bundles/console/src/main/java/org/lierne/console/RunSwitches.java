package org.lierne.console;

import java.util.Set;
import java.util.TreeSet;

/** {@code --on} and {@code --off} of one run. */
final class RunSwitches {
    private RunSwitches() {}

    /** @throws Refused for a switch that the catalogue lacks, {@link UsageError} for one that is named by both */
    static void check(String verb, Arguments arguments, CompatCatalogue switches) {
        Set<String> both = new TreeSet<>(arguments.values("--on"));
        both.retainAll(arguments.values("--off"));
        if (!both.isEmpty()) {
            throw new UsageError("--on and --off both name " + String.join(", ", both));
        }
        arguments.values("--on").forEach(id -> known(verb, id, switches));
        arguments.values("--off").forEach(id -> known(verb, id, switches));
    }

    private static void known(String verb, String id, CompatCatalogue switches) {
        if (!switches.isSwitch(id)) {
            throw new Refused(verb + ": no switch '" + id + "'; compat list shows them, compat show those below one");
        }
    }
}
