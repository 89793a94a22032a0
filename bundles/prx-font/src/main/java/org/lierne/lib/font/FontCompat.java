package org.lierne.lib.font;

import org.lierne.kernel.title.CompatMode;

/** Where the font library is not proven to answer as the console does. */
public enum FontCompat implements CompatMode {
    /** Records, codes, sizes and effects. */
    GLYPHS("lib.font"),
    /** A font of the host stands in for those of the console. */
    SYSTEM_FONTS("lib.font.system-fonts");

    private final String id;

    FontCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
