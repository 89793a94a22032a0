package org.lierne.agc.driver;

import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.lierne.recompiler.pass.CompatProfiles;
import org.lierne.recompiler.pass.Switches;

/**
 * What a running title switches. A change at the console counts for the next draw; files are looked at a hundred times a second, since a
 * look costs more than a draw may.
 */
final class LiveSwitches implements Supplier<Switches> {
    private static final long LOOK_NS = 10_000_000;

    private final CompatProfiles profiles;
    private final String titleId;
    private final Map<String, Boolean> ofRun;
    private final LongSupplier clock;
    private Switches known;
    private long changes;
    private long lookedNs;

    /**
     * @param ofRun what this run switches over the profile
     * @param clock nanoseconds
     */
    LiveSwitches(CompatProfiles profiles, String titleId, Map<String, Boolean> ofRun, LongSupplier clock) {
        this.profiles = profiles;
        this.titleId = titleId;
        this.ofRun = Map.copyOf(ofRun);
        this.clock = clock;
        this.changes = profiles.changes();
        this.lookedNs = clock.getAsLong();
        this.known = look();
    }

    /** The same object as long as nothing changes. */
    @Override
    public synchronized Switches get() {
        long nowNs = clock.getAsLong();
        long seen = profiles.changes();
        if (seen != changes || nowNs - lookedNs >= LOOK_NS) {
            changes = seen;
            lookedNs = nowNs;
            Switches now = look();
            if (!now.equals(known)) {
                known = now;
            }
        }
        return known;
    }

    private Switches look() {
        return profiles.forTitle(titleId).with(ofRun);
    }
}
