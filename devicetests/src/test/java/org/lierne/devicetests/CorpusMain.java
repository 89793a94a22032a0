package org.lierne.devicetests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.lierne.recompiler.isa.MeasuredRows;
import org.lierne.recompiler.program.ShaderCorpus;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.shader.harness.VulkanRows;

/** The corpus verbs without the framework, for people at work on the translator. */
final class CorpusMain {
    private CorpusMain() {}

    public static void main(String[] arguments) {
        Map<String, Boolean> switches = new TreeMap<>();
        for (String id : System.getProperty("off", "").split(",")) {
            if (!id.isBlank()) {
                switches.put(id, false);
            }
        }
        ShaderCorpus corpus = Wiring.corpus();
        List<String> ids = List.of(arguments).subList(Math.min(3, arguments.length), arguments.length);
        ShaderCorpus.Selection selection = new ShaderCorpus.Selection(ids, Integer.getInteger("subgroup", 0), switches);
        ShaderCorpus.Against against = ShaderCorpus.Against.valueOf(System.getProperty("against", "STORED"));
        int[] counts = new int[2];
        java.util.function.Consumer<ShaderCorpus.Row> rows = row -> {
            counts[row.passed() ? 0 : 1]++;
            System.out.println(row.text());
        };
        switch (arguments[0]) {
            case "translate" -> corpus.translate(Path.of(arguments[1]), selection, rows);
            case "run" -> corpus.run(Path.of(arguments[1]), Path.of(arguments[2]), selection, ShaderCorpus.Machine.VULKAN,
                    against, rows);
            case "draw" -> corpus.draw(Path.of(arguments[1]), Path.of(arguments[2]), selection, against, rows);
            case "list" -> System.out.println(corpus.list(Path.of(arguments[1]), ids.getFirst(),
                    new ShaderCorpus.Selection(List.of(), Integer.getInteger("subgroup", 0), switches),
                    ShaderTranslator.Listing.valueOf(arguments[2]), System.getProperty("after", "")));
            case "rows" -> rows(List.of(arguments).subList(1, arguments.length), counts);
            default -> throw new IllegalArgumentException("translate, run, draw, list or rows, not " + arguments[0]);
        }
        System.out.println(counts[0] + " passed, " + counts[1] + " failed");
    }

    /** Measured rows of some files, zipped with gzip or plain, on the device. */
    private static void rows(List<String> files, int[] counts) {
        try (VulkanRows device = Wiring.rows()) {
            for (String file : files) {
                try (InputStream bytes = Files.newInputStream(Path.of(file));
                        BufferedReader lines = new BufferedReader(new InputStreamReader(file.endsWith(".gz") ? new GZIPInputStream(bytes)
                                : bytes, StandardCharsets.UTF_8))) {
                    MeasuredRows.run(lines, device, result -> {
                        counts[result.passed() ? 0 : 1]++;
                        if (!result.passed()) {
                            System.out.println(result.line());
                        }
                    });
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
