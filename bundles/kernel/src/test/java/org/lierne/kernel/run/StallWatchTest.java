package org.lierne.kernel.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StallWatchTest {
    private final AtomicLong frames = new AtomicLong();
    private final List<Long> told = new ArrayList<>();
    private final StallWatch watch = new StallWatch(frames::get, 100, told::add);

    @Test
    void tellsOnceOfATitleThatShowsNoFrameAnyMore() {
        frames.set(7);
        watch.look(1000);
        watch.look(1099);
        watch.look(1100);
        watch.look(2000);

        assertEquals(List.of(7L), told);
    }

    @Test
    void tellsAgainWhenTheTitleWentOnAndStandsStillOnceMore() {
        frames.set(1);
        watch.look(0);
        watch.look(100);
        frames.set(2);
        watch.look(150);
        watch.look(250);

        assertEquals(List.of(1L, 2L), told);
    }

    @Test
    void waitsForATitleThatHasShownNothingYet() {
        watch.look(0);
        watch.look(10_000);

        assertEquals(List.of(), told);
    }
}
