package org.lierne.agc.driver;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameFacts.Phase;
import org.lierne.agc.FrameFacts.PlanChange;

/**
 * How long changes of passes or switches take to be seen: from the first draw under the new plan until the first frame is shown that has no draw under
 * another. Guarded by the engine's lock, but for {@link #translated}.
 */
final class PlanChanges {
    private final LongSupplier clock;
    private final Supplier<Map<Phase, Long>> phases;
    private final AtomicInteger translated = new AtomicInteger();
    private boolean isUnderWay;
    private long sinceNs;
    private Map<Phase, Long> phasesBefore = Map.of();
    private long frame;
    private int used;
    private boolean hasDrawn;
    private long ended;
    private long shown;
    private @Nullable PlanChange last;

    /**
     * @param clock  nanoseconds
     * @param phases what each phase took of the time until now
     */
    PlanChanges(LongSupplier clock, Supplier<Map<Phase, Long>> phases) {
        this.clock = clock;
        this.phases = phases;
    }

    /** A draw comes under another plan than the one before it. */
    void begin() {
        isUnderWay = true;
        sinceNs = clock.getAsLong();
        phasesBefore = phases.get();
        frame = ended + (hasDrawn ? 2 : 1);
        used = 0;
        translated.set(0);
    }

    /** The frame that is drawn uses one more variant. */
    void used() {
        hasDrawn = true;
        if (ended == frame - 1) {
            used++;
        }
    }

    /** A variant was translated that no plan before had made. Callable on every thread. */
    void translated() {
        translated.incrementAndGet();
    }

    void frameEnds() {
        hasDrawn = false;
        ended++;
    }

    /** A frame was shown. @return the change that is seen with it, null for none */
    @Nullable PlanChange frameShown() {
        shown++;
        if (!isUnderWay || shown < frame) {
            return null;
        }
        isUnderWay = false;
        Map<Phase, Long> took = new EnumMap<>(Phase.class);
        phases.get().forEach((phase, ns) -> took.put(phase, ns - phasesBefore.getOrDefault(phase, 0L)));
        last = new PlanChange((clock.getAsLong() - sinceNs) / 1_000_000, used, translated.get(), took);
        return last;
    }

    /** How the last one went, null before the first. */
    @Nullable PlanChange last() {
        return last;
    }
}
