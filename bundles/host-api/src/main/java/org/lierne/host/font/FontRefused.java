package org.lierne.host.font;

/** A file that is no font. */
public final class FontRefused extends Exception {
    private static final long serialVersionUID = 1;

    public FontRefused(String reason) {
        super(reason);
    }
}
