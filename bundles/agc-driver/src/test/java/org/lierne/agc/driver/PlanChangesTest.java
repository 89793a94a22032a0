package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.agc.FrameFacts.Phase;
import org.lierne.agc.FrameFacts.PlanChange;

final class PlanChangesTest {
    private long now;
    private long waitedNs;
    private final PlanChanges changes = new PlanChanges(() -> now, () -> Map.of(Phase.COMPILE, waitedNs));

    private void after(long milliseconds) {
        now += milliseconds * 1_000_000;
    }

    /** Two frames are on their way to the display when the third begins, under a new plan. */
    @Test
    void endsWhenTheFrameOfTheFirstDrawIsShown() {
        changes.used();
        changes.frameEnds();
        changes.frameEnds();
        changes.begin();
        changes.used();
        changes.used();
        changes.translated();
        after(5);
        assertNull(changes.frameShown());
        changes.frameEnds();
        changes.used();
        after(10);
        assertNull(changes.frameShown());
        after(20);

        PlanChange change = changes.frameShown();

        assertEquals(new PlanChange(35, 2, 1, Map.of(Phase.COMPILE, 0L)), change);
        assertEquals(change, changes.last());
        changes.frameEnds();
        assertNull(changes.frameShown(), "it is told once");
    }

    @Test
    void aChangeBeforeTheOtherIsSeenBeginsAnew() {
        changes.begin();
        changes.used();
        after(50);
        changes.begin();
        after(7);
        changes.frameEnds();
        assertNull(changes.frameShown());
        changes.frameEnds();

        assertEquals(new PlanChange(7, 0, 0, Map.of(Phase.COMPILE, 0L)), changes.frameShown());
    }

    @Test
    void aFrameThatBeganUnderAnotherPlanDoesNotCount() {
        changes.used();
        changes.begin();
        changes.used();
        changes.frameEnds();
        assertNull(changes.frameShown());
        changes.used();
        changes.used();
        changes.frameEnds();
        after(9);

        assertEquals(new PlanChange(9, 2, 0, Map.of(Phase.COMPILE, 0L)), changes.frameShown());
    }

    @Test
    void tellsWhatEachPhaseTookOfTheTime() {
        waitedNs = 400_000_000;
        changes.begin();
        waitedNs += 12_000_000;
        after(30);
        changes.frameEnds();

        assertEquals("first frame under the new plan after 30 ms, 0 of 0 variants translated anew, compile 12 ms", String.valueOf(changes.frameShown()));
    }
}
