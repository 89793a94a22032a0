package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private final AtomicLong now = new AtomicLong(-5);

    private Patience limited(long seconds) {
        return new Patience(TimeUnit.SECONDS.toNanos(seconds), now::get);
    }

    private void pass(long seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void isOverWhenNothingMovesForItsTime() {
        Patience patience = limited(60);

        pass(59);
        assertFalse(patience.isOver());
        patience.moved();
        pass(59);
        assertFalse(patience.isOver());
        pass(1);
        assertTrue(patience.isOver());
    }

    @Test
    void hasNoLimitUntilSomebodyWantsAnEnd() {
        Patience patience = new Patience(Long.MAX_VALUE, now::get);

        pass(3600);
        assertFalse(patience.isOver());
        patience.hurry();
        assertTrue(patience.isOver());
        patience.moved();
        pass(19);
        assertFalse(patience.isOver());
        pass(1);
        assertTrue(patience.isOver());
    }

    @Test
    void keepsAShorterLimitInAHurry() {
        Patience patience = limited(3);

        patience.hurry();
        pass(3);
        assertTrue(patience.isOver());
    }

    @Test
    void tellsOnceOfADeviceThatStandsStill() {
        Patience patience = limited(60);

        pass(19);
        assertFalse(patience.isToBeTold());
        pass(1);
        assertTrue(patience.isToBeTold());
        assertFalse(patience.isToBeTold());
        patience.moved();
        pass(20);
        assertTrue(patience.isToBeTold());
    }
}
