package org.lierne.console;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.kernel.title.HostLacking;
import org.lierne.kernel.title.TitleRefused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One verb: its command line, and the exit codes and streams that all verbs share. */
abstract class Verb implements ToolProvider {
    private static final Logger LOG = LoggerFactory.getLogger(Verb.class);

    static final String JSON_FLAG = "--json";

    private final String name;
    private final String usage;

    Verb(String name, String usage) {
        this.name = name;
        this.usage = usage;
    }

    @Override
    public final String name() {
        return name;
    }

    /** One line a form, as printed for bad usage. */
    @Override
    public final Optional<String> description() {
        return Optional.of(usage);
    }

    /** Does the verb and gives the exit status. */
    abstract int run(List<String> line, Streams streams) throws IOException;

    /** Options without a value; {@code --json} is one of every verb. */
    static Arguments parse(List<String> line, Set<String> flags, Set<String> withValue) {
        Set<String> all = new java.util.HashSet<>(flags);
        all.add(JSON_FLAG);
        return new Arguments(line, all, withValue);
    }

    @Override
    public final int run(PrintStream out, PrintStream err, String... args) {
        List<String> line = new ArrayList<>(Arrays.asList(args));
        Streams streams = new Streams(System.in, out, err);
        try {
            return run(line, streams);
        } catch (UsageError e) {
            int status = failed(Exit.USAGE, "usage", "lierne " + name + ": " + e.getMessage(), line, streams);
            forms(line).forEach(form -> err.println("usage: lierne " + form));
            return status;
        } catch (Refused | TitleRefused e) {
            return failed(Exit.REFUSED, "refused", String.valueOf(e.getMessage()), line, streams);
        } catch (Cancelled e) {
            return failed(Exit.DIFFERED, "cancelled", "lierne " + name + ": " + e.getMessage(), line, streams);
        } catch (HostLacking e) {
            return failed(Exit.HOST_LACKS, "host lacks", "lierne: " + e.getMessage(), line, streams);
        } catch (IOException e) {
            return failed(Exit.REFUSED, "refused", "lierne " + name + ": " + HostFiles.sentence(e), line, streams);
        } catch (UncheckedIOException e) {
            return failed(Exit.REFUSED, "refused", "lierne " + name + ": " + HostFiles.sentence(e), line, streams);
        } catch (RuntimeException | Error e) {
            // Our own mistake: one line for the user, the whole of it for the log.
            LOG.error("{} {} broke", name, String.join(" ", args), e);
            return failed(Exit.DIFFERED, "broken", "lierne " + name + ": internal error: " + e + "; the log has the details", line, streams);
        }
    }

    /** The forms that begin as the line does, all of them if none does. */
    private List<String> forms(List<String> line) {
        List<String> all = usage.lines().toList();
        List<String> meant = all.stream().filter(form -> !line.isEmpty() && begins(form, line.getFirst())).toList();
        return meant.isEmpty() ? all : meant;
    }

    private static boolean begins(String form, String word) {
        String[] words = form.split(" ");
        return words.length > 1 && List.of(words[1].split("\\|")).contains(word);
    }

    /** One line on the error stream, and the one document that {@code --json} promises, unless the verb has printed it already. */
    private static int failed(int status, String outcome, String message, List<String> line, Streams streams) {
        streams.err().println(message);
        if (line.contains(JSON_FLAG) && !streams.hasDocument()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("outcome", outcome);
            document.put("status", status);
            document.put("message", message);
            try {
                streams.json(document);
            } catch (IOException e) {
                throw new AssertionError("a map of strings and a number cannot be written as JSON", e);
            }
        }
        return status;
    }

    @Override
    public final int run(PrintWriter out, PrintWriter err, String... args) {
        throw new UnsupportedOperationException("verbs write bytes: use the stream form");
    }

    /** Input, output and errors of one invocation. */
    static final class Streams {
        private final InputStream in;
        private final PrintStream out;
        private final PrintStream err;
        private boolean hasDocument;

        Streams(InputStream in, PrintStream out, PrintStream err) {
            this.in = in;
            this.out = out;
            this.err = err;
        }

        InputStream in() {
            return in;
        }

        PrintStream out() {
            return out;
        }

        PrintStream err() {
            return err;
        }

        /** Whether a JSON document was printed. */
        boolean hasDocument() {
            return hasDocument;
        }

        /** The named file, or standard input when there is none or it is {@code -}. */
        InputStream input(Optional<String> file) throws IOException {
            if (file.isEmpty() || file.get().equals("-")) {
                return in;
            }
            Path path = Arguments.toPath(file.get());
            if (Files.isDirectory(path)) {
                throw new Refused("lierne: " + path + " is a folder, not a file");
            }
            return Files.newInputStream(path);
        }

        /** What {@link #input} reads, in words. */
        static String name(Optional<String> file) {
            return file.filter(f -> !f.equals("-")).orElse("standard input");
        }

        /** Prints one JSON document. Records, maps, lists, strings, numbers and booleans. */
        void json(Object document) throws IOException {
            document(JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).without(JSON.Feature.FAIL_ON_UNKNOWN_TYPE_WRITE).asString(document));
        }

        /** Prints a JSON document that is text already. */
        void document(String json) {
            out.println(json.stripTrailing());
            hasDocument = true;
        }
    }
}
