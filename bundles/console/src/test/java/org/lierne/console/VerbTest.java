package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.title.HostLacking;

final class VerbTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private interface Work {
        int run(Verb.Streams streams) throws IOException;
    }

    private int status(Work work, String... arguments) {
        Verb verb = new Verb("try", "try ONE\ntry TWO") {
            @Override
            int run(List<String> line, Streams streams) throws IOException {
                return work.run(streams);
            }
        };
        return verb.run(new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8),
                arguments);
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    record Pair(String name, List<Integer> numbers) {}

    @Test
    void printsRecordsAsOneJsonDocument() {
        int status = status(streams -> {
            streams.json(List.of(new Pair("a", List.of(1, 2))));
            return Exit.DONE;
        });

        assertEquals(0, status);
        assertEquals("[{\"name\":\"a\",\"numbers\":[1,2]}]", out.toString(StandardCharsets.UTF_8).replaceAll("\\s", ""));
    }

    @Test
    void printsTheFormsAfterBadUsage() {
        assertEquals(2, status(_ -> {
            throw new UsageError("missing ONE");
        }));
        assertEquals("lierne try: missing ONE\nusage: lierne try ONE\nusage: lierne try TWO\n", errors());
    }

    @Test
    void printsTheFormsThatWereMeantAlone() {
        assertEquals(2, status(_ -> {
            throw new UsageError("missing FILE");
        }, "TWO"));
        assertEquals("lierne try: missing FILE\nusage: lierne try TWO\n", errors());
    }

    @Test
    void givesEachKindOfFailureItsStatusAndOneLine() {
        assertEquals(3, status(_ -> {
            throw new Refused("refused: because");
        }));
        assertEquals(3, status(_ -> {
            throw new NoSuchFileException("none.bin");
        }));
        assertEquals(5, status(_ -> {
            throw new HostLacking("no Vulkan device; apt-get install mesa-vulkan-drivers");
        }));
        assertEquals("refused: because\nlierne try: no such file: none.bin\nlierne: no Vulkan device; apt-get install mesa-vulkan-drivers\n",
                errors());
    }

    @Test
    void printsARefusalAsADocumentToo() {
        assertEquals(3, status(_ -> {
            throw new Refused("refused: because");
        }, "--json"));

        assertEquals("refused: because\n", errors());
        assertEquals("{\"outcome\":\"refused\",\"status\":3,\"message\":\"refused:because\"}",
                out.toString(StandardCharsets.UTF_8).replaceAll("\\s", ""));
    }

    @Test
    void leavesItAtOneDocument() {
        assertEquals(3, status(streams -> {
            streams.json(List.of(1));
            throw new Refused("refused: too late");
        }, "--json"));

        assertEquals("[1]", out.toString(StandardCharsets.UTF_8).replaceAll("\\s", ""));
    }

    /** As Ctrl-C at the console does to a verb that goes through rows. */
    @Test
    void anInterruptCancelsItAtTheNextRow() {
        int status = status(streams -> {
            Tally tally = new Tally(streams, false);
            tally.pass();
            Thread.currentThread().interrupt();
            tally.pass("b", "b: done");
            throw new AssertionError("went on");
        });

        assertEquals(1, status);
        assertEquals("lierne try: cancelled after 2\n", errors());
        assertFalse(Thread.currentThread().isInterrupted());
    }

    @Test
    void namesTheFileInsteadOfTheException() {
        status(_ -> {
            throw new UncheckedIOException(new NoSuchFileException("a.bin"));
        });
        status(_ -> {
            throw new AccessDeniedException("b.bin");
        });
        status(_ -> {
            throw new UncheckedIOException("c.bin: line 3", new IOException("odd"));
        });

        assertEquals("lierne try: no such file: a.bin\nlierne try: access denied: b.bin\nlierne try: c.bin: line 3\n", errors());
    }
}
