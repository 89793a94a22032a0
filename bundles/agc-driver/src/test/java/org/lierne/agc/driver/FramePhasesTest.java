package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.lierne.agc.FrameFacts.FrameTime;
import org.lierne.agc.FrameFacts.Phase;

class FramePhasesTest {
    private final AtomicLong clock = new AtomicLong();
    private final FramePhases phases = new FramePhases(clock::get);

    /** 5 for the title, then 3 of drawing, of which 2 behind 7 of translation: 17 in all. */
    @Test
    void eachInstantCountsForTheInnermostPhase() {
        clock.addAndGet(5);
        Phase title = phases.enter(Phase.DRAW);
        clock.addAndGet(1);
        Phase drawing = phases.enter(Phase.TRANSLATE);
        clock.addAndGet(7);
        phases.back(drawing);
        clock.addAndGet(2);
        phases.back(title);
        clock.addAndGet(2);

        phases.endFrame();

        FrameTime frame = phases.frames().getFirst();
        assertEquals(17, frame.totalNs());
        assertEquals(3, frame.phaseNs().get(Phase.DRAW));
        assertEquals(7, frame.phaseNs().get(Phase.TRANSLATE));
        assertEquals(7, frame.titleNs());
    }

    @Test
    void aFrameBeginsWithNothingSpent() {
        phases.enter(Phase.WAIT);
        clock.addAndGet(4);
        phases.endFrame();
        clock.addAndGet(6);

        phases.endFrame();

        assertEquals(6, phases.frames().getLast().totalNs());
        assertEquals(6, phases.frames().getLast().phaseNs().get(Phase.WAIT));
    }
}
