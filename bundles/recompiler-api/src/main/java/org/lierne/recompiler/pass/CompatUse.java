package org.lierne.recompiler.pass;

import java.util.Map;
import java.util.function.Supplier;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Counts where compatibility modes acted. The first time in a run a mode is logged once with its place; after that it only counts.
 */
@ProviderType
public interface CompatUse {
    /**
     * A mode acted.
     *
     * @param pluginId the mode
     * @param place    where, as a refusal would name it: {@code ps 8d1c41e2 pc=0x01a4 image_store …}; asked for the first time only
     */
    void acted(String pluginId, Supplier<String> place);

    /** The same with a place that is at hand. */
    default void acted(String pluginId, String place) {
        acted(pluginId, () -> place);
    }

    /** Every mode that acted since the platform started. */
    Map<String, Use> uses();

    /** How often a mode acted, and where first. */
    record Use(long count, String firstPlace) {}
}
