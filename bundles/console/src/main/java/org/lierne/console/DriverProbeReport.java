package org.lierne.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.title.HostLacking;
import org.lierne.recompiler.isa.DriverProbe;
import org.lierne.recompiler.isa.DriverProbe.Finding;
import org.lierne.recompiler.program.DeviceLacking;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;

/** Looks which known faults the driver at hand has, and keeps that for {@code compat show}: {@code cache/driver-probe.properties}. */
@Component(service = DriverProbeReport.class)
public final class DriverProbeReport {
    private final @Nullable DriverProbe probe;
    private final DeviceNotes notes;

    @Activate
    public DriverProbeReport(BundleContext context, @Reference HostDriverLookup host,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL) @Nullable DriverProbe probe) {
        this(Path.of(String.valueOf(context.getProperty("lierne.user")), "cache"), host, probe);
    }

    DriverProbeReport(Path cache, HostDriverLookup host, @Nullable DriverProbe probe) {
        this.probe = probe;
        this.notes = new DeviceNotes(cache.resolve("driver-probe.properties"), "which faults a driver has, by compat probe", host);
    }

    int run(boolean asJson, Verb.Streams streams) throws IOException {
        DriverProbe present = probe;
        if (present == null) {
            throw new Refused("compat probe: no bundle looks at drivers");
        }
        List<Finding> findings;
        try {
            findings = present.findings();
        } catch (DeviceLacking e) {
            throw new HostLacking(String.valueOf(e.getMessage()), e);
        } catch (IllegalArgumentException e) {
            throw new Refused("compat probe: " + e.getMessage(), e);
        }
        Map<String, String> words = words(findings);
        notes.keep(words);
        if (asJson) {
            streams.json(Map.of("findings", findings, "facts", words));
            return Exit.DONE;
        }
        for (Finding each : findings) {
            streams.out().println("%-42s %s: hardware %s, this driver %s".formatted(each.fact(), each.assembly(), each.hardware(),
                    each.driver().equals(each.hardware()) ? "too" : each.driver()));
        }
        words.forEach((fact, word) -> streams.out().println("%-42s %s".formatted(fact, word)));
        return Exit.DONE;
    }

    /** What each fault came to. */
    private static Map<String, String> words(List<Finding> findings) {
        return findings.stream().collect(Collectors.groupingBy(Finding::fact, TreeMap::new, Collectors.collectingAndThen(Collectors.toList(), of -> {
            long seen = of.stream().filter(Finding::isSeen).count();
            long otherwise = of.stream().filter(Finding::isOtherwise).count();
            return "seen in " + seen + " of " + of.size() + (otherwise == 0 ? "" : ", otherwise in " + otherwise);
        })));
    }

    /** What was found on the device at hand, by plugin id. */
    Map<String, String> known() {
        return notes.known();
    }
}
