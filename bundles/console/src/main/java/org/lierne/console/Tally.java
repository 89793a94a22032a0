package org.lierne.console;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts rows that passed or failed, prints what is to be said of each as it comes, and the counts as the last line. */
final class Tally {
    private final Verb.Streams streams;
    private final @Nullable List<Map<String, Object>> rows;
    private long passed;
    private long failed;

    Tally(Verb.Streams streams, boolean asJson) {
        this.streams = streams;
        this.rows = asJson ? new ArrayList<>() : null;
    }

    void pass() {
        passed++;
        mayGoOn();
    }

    /** A row that passed and has something to say. */
    void pass(String id, String text) {
        passed++;
        say(id, text, true);
        mayGoOn();
    }

    void fail(String id, String text) {
        failed++;
        say(id, text, false);
        mayGoOn();
    }

    /** Ctrl-C at the console is an interrupt of the thread that does the verb. */
    private void mayGoOn() {
        if (Thread.interrupted()) {
            throw new Cancelled(passed + failed);
        }
    }

    private void say(String id, String text, boolean isPassed) {
        if (rows == null) {
            streams.out().println(text);
        } else {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("id", id);
            row.put("passed", isPassed);
            row.put("text", text);
            rows.add(row);
        }
    }

    /**
     * Prints the end and gives the exit status.
     *
     * @param nothing what is said when there was no row at all
     * @throws Refused then: nothing that passed is not everything
     */
    int done(String nothing) throws IOException {
        if (passed + failed == 0) {
            throw new Refused(nothing);
        }
        if (rows == null) {
            streams.out().println(passed + " passed, " + failed + " failed");
        } else {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("passed", passed);
            document.put("failed", failed);
            document.put("rows", rows);
            streams.json(document);
        }
        return failed == 0 ? Exit.DONE : Exit.DIFFERED;
    }
}
