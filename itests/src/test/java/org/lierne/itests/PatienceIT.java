package org.lierne.itests;

import static org.junit.Assert.assertThrows;

import java.util.concurrent.TimeUnit;
import org.junit.Test;

/** What counts as hanging, with a clock of its own. */
public final class PatienceIT {
    private long nowNs;
    private long runningNs;
    private long readyNs;
    private final Patience patience = new Patience(10, () -> nowNs, () -> new Patience.Times(runningNs, readyNs));

    /** Seconds without progress, in each of which the threads ran and stood ready for so many milliseconds together. */
    private void pass(int seconds, long runningMs, long readyMs) {
        for (int s = 0; s < seconds; s++) {
            nowNs += TimeUnit.SECONDS.toNanos(1);
            runningNs += TimeUnit.MILLISECONDS.toNanos(runningMs);
            readyNs += TimeUnit.MILLISECONDS.toNanos(readyMs);
            patience.look(1, () -> "");
        }
    }

    private void begin() {
        patience.look(1, () -> "");
    }

    @Test
    public void sleepingThreadsHang() {
        begin();
        pass(10, 0, 0);

        assertThrows(AssertionError.class, () -> pass(1, 0, 0));
    }

    @Test
    public void threadsThatGetNoProcessorDoNot() {
        begin();
        pass(1000, 5, 1000);
    }

    @Test
    public void threadsThatKeepOneAnotherBusyHang() {
        begin();
        pass(10, 1000, 1000);

        assertThrows(AssertionError.class, () -> pass(1, 1000, 1000));
    }

    @Test
    public void progressBeginsTheWaitAnew() {
        begin();
        pass(10, 1000, 1000);
        patience.look(2, () -> "");
        patience.look(1, () -> "");
        pass(10, 1000, 1000);
    }
}
