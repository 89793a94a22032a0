package org.lierne.lib.png_dec;

/** Bytes that are no picture, or not a whole one. */
final class PngRefused extends Exception {
    private static final long serialVersionUID = 1;

    PngRefused(String message) {
        super(message);
    }
}
