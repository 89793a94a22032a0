package org.lierne.host.font;

/** A file that is no font, or a font that cannot do what is asked of it. */
public final class FontRefused extends Exception {
    private static final long serialVersionUID = 1;

    public FontRefused(String reason) {
        super(reason);
    }
}
