package org.lierne.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.title.HostLacking;
import org.lierne.recompiler.program.DeviceLacking;
import org.lierne.recompiler.program.ModelCosts;
import org.lierne.recompiler.program.ModelCosts.Cost;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;

/** Measures what the float models cost, prints it, and keeps it for the listing. */
@Component(service = ModelCostReport.class)
public final class ModelCostReport {
    private final @Nullable ModelCosts bench;
    private final MeasuredCosts measured;

    @Activate
    public ModelCostReport(@Reference(cardinality = ReferenceCardinality.OPTIONAL) @Nullable ModelCosts bench,
            @Reference MeasuredCosts measured) {
        this.bench = bench;
        this.measured = measured;
    }

    /** Loops of instructions, and the jobs of a folder if one is named. */
    int run(Optional<Path> jobs, Optional<Path> programs, boolean asJson, Verb.Streams streams) throws IOException {
        ModelCosts costs = bench;
        if (costs == null) {
            throw new Refused("compat cost: no bundle measures models");
        }
        if (jobs.isPresent() != programs.isPresent()) {
            throw new UsageError(jobs.isPresent() ? "missing --programs DIR" : "--programs without ORACLEDIR");
        }
        List<Cost> ofLoops = new ArrayList<>();
        List<Cost> ofJobs = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        try {
            costs.loops(cost -> add(cost, ofLoops, asJson, streams), refused::add);
            if (jobs.isPresent() && programs.isPresent()) {
                costs.jobs(jobs.get(), programs.get(), cost -> add(cost, ofJobs, asJson, streams), refused::add);
            }
        } catch (DeviceLacking e) {
            throw new HostLacking(String.valueOf(e.getMessage()), e);
        } catch (IllegalArgumentException e) {
            throw new Refused("compat cost: " + e.getMessage(), e);
        }
        List<MeasuredCosts.Total> totals = MeasuredCosts.totals(ofLoops, ofJobs);
        measured.keep(totals);
        if (asJson) {
            streams.json(Map.of("loops", ofLoops, "jobs", ofJobs, "totals", totals, "refused", refused));
        } else {
            totals.forEach(total -> streams.out().println("%-28s %s".formatted(total.model(), total)));
        }
        refused.forEach(streams.err()::println);
        return refused.isEmpty() ? Exit.DONE : Exit.DIFFERED;
    }

    private static void add(Cost cost, List<Cost> costs, boolean asJson, Verb.Streams streams) {
        costs.add(cost);
        if (!asJson) {
            streams.out().println(String.format(Locale.ROOT, "%-44s %-28s %12.0f ns %12.0f ns  x%.2f", cost.subject(), cost.model(), cost.plainNs(),
                    cost.modelledNs(), cost.ratio()));
        }
    }
}
