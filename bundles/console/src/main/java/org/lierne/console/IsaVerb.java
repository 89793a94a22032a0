package org.lierne.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.recompiler.isa.IsaManual;
import org.lierne.recompiler.isa.IsaText;
import org.osgi.service.component.annotations.Component;

/** {@code lierne isa …}: machine code to assembly and back. Streaming: a line goes out for each line that comes in. */
@Component(service = ToolProvider.class, property = {"lierne.verb=isa", "lierne.subverbs=decode", "lierne.subverbs=encode",
    "lierne.subverbs=show"})
public final class IsaVerb extends Verb {
    public IsaVerb() {
        super("isa", "isa decode [--wave 32|64] [--exact] [FILE]\nisa encode [--wave 32|64] [FILE]\nisa show MNEMONIC");
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of("--exact"), Set.of("--wave"));
        String form = arguments.word(0, "decode, encode or show");
        if (form.equals("show")) {
            return show(arguments, streams);
        }
        boolean isDecode = switch (form) {
            case "decode" -> true;
            case "encode" -> false;
            case String other -> throw new UsageError("unknown '" + other + "'");
        };
        arguments.atMost(2);
        String wave = arguments.value("--wave").orElse("32");
        if (!wave.equals("32") && !wave.equals("64")) {
            throw new UsageError("--wave wants 32 or 64, not '" + wave + "'");
        }
        IsaText isa = new IsaText(Integer.parseInt(wave), arguments.has("--exact"));
        try (InputStream in = streams.input(arguments.optionalWord(1))) {
            if (arguments.has(JSON_FLAG)) {
                ByteArrayOutputStream lines = new ByteArrayOutputStream();
                long refused = convert(isa, isDecode, in, lines);
                streams.json(lines.toString(StandardCharsets.UTF_8).lines().toList());
                return status(refused);
            }
            return status(convert(isa, isDecode, in, streams.out()));
        }
    }

    /** A line that is refused counts like a row that differs: the others have their text. */
    private static int status(long refused) {
        return refused == 0 ? Exit.DONE : Exit.DIFFERED;
    }

    private static int show(Arguments arguments, Streams streams) throws IOException {
        arguments.atMost(2);
        String mnemonic = arguments.word(1, "MNEMONIC");
        String text = IsaManual.show(mnemonic);
        if (text == null) {
            throw new Refused("isa show: no instruction is called " + mnemonic);
        }
        if (arguments.has(JSON_FLAG)) {
            streams.json(Map.of("mnemonic", mnemonic, "text", text));
        } else {
            streams.out().print(text);
        }
        return Exit.DONE;
    }

    private static long convert(IsaText isa, boolean isDecode, InputStream in, OutputStream out) throws IOException {
        return isDecode ? isa.decode(in, out) : isa.encode(in, out);
    }
}
