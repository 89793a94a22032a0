package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifetimesTest {
    private final List<String> destroyed = new ArrayList<>();
    private final Lifetimes lifetimes = new Lifetimes();

    private Lifetimes.Owned own(String name) {
        return lifetimes.own(() -> destroyed.add(name));
    }

    @Test
    void destroysAtOnceWhatNoRecordingCanUse() {
        lifetimes.release(own("a"));
        lifetimes.collect(0);

        assertEquals(List.of("a"), destroyed);
    }

    @Test
    void waitsForEveryRecordingThatExistedWhenAnObjectWasLetGo() {
        Lifetimes.Owned a = own("a");
        long submitted = lifetimes.began();
        long open = lifetimes.began();
        lifetimes.submitted(submitted, 1);
        lifetimes.release(a);
        long later = lifetimes.began();
        lifetimes.submitted(later, 3);
        lifetimes.collect(1);
        assertEquals(List.of(), destroyed);

        lifetimes.submitted(open, 2);
        lifetimes.collect(1);
        assertEquals(List.of(), destroyed);

        lifetimes.collect(2);
        assertEquals(List.of("a"), destroyed);
    }

    @Test
    void forgetsARecordingThatIsThrownAway() {
        long dropped = lifetimes.began();
        lifetimes.release(own("a"));
        lifetimes.dropped(dropped);
        lifetimes.collect(0);

        assertEquals(List.of("a"), destroyed);
    }

    @Test
    void destroysOnceHoweverOftenItIsLetGo() {
        Lifetimes.Owned a = own("a");
        lifetimes.release(a);
        lifetimes.release(a);
        lifetimes.collect(0);
        lifetimes.collect(0);
        lifetimes.closeAll();

        assertEquals(List.of("a"), destroyed);
    }

    @Test
    void destroysTheLastMadeFirstAtTheEnd() {
        own("device");
        own("buffer");
        lifetimes.closeAll();

        assertEquals(List.of("buffer", "device"), destroyed);
    }
}
