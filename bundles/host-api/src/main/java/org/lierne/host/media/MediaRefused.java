package org.lierne.host.media;

/** Bytes that are not what they should be, or of a kind that is not known. */
public final class MediaRefused extends Exception {
    private static final long serialVersionUID = 1;

    public MediaRefused(String reason) {
        super(reason);
    }
}
