package org.lierne.recompiler.program;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Under which circumstances a program is translated.
 *
 * @param titleId the title, whose profile switches plugins; "" for none
 * @param switches plugin ids switched on or off for this run, over the title's profile
 * @param host the device
 * @param debug whether the module carries names and source lines that show guest pc and assembly
 */
public record TranslationOptions(String titleId, Map<String, Boolean> switches, HostFacts host, boolean debug) {
    public TranslationOptions {
        switches = Collections.unmodifiableMap(new TreeMap<>(switches));
    }

    public static TranslationOptions forHost(HostFacts host) {
        return new TranslationOptions("", Map.of(), host, false);
    }
}
