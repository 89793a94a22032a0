package org.lierne.web;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** Asks the console's verbs, each with {@code --json}. */
final class Verbs {
    private final Function<String, Optional<ToolProvider>> tools;

    /** @param tools the service that does a verb */
    Verbs(Function<String, Optional<ToolProvider>> tools) {
        this.tools = tools;
    }

    /** What a verb printed. */
    record Printed(int status, byte[] out, String err) {
        String text() {
            return new String(out, StandardCharsets.UTF_8).strip();
        }
    }

    Printed run(List<String> line, Stream<String> more) {
        Optional<ToolProvider> tool = tools.apply(line.getFirst());
        if (tool.isEmpty()) {
            return new Printed(1, new byte[0], "the verb " + line.getFirst() + " is not there");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = tool.get().run(new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8),
                Stream.concat(line.stream().skip(1), more).toArray(String[]::new));
        return new Printed(status, out.toByteArray(), err.toString(StandardCharsets.UTF_8).strip());
    }

    /** The exit status, the document as the verb printed it, and what it said besides. */
    String ask(List<String> line) throws IOException {
        Printed printed = run(line, Stream.of("--json"));
        Map<String, Object> rest = new LinkedHashMap<>();
        rest.put("status", printed.status);
        rest.put("said", printed.err);
        String text = JSON.std.asString(rest);
        return text.substring(0, text.length() - 1) + ",\"answer\":" + (printed.text().isEmpty() ? "null" : printed.text()) + "}";
    }

    /** Does a verb beside everything else; what it prints is nobody's. */
    void start(List<String> line) {
        tools.apply(line.getFirst()).ifPresent(tool -> Thread.ofPlatform().daemon().name("pages " + line.getFirst()).start(() -> tool.run(
                new PrintStream(OutputStream.nullOutputStream()), new PrintStream(OutputStream.nullOutputStream()),
                line.stream().skip(1).toArray(String[]::new))));
    }

    /** The document alone. */
    String document(List<String> line) {
        String text = run(line, Stream.of("--json")).text();
        return text.isEmpty() ? "{}" : text;
    }

    /** The titles that are shipped or were run, as the verb lists them. */
    List<Map<?, ?>> titles() throws IOException {
        List<Map<?, ?>> found = new ArrayList<>();
        if (JSON.std.mapFrom(document(List.of("titles"))).get("titles") instanceof List<?> titles) {
            titles.forEach(title -> {
                if (title instanceof Map<?, ?> facts) {
                    found.add(facts);
                }
            });
        }
        return found;
    }

    /** The bytes that a verb printed; empty if it refused. */
    Optional<byte[]> bytes(List<String> line) {
        Printed printed = run(line, Stream.empty());
        return printed.status == 0 ? Optional.of(printed.out) : Optional.empty();
    }
}
