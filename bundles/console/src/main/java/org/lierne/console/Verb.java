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
import java.util.List;
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
    final String usage() {
        return usage;
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
        Streams streams = new Streams(System.in, out, err);
        try {
            return run(new ArrayList<>(Arrays.asList(args)), streams);
        } catch (UsageError e) {
            err.println("lierne " + name + ": " + e.getMessage());
            usage.lines().forEach(l -> err.println("usage: lierne " + l));
            return Exit.USAGE;
        } catch (Refused | TitleRefused e) {
            err.println(e.getMessage());
            return Exit.REFUSED;
        } catch (HostLacking e) {
            err.println("lierne: " + e.getMessage());
            return Exit.HOST_LACKS;
        } catch (java.nio.file.NoSuchFileException e) {
            err.println("lierne " + name + ": no such file: " + e.getFile());
            return Exit.REFUSED;
        } catch (IOException | UncheckedIOException e) {
            err.println("lierne " + name + ": " + e.getMessage());
            return Exit.REFUSED;
        } catch (RuntimeException | Error e) {
            // Our own mistake: one line for the user, the whole of it for the log.
            LOG.error("{} {} broke", name, String.join(" ", args), e);
            err.println("lierne " + name + ": internal error: " + e + "; the log has the details");
            return Exit.DIFFERED;
        }
    }

    @Override
    public final int run(PrintWriter out, PrintWriter err, String... args) {
        throw new UnsupportedOperationException("verbs write bytes: use the stream form");
    }

    /** Input, output and errors of one invocation. */
    record Streams(InputStream in, PrintStream out, PrintStream err) {
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

        /** Prints one JSON document. Records, maps, lists, strings, numbers and booleans. */
        void json(Object document) throws IOException {
            out.println(JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).without(JSON.Feature.FAIL_ON_UNKNOWN_TYPE_WRITE).asString(document));
        }
    }
}
