package org.lierne.recompiler.pass;

import org.osgi.annotation.versioning.ProviderType;

/** The switches of titles: shipped files, the user's own on top, changes made at the console on top of those. */
@ProviderType
public interface CompatProfiles {
    /** What this title switches; {@link Switches#DEFAULTS} for an unknown or empty id. */
    Switches forTitle(String titleId);

    /** Sets one switch of a title, in memory and in the user's file. */
    void set(String titleId, String pluginId, boolean on);

    /** Goes up with each change made here; what changes in files beside it does not count. Cheap enough for each draw. */
    default long changes() {
        return 0;
    }
}
