package org.lierne.agc.driver;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameFacts.FrameTime;
import org.lierne.agc.FrameFacts.Phase;

/** Where the time of frames goes. Phases lie in each other, and each instant counts for the innermost. Guarded by the engine's lock. */
final class FramePhases {
    /** Frames that are kept. */
    private static final int MOST = 240;

    private final LongSupplier clock;
    private final long[] spentNs = new long[Phase.values().length];
    private final long[] endedNs = new long[Phase.values().length];
    private final ArrayDeque<FrameTime> frames = new ArrayDeque<>();
    private @Nullable Phase now;
    private long sinceNs;
    private long frameSinceNs;

    /** @param clock nanoseconds */
    FramePhases(LongSupplier clock) {
        this.clock = clock;
        this.sinceNs = clock.getAsLong();
        this.frameSinceNs = sinceNs;
    }

    /** A phase begins. @return the one around it, to go {@link #back} to; null for none */
    @Nullable Phase enter(Phase next) {
        Phase around = now;
        count();
        now = next;
        return around;
    }

    /** A phase is over. */
    void back(@Nullable Phase around) {
        count();
        now = around;
    }

    private void count() {
        long atNs = clock.getAsLong();
        if (now != null) {
            spentNs[now.ordinal()] += atNs - sinceNs;
        }
        sinceNs = atNs;
    }

    void endFrame() {
        count();
        Map<Phase, Long> phases = new EnumMap<>(Phase.class);
        for (Phase phase : Phase.values()) {
            phases.put(phase, spentNs[phase.ordinal()]);
            endedNs[phase.ordinal()] += spentNs[phase.ordinal()];
            spentNs[phase.ordinal()] = 0;
        }
        frames.addLast(new FrameTime(sinceNs - frameSinceNs, phases));
        frameSinceNs = sinceNs;
        if (frames.size() > MOST) {
            frames.removeFirst();
        }
    }

    /** Nanoseconds of each phase since the first frame. */
    Map<Phase, Long> sinceFirst() {
        count();
        Map<Phase, Long> phases = new EnumMap<>(Phase.class);
        for (Phase phase : Phase.values()) {
            phases.put(phase, endedNs[phase.ordinal()] + spentNs[phase.ordinal()]);
        }
        return phases;
    }

    /** The last frames, oldest first. */
    List<FrameTime> frames() {
        return List.copyOf(frames);
    }
}
