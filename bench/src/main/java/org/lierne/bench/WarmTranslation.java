package org.lierne.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The programs of the tests' compute jobs: warm translation beside the driver's own work on the result, and the result's size and speed
 * beside the module that each program was compiled from. Once as modules are emitted, once through the optimiser.
 */
final class WarmTranslation implements Suite {
    /** Figure of the verb, unit and goal. */
    private static final List<String[]> FIGURES = List.of(new String[] {"million-instructions-per-s", "Minst/s", ""},
            new String[] {"translation-ratio.median", "ratio", "<= 0.1 of the driver's"}, new String[] {"words-ratio.mean", "ratio", "<= 2"},
            new String[] {"words-ratio.worst", "ratio", ""}, new String[] {"dispatch-ratio.mean", "ratio", "<= 1.1"},
            new String[] {"dispatch-ratio.worst", "ratio", "<= 2"});
    /** Drivers that compile anew in every run. */
    private static final Map<String, String> WITHOUT_CACHES = Map.of("MESA_SHADER_CACHE_DISABLE", "true", "__GL_SHADER_DISK_CACHE", "0");

    private final LierneProcess lierne;
    private final Path corpus;

    WarmTranslation(LierneProcess lierne, Path root) {
        this.lierne = lierne;
        this.corpus = root.resolve("bundles/shader-harness/src/test/resources/corpus");
    }

    @Override
    public String name() {
        return "translate";
    }

    @Override
    public List<Figure> run() throws IOException, InterruptedException {
        List<Figure> figures = new ArrayList<>(measure("translate."));
        figures.addAll(measure("translate.optimised.", "--on", "spirv.opt"));
        return figures;
    }

    private List<Figure> measure(String prefix, String... options) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("shader", "bench", corpus.resolve("oracle.zip").toString(), "--programs",
                corpus.resolve("programs.zip").toString(), "--json"));
        line.addAll(List.of(options));
        lierne.timed(WITHOUT_CACHES, line.toArray(String[]::new));
        String output = Files.readString(lierne.user().resolve("last-output.txt"));
        Map<String, Object> document = JSON.std.mapFrom(output.substring(output.indexOf('{')));
        if (!(document.get("all") instanceof Map<?, ?> all) || !(document.get("programs") instanceof List<?> programs)) {
            throw new IOException("shader bench printed " + output);
        }
        List<Figure> figures = new ArrayList<>();
        for (String[] figure : FIGURES) {
            if (!(all.get(figure[0]) instanceof Number value)) {
                throw new IOException("shader bench printed no " + figure[0]);
            }
            figures.add(new Figure(prefix + figure[0], value.doubleValue(), figure[1], programs.size() + " programs", figure[2]));
        }
        return figures;
    }
}
