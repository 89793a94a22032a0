package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DriverQuirk;
import org.lierne.recompiler.pass.PassDeclaration;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Everything that has a switch (passes, compatibility modes inside other code), and what stands in the ledger without one. */
@Component(service = CompatCatalogue.class)
public final class CompatCatalogue {
    /**
     * One switch.
     *
     * @param kind     {@code mode} with a ledger entry, plain {@code pass}, or {@code assumption}: an entry without a switch
     * @param off      {@code refuse}, {@code plain} or {@code unavailable}; empty for a pass that is no mode
     * @param evidence from the ledger entry; empty without one
     * @param title    the ledger entry's heading; empty without one
     * @param drivers  the drivers it is for, null when it is for all
     * @param below    switches below it with their defaults
     */
    record Row(String id, String kind, boolean on, String off, List<String> rules, String evidence, String title,
               @Nullable DriverQuirk drivers, Map<String, Boolean> below) {
        boolean isSwitch() {
            return !kind.equals("assumption") && !off.equals("unavailable");
        }
    }

    private final Path ledger;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<ServiceReference<TranslationPass>> passes = List.of();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<CompatModes> modes = List.of();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<org.lierne.kernel.title.CompatModes> kernelModes = List.of();

    @Activate
    public CompatCatalogue(BundleContext context) {
        this.ledger = Path.of(String.valueOf(context.getProperty("lierne.home")), "doc", "debt");
    }

    /** All switches by id; of two plugins with one id the later version counts. */
    Map<String, Row> rows() {
        Map<String, Row> rows = new TreeMap<>();
        for (ServiceReference<TranslationPass> reference : passes) {
            Map<String, Object> properties = reference.getProperties() == null ? Map.of() : properties(reference);
            PassDeclaration pass = PassDeclaration.of(properties);
            Compat.Off off = pass.off();
            rows.put(pass.id(), row(pass.id(), off == null ? "pass" : "mode", pass.on(), off == null ? "" : word(off), pass.rules(), null,
                    PassDeclaration.switches(properties)));
        }
        assumptions().filter(id -> !rows.containsKey(id)).forEach(id -> rows.put(id, row(id, "assumption", true, "unavailable", List.of())));
        modes.forEach(room -> room.modes().forEach(m -> rows.put(m.id(), row(m.id(), "mode", m.on(), word(m.off()), m.rules(),
                m instanceof DriverQuirk quirk ? quirk : null, Map.of()))));
        kernelModes.forEach(room -> room.modes().forEach(m -> rows.put(m.id(), row(m.id(), "mode", m.on(), word(m.off()), m.rules()))));
        return rows;
    }

    /** Active ledger entries; those that no room offers as a switch are assumptions. */
    private Stream<String> assumptions() {
        if (!Files.isDirectory(ledger)) {
            return Stream.of();
        }
        try (Stream<Path> files = Files.list(ledger)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(n -> n.endsWith(".md") && !n.equals("README.md") && !n.equals("retired.md"))
                    .map(n -> n.substring(0, n.length() - 3)).filter(this::isActive).toList().stream();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("the ledger " + ledger + " cannot be listed: " + e.getMessage(), e);
        }
    }

    private boolean isActive(String id) {
        return first(entry(id), "status: ").equals("active");
    }

    Optional<Row> row(String id) {
        return Optional.ofNullable(rows().get(id));
    }

    /** Whether this is a switch, or one below another. */
    boolean isSwitch(String id) {
        return rows().values().stream().anyMatch(r -> r.isSwitch() && (id.equals(r.id()) || r.below.containsKey(id)));
    }

    /** Of a switch, or of one below another; empty for what is neither. */
    Optional<Boolean> byDefault(String id) {
        return rows().values().stream().filter(r -> id.equals(r.id()) || r.below.containsKey(id)).findFirst()
                .map(r -> r.below.getOrDefault(id, r.on));
    }

    private Row row(String id, String kind, boolean on, String off, List<String> rules) {
        return row(id, kind, on, off, rules, null, Map.of());
    }

    private Row row(String id, String kind, boolean on, String off, List<String> rules, @Nullable DriverQuirk drivers, Map<String, Boolean> below) {
        List<String> lines = entry(id);
        return new Row(id, kind, on, off, rules, first(lines, "evidence: "), first(lines, "# "), drivers, below);
    }

    private List<String> entry(String id) {
        Path entry = ledger.resolve(id + ".md");
        try {
            return Files.exists(entry) ? Files.readAllLines(entry) : List.of();
        } catch (IOException _) {
            // an unreadable ledger entry costs its words in the listing, nothing else
            return List.of();
        }
    }

    private static String first(List<String> lines, String prefix) {
        return lines.stream().filter(l -> l.startsWith(prefix)).map(l -> l.substring(prefix.length()).strip()).findFirst().orElse("");
    }

    private static String word(Enum<?> off) {
        return off.name().toLowerCase(java.util.Locale.ROOT);
    }

    private static Map<String, Object> properties(ServiceReference<?> reference) {
        return java.util.Arrays.stream(reference.getPropertyKeys()).collect(Collectors.toMap(k -> k, reference::getProperty));
    }
}
