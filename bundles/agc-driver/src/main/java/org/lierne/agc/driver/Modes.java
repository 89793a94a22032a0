package org.lierne.agc.driver;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.pass.CompatUse;
import org.lierne.recompiler.pass.Switches;

/**
 * The room's compatibility modes for one title.
 *
 * @param switches what the title and this run switch
 * @param use      counts where modes acted; null where nobody counts
 */
record Modes(Switches switches, @Nullable CompatUse use) {
    /** Whether the mode is on; if so, it acts at this place. */
    boolean acts(GraphicsCompat mode, String place) {
        boolean isOn = switches.isOn(mode);
        if (isOn && use != null) {
            use.acted(mode.id(), place);
        }
        return isOn;
    }
}
