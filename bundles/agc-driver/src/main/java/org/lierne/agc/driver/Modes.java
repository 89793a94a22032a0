package org.lierne.agc.driver;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.pass.CompatUse;
import org.lierne.recompiler.pass.Switches;

/** The room's compatibility modes for one title. They change between draws, never within one. */
final class Modes {
    private final Supplier<Switches> source;
    private final @Nullable CompatUse use;
    private volatile Switches switches;

    /**
     * @param source what the title and this run switch now
     * @param use    counts where modes acted; null where nobody counts
     */
    Modes(Supplier<Switches> source, @Nullable CompatUse use) {
        this.source = source;
        this.use = use;
        this.switches = source.get();
    }

    /** A draw or dispatch begins: what holds for it until its end. */
    Switches renew() {
        switches = source.get();
        return switches;
    }

    boolean isOn(GraphicsCompat mode) {
        return switches.isOn(mode);
    }

    /** Whether the mode is on; if so, it acts at this place. */
    boolean acts(GraphicsCompat mode, String place) {
        return acts(mode, mode.on(), place);
    }

    /** The same for a mode whose default is not the same everywhere. */
    boolean acts(GraphicsCompat mode, boolean byDefault, String place) {
        boolean isOn = switches.isOn(mode.id(), byDefault);
        if (isOn && use != null) {
            use.acted(mode.id(), place);
        }
        return isOn;
    }
}
