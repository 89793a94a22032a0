package org.lierne.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.lierne.recompiler.program.ModelCosts;
import org.lierne.recompiler.program.ModelCosts.Cost;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What the float models cost on the device at hand as it was measured last: {@code cache/model-costs.properties}. */
@Component(service = MeasuredCosts.class)
public final class MeasuredCosts {
    private final DeviceNotes notes;

    @Activate
    public MeasuredCosts(BundleContext context, @Reference HostDriverLookup host) {
        this(Path.of(String.valueOf(context.getProperty("lierne.user")), "cache"), host);
    }

    MeasuredCosts(Path cache, HostDriverLookup host) {
        this.notes = new DeviceNotes(cache.resolve("model-costs.properties"), "what float models cost, by compat cost", host);
    }

    /**
     * One model over all that was measured.
     *
     * @param loops geometric mean of the ratios of its loops; 1 where it changes none
     * @param jobs the jobs' time with the model over their time without any; 1 where there were none
     * @param touched jobs whose program it changes
     */
    record Total(String model, double loops, double jobs, int touched) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "x%.2f in loops", loops) + (touched == 0 ? ""
                    : String.format(Locale.ROOT, ", %+.1f %% over jobs", 100 * (jobs - 1)));
        }
    }

    /** Sums up, by model. A model that does not change a job costs it nothing. */
    static List<Total> totals(List<Cost> loops, List<Cost> jobs) {
        Map<String, List<Cost>> ofLoops = loops.stream().collect(Collectors.groupingBy(Cost::model));
        Map<String, List<Cost>> ofJobs = jobs.stream().collect(Collectors.groupingBy(Cost::model));
        double plain = jobs.stream().filter(cost -> cost.model().equals(ModelCosts.ALL)).mapToDouble(Cost::plainNs).sum();
        Map<String, Total> totals = new TreeMap<>();
        for (Map<String, List<Cost>> models : List.of(ofLoops, ofJobs)) {
            for (String model : models.keySet()) {
                List<Cost> touched = ofJobs.getOrDefault(model, List.of());
                double more = touched.stream().mapToDouble(cost -> cost.modelledNs() - cost.plainNs()).sum();
                double logarithms = ofLoops.getOrDefault(model, List.of()).stream().mapToDouble(cost -> Math.log(cost.ratio())).average().orElse(0);
                totals.put(model, new Total(model, Math.exp(logarithms), plain == 0 ? 1 : 1 + more / plain, touched.size()));
            }
        }
        return List.copyOf(totals.values());
    }

    /** Keeps what was measured on the device at hand. */
    void keep(List<Total> totals) throws IOException {
        notes.keep(totals.stream().collect(Collectors.toMap(Total::model, Total::toString)));
    }

    /** What each model costs in words, by plugin id; empty when nothing was measured on the device at hand. */
    Map<String, String> known() {
        return notes.known();
    }
}
