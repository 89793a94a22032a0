package org.lierne.console;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.lierne.recompiler.program.ProgramCost;
import org.lierne.recompiler.program.ShaderCorpus;

/** What programs cost, a line each, and what all of them make together. */
final class ShaderCosts {
    private static final double NS_PER_US = 1e3;

    private final List<ProgramCost> costs = new ArrayList<>();
    private final List<ShaderCorpus.Row> refusals = new ArrayList<>();

    void add(ProgramCost cost) {
        costs.add(cost);
    }

    void refuse(ShaderCorpus.Row row) {
        refusals.add(row);
    }

    /**
     * Prints everything and gives the exit status.
     *
     * @throws Refused when nothing could be measured
     */
    int print(Verb.Streams streams, boolean asJson) throws IOException {
        if (costs.isEmpty()) {
            throw new Refused("shader bench: " + (refusals.isEmpty() ? "the folder holds no job" : refusals.getFirst().text()));
        }
        if (asJson) {
            streams.json(Map.of("programs", costs.stream().map(ShaderCosts::row).toList(), "all", figures(),
                    "refused", refusals.stream().map(ShaderCorpus.Row::text).toList()));
        } else {
            costs.forEach(cost -> streams.out().println(line(cost)));
            refusals.forEach(row -> streams.out().println(row.text()));
            figures().forEach((name, value) -> streams.out().println(String.format(Locale.ROOT, "%-28s %10.3f", name, value)));
        }
        return refusals.isEmpty() ? Exit.DONE : Exit.DIFFERED;
    }

    private static String line(ProgramCost c) {
        return String.format(Locale.ROOT, "%s: %d instructions translated in %.1f us, driver %.1f us (%.3f of it); %d words for %d (%.2f); "
                + "dispatch %.2f us for %.2f us (%.2f)", c.id(), c.instructions(), c.translationNs() / NS_PER_US, c.startNs() / NS_PER_US,
                c.translationRatio(), c.words(), c.originalWords(), c.wordsRatio(), c.dispatchNs() / NS_PER_US, c.originalDispatchNs() / NS_PER_US,
                c.dispatchRatio());
    }

    private static Map<String, Object> row(ProgramCost c) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", c.id());
        row.put("instructions", c.instructions());
        row.put("words", c.words());
        row.put("originalWords", c.originalWords());
        row.put("translationNs", c.translationNs());
        row.put("startNs", c.startNs());
        row.put("originalStartNs", c.originalStartNs());
        row.put("dispatchNs", c.dispatchNs());
        row.put("originalDispatchNs", c.originalDispatchNs());
        return row;
    }

    private Map<String, Double> figures() {
        Map<String, Double> figures = new LinkedHashMap<>();
        double instructions = costs.stream().mapToDouble(ProgramCost::instructions).sum();
        double ns = costs.stream().mapToDouble(ProgramCost::translationNs).sum();
        figures.put("million-instructions-per-s", instructions / ns * NS_PER_US);
        figures.put("translation-ratio.median", ordered(ProgramCost::translationRatio)[costs.size() / 2]);
        figures.put("words-ratio.mean", mean(ProgramCost::wordsRatio));
        figures.put("words-ratio.worst", worst(ProgramCost::wordsRatio));
        figures.put("dispatch-ratio.mean", mean(ProgramCost::dispatchRatio));
        figures.put("dispatch-ratio.worst", worst(ProgramCost::dispatchRatio));
        return figures;
    }

    private double[] ordered(ToDoubleFunction<ProgramCost> of) {
        return costs.stream().mapToDouble(of).sorted().toArray();
    }

    /** The geometric one. */
    private double mean(ToDoubleFunction<ProgramCost> of) {
        return Math.exp(costs.stream().mapToDouble(cost -> Math.log(of.applyAsDouble(cost))).average().orElseThrow());
    }

    private double worst(ToDoubleFunction<ProgramCost> of) {
        return costs.stream().mapToDouble(of).max().orElseThrow();
    }
}
