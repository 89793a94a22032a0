package org.lierne.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the models of the guest's floats cost on the first device: loops of one instruction each, and the compute jobs of the corpus as a
 * whole, each over the same programs without any model. The floor is those programs' own time.
 */
final class FloatModels implements Suite {
    private static final String ALL = "all";
    private static final double TO_MS = 1e-6;
    private static final double PERCENT = 100;

    private final LierneProcess lierne;
    private final Path corpus;

    FloatModels(LierneProcess lierne, Path root) {
        this.lierne = lierne;
        this.corpus = root.resolve("bundles/shader-harness/src/test/resources/corpus");
    }

    @Override
    public String name() {
        return "models";
    }

    @Override
    public List<Figure> run() throws IOException, InterruptedException {
        lierne.timed(Map.of(), "compat", "cost", corpus.resolve("oracle.zip").toString(), "--programs", corpus.resolve("programs.zip").toString(), "--json");
        Map<String, Object> document = JSON.std.mapFrom(Files.readString(lierne.user().resolve("last-output.txt")));
        List<Figure> figures = new ArrayList<>();
        double plain = 0;
        for (Map<?, ?> loop : rows(document, "loops")) {
            figures.add(new Figure("models." + loop.get("subject") + "." + loop.get("model"),
                    number(loop, "modelledNs") / number(loop, "plainNs"), "ratio", "medians of 5", ""));
        }
        for (Map<?, ?> job : rows(document, "jobs")) {
            plain += ALL.equals(job.get("model")) ? number(job, "plainNs") * TO_MS : 0;
        }
        figures.add(new Figure("models.floor.jobs", plain, "ms", "medians of 5", ""));
        for (Map<?, ?> total : rows(document, "totals")) {
            figures.add(new Figure("models.loops." + total.get("model"), number(total, "loops"), "ratio", "geometric mean", ""));
            figures.add(new Figure("models.jobs." + total.get("model"), PERCENT * (number(total, "jobs") - 1), "%", "more, by " + total.get("touched")
                    + " jobs", ALL.equals(total.get("model")) ? "<= 10 on a GPU" : ""));
        }
        return figures;
    }

    private static List<Map<?, ?>> rows(Map<String, Object> document, String name) throws IOException {
        if (!(document.get(name) instanceof List<?> list)) {
            throw new IOException("compat cost printed no " + name);
        }
        List<Map<?, ?>> rows = new ArrayList<>();
        for (Object row : list) {
            if (row instanceof Map<?, ?> map) {
                rows.add(map);
            }
        }
        return rows;
    }

    private static double number(Map<?, ?> row, String name) throws IOException {
        if (row.get(name) instanceof Number number) {
            return number.doubleValue();
        }
        throw new IOException("compat cost printed no " + name);
    }
}
