package org.lierne.console;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.recompiler.isa.IsaText;
import org.osgi.service.component.annotations.Component;

/** {@code lierne isa …}: machine code to assembly. Streaming: a line goes out for each line that comes in. */
@Component(service = ToolProvider.class, property = {"lierne.verb=isa", "lierne.subverbs=decode"})
public final class IsaVerb extends Verb {
    private static final int BUFFER_BYTES = 1 << 16;

    public IsaVerb() {
        super("isa", "isa decode [--wave 32|64] [FILE]");
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of("--wave"));
        if (!arguments.word(0, "decode").equals("decode")) {
            throw new UsageError("unknown '" + arguments.words().get(0) + "'");
        }
        arguments.atMost(2);
        String wave = arguments.value("--wave").orElse("32");
        if (!wave.equals("32") && !wave.equals("64")) {
            throw new UsageError("--wave wants 32 or 64, not '" + wave + "'");
        }
        boolean asJson = arguments.has(JSON_FLAG);
        IsaText isa = new IsaText(Integer.parseInt(wave));
        StringBuilder text = new StringBuilder();
        try (InputStream in = streams.input(arguments.optionalWord(1));
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), BUFFER_BYTES)) {
            OutputStream out = new BufferedOutputStream(streams.out(), BUFFER_BYTES);
            if (asJson) {
                text.append("[\n");
            }
            boolean isFirst = true;
            for (String hex = lines.readLine(); hex != null; hex = lines.readLine()) {
                if (asJson) {
                    text.append(isFirst ? "" : ",\n").append(com.fasterxml.jackson.jr.ob.JSON.std.asString(isa.decode(hex.strip())));
                    isFirst = false;
                } else {
                    isa.decode(hex.strip(), text);
                    text.append('\n');
                }
                if (text.length() > BUFFER_BYTES) {
                    flush(text, out);
                }
            }
            if (asJson) {
                text.append("\n]\n");
            }
            flush(text, out);
            out.flush();
        }
        return Exit.DONE;
    }

    private static void flush(StringBuilder text, OutputStream out) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
    }
}
