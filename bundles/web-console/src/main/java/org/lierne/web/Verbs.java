package org.lierne.web;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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

    /** The exit status, the document as the verb printed it, and what it said besides. */
    String ask(List<String> line) throws IOException {
        Optional<ToolProvider> tool = tools.apply(line.getFirst());
        if (tool.isEmpty()) {
            return answer(1, "null", "the verb " + line.getFirst() + " is not there");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = tool.get().run(new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8),
                Stream.concat(line.stream().skip(1), Stream.of("--json")).toArray(String[]::new));
        String document = out.toString(StandardCharsets.UTF_8).strip();
        return answer(status, document.isEmpty() ? "null" : document, err.toString(StandardCharsets.UTF_8).strip());
    }

    private static String answer(int status, String document, String said) throws IOException {
        Map<String, Object> rest = new LinkedHashMap<>();
        rest.put("status", status);
        rest.put("said", said);
        String text = JSON.std.asString(rest);
        return text.substring(0, text.length() - 1) + ",\"answer\":" + document + "}";
    }
}
