package org.lierne.recompiler.pass;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.program.ShaderStage;

/**
 * A pass's declaration as data: {@link PassSpec} and {@link Compat} read from service properties or from the class.
 *
 * @param id        the plugin id
 * @param needs     what must hold before
 * @param gives     what holds after
 * @param breaks    what no longer holds after
 * @param before    passes that have to run later
 * @param after     passes that have to run earlier
 * @param appliesTo stages, never empty
 * @param on        default state
 * @param version   version of the code, part of the plan's fingerprint
 * @param rules     rules of a compatibility mode; empty when it is none
 * @param off       what a compatibility mode does when off, null for a pass that is none
 */
public record PassDeclaration(String id, Set<Invariant> needs, Set<Invariant> gives, Set<Invariant> breaks, List<String> before,
        List<String> after, Set<ShaderStage> appliesTo, boolean on, String version, List<String> rules,
        Compat.@Nullable Off off) {
    /** Property under which a pass's code version may be given; the bundle's version is used otherwise. */
    public static final String VERSION = "pass.version";

    public PassDeclaration {
        needs = Set.copyOf(needs);
        gives = Set.copyOf(gives);
        breaks = Set.copyOf(breaks);
        before = List.copyOf(before);
        after = List.copyOf(after);
        appliesTo = appliesTo.isEmpty() ? Set.copyOf(EnumSet.allOf(ShaderStage.class)) : Set.copyOf(appliesTo);
        rules = List.copyOf(rules);
    }

    /**
     * Reads the annotations of a pass's class.
     *
     * @throws IllegalArgumentException when there is no {@link PassSpec}
     */
    public static PassDeclaration of(Class<? extends TranslationPass> type) {
        PassSpec spec = type.getAnnotation(PassSpec.class);
        if (spec == null) {
            throw new IllegalArgumentException(type.getName() + " has no @PassSpec");
        }
        Compat compat = type.getAnnotation(Compat.class);
        return new PassDeclaration(spec.id(), Set.of(spec.needs()), Set.of(spec.gives()), Set.of(spec.breaks()),
                List.of(spec.before()), List.of(spec.after()), Set.of(spec.appliesTo()), spec.on(), "0",
                compat == null ? List.of() : List.of(compat.rules()), compat == null ? null : compat.off());
    }

    /**
     * Reads service properties.
     *
     * @throws IllegalArgumentException when {@code pass.id} is missing or a word is unknown
     */
    public static PassDeclaration of(Map<String, ?> properties) {
        Object id = properties.get("pass.id");
        if (!(id instanceof String text)) {
            throw new IllegalArgumentException("a pass service has no pass.id: " + properties);
        }
        Object on = properties.get("pass.on");
        Object version = properties.get(VERSION);
        Object off = properties.get("compat.off");
        return new PassDeclaration(text, invariants(properties, "pass.needs"), invariants(properties, "pass.gives"),
                invariants(properties, "pass.breaks"), words(properties, "pass.before"), words(properties, "pass.after"),
                stages(properties), !(on instanceof Boolean state) || state, version == null ? "0" : version.toString(),
                words(properties, "compat.rules"), off == null ? null : Compat.Off.valueOf(off.toString()));
    }

    /**
     * Switches below the pass's own with their defaults, from service properties.
     *
     * @throws IllegalArgumentException for one that lies below another id, or has neither {@code on} nor {@code off} behind it
     */
    public static Map<String, Boolean> switches(Map<String, ?> properties) {
        Map<String, Boolean> below = new TreeMap<>();
        for (String word : words(properties, "pass.switches")) {
            String id = word.substring(0, Math.max(0, word.indexOf('=')));
            String state = word.substring(id.length());
            if (!id.startsWith(properties.get("pass.id") + ".") || !state.equals("=on") && !state.equals("=off")) {
                throw new IllegalArgumentException("%s has a switch '%s'; expected %s.PART=on or =off".formatted(properties.get("pass.id"), word,
                        properties.get("pass.id")));
            }
            below.put(id, state.equals("=on"));
        }
        return below;
    }

    private static Set<Invariant> invariants(Map<String, ?> properties, String key) {
        EnumSet<Invariant> all = EnumSet.noneOf(Invariant.class);
        words(properties, key).forEach(word -> all.add(Invariant.valueOf(word)));
        return all;
    }

    private static Set<ShaderStage> stages(Map<String, ?> properties) {
        EnumSet<ShaderStage> all = EnumSet.noneOf(ShaderStage.class);
        words(properties, "pass.appliesTo").forEach(word -> all.add(ShaderStage.valueOf(word)));
        return all;
    }

    private static List<String> words(Map<String, ?> properties, String key) {
        return switch (properties.get(key)) {
            case null -> List.of();
            case String[] several -> Arrays.asList(several);
            case Object one -> List.of(one.toString());
        };
    }
}
