package org.lierne.lib.ajm;

import org.lierne.kernel.title.CompatMode;

/** Where the audio job manager is not proven to answer as the console does. */
public enum AjmCompat implements CompatMode {
    /** Records, codes, flags and sizes of jobs. */
    JOBS("lib.ajm"),
    /** ATRAC9 is silence. */
    ATRAC9("lib.ajm.atrac9");

    private final String id;

    AjmCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
