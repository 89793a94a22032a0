package org.lierne.lib.png_dec;

import org.lierne.kernel.title.CompatMode;

/** Where the PNG decoder is not proven to answer as the console does. */
public enum PngDecCompat implements CompatMode {
    /** Records, codes, the size of the work memory, and what becomes of 16-bit samples. */
    PICTURES("lib.png-dec");

    private final String id;

    PngDecCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
