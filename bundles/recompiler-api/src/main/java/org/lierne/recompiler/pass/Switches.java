package org.lierne.recompiler.pass;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which plugins one translation switches on or off. A plugin not named stays at its own default.
 *
 * @param states plugin id to on or off
 */
public record Switches(Map<String, Boolean> states) {
    /** Every plugin at its default. */
    public static final Switches DEFAULTS = new Switches(Map.of());

    public Switches {
        states = Collections.unmodifiableMap(new TreeMap<>(states));
    }

    /** Whether the plugin acts. */
    public boolean isOn(String id, boolean byDefault) {
        return states.getOrDefault(id, byDefault);
    }

    /** Whether the mode acts. */
    public boolean isOn(CompatMode mode) {
        return isOn(mode.id(), mode.on());
    }

    /** These switches with those of {@code stronger} on top. */
    public Switches with(Map<String, Boolean> stronger) {
        Map<String, Boolean> all = new TreeMap<>(states);
        all.putAll(stronger);
        return new Switches(all);
    }
}
