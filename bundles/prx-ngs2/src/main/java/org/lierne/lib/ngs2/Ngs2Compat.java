package org.lierne.lib.ngs2;

import org.lierne.kernel.title.CompatMode;

/** Where the synthesizer is not proven to sound and answer as the console's does. */
public enum Ngs2Compat implements CompatMode {
    /** Records, numbers, codes, and how voices are mixed. */
    MIXING("lib.ngs2"),
    /** Effects have no effect. */
    EFFECTS("lib.ngs2.effects"),
    /** ATRAC9 is silence. */
    ATRAC9("lib.ngs2.atrac9");

    private final String id;

    Ngs2Compat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
