package org.lierne.console;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * What stands in the ledger, counted.
 *
 * @param evidence entries by the word that their evidence starts with: measured, documented, assumed
 * @param areas    entries by the first segment of their ids, and in each by evidence
 */
record DebtCounts(int entries, Map<String, Integer> evidence, Map<String, Map<String, Integer>> areas) {
    static DebtCounts of(Collection<CompatCatalogue.Row> rows) {
        Map<String, Integer> evidence = new TreeMap<>();
        Map<String, Map<String, Integer>> areas = new TreeMap<>();
        int entries = 0;
        for (CompatCatalogue.Row row : rows) {
            if (!row.evidence().isEmpty()) {
                String word = row.evidence().split("[^a-z]", 2)[0];
                evidence.merge(word, 1, Integer::sum);
                areas.computeIfAbsent(row.id().substring(0, row.id().indexOf('.')), _ -> new TreeMap<>()).merge(word, 1, Integer::sum);
                entries++;
            }
        }
        return new DebtCounts(entries, evidence, areas);
    }
}
