package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.lierne.hle.HleRegistry;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.CompatModes;
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

/** Everything that has a switch: passes, compatibility modes inside other code, exports that answer without doing the work. */
@Component(service = CompatCatalogue.class)
public final class CompatCatalogue {
    /**
     * One switch.
     *
     * @param kind     {@code mode} with a ledger entry, or plain {@code pass}
     * @param off      {@code refuse} or {@code plain}; empty for a pass that is no mode
     * @param evidence from the ledger entry; empty without one
     * @param title    the ledger entry's heading; empty without one
     */
    record Row(String id, String kind, boolean on, String off, List<String> rules, String evidence, String title) {}

    private final Path ledger;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<ServiceReference<TranslationPass>> passes = List.of();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<CompatModes> modes = List.of();

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    private volatile @org.jspecify.annotations.Nullable HleRegistry exports;

    @Activate
    public CompatCatalogue(BundleContext context) {
        this.ledger = Path.of(String.valueOf(context.getProperty("lierne.home")), "doc", "debt");
    }

    /** All switches by id; of two plugins with one id the later version counts. */
    Map<String, Row> rows() {
        Map<String, Row> rows = new TreeMap<>();
        for (ServiceReference<TranslationPass> reference : passes) {
            PassDeclaration pass = PassDeclaration.of(reference.getProperties() == null ? Map.of() : properties(reference));
            Compat.Off off = pass.off();
            rows.put(pass.id(), row(pass.id(), off == null ? "pass" : "mode", pass.on(), off == null ? "" : word(off), pass.rules()));
        }
        modes.forEach(room -> room.modes().forEach(m -> rows.put(m.id(), row(m.id(), "mode", m.on(), word(m.off()), m.rules()))));
        return rows;
    }

    Optional<Row> row(String id) {
        return Optional.ofNullable(rows().get(id));
    }

    private Row row(String id, String kind, boolean on, String off, List<String> rules) {
        Path entry = ledger.resolve(id + ".md");
        List<String> lines = new ArrayList<>();
        if (Files.exists(entry)) {
            try {
                lines.addAll(Files.readAllLines(entry));
            } catch (IOException _) {
                // an unreadable ledger entry costs its words in the listing, nothing else
            }
        }
        return new Row(id, kind, on, off, rules, first(lines, "evidence: "), first(lines, "# "));
    }

    private static String first(List<String> lines, String prefix) {
        return lines.stream().filter(l -> l.startsWith(prefix)).map(l -> l.substring(prefix.length()).strip()).findFirst().orElse("");
    }

    private static String word(Compat.Off off) {
        return off.name().toLowerCase(java.util.Locale.ROOT);
    }

    private static Map<String, Object> properties(ServiceReference<?> reference) {
        return java.util.Arrays.stream(reference.getPropertyKeys()).collect(Collectors.toMap(k -> k, reference::getProperty));
    }

    /** Whether anything at all knows this id: a switch, or an export that answers without the work. */
    boolean knows(String id) {
        HleRegistry registry = exports;
        return rows().containsKey(id) || registry != null && registry.exports().stream().anyMatch(r -> r.plugin().equals(id));
    }
}
