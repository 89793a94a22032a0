package org.lierne.bench;

import java.util.Arrays;
import java.util.Locale;

/** Repeated readings of one quantity. */
record Samples(double[] values) {
    double median() {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    Figure figure(String name, String unit, String goal) {
        double low = Arrays.stream(values).min().orElse(Double.NaN);
        double high = Arrays.stream(values).max().orElse(Double.NaN);
        return new Figure(name, median(), unit, String.format(Locale.ROOT, "%.1f…%.1f of %d", low, high, values.length), goal);
    }
}
