package org.lierne.lib.ngs2;

/** A wave's file that is not what it should be. */
final class WaveformException extends Exception {
    private static final long serialVersionUID = 1;

    private final Ngs2Error error;

    WaveformException(Ngs2Error error) {
        super(error.name());
        this.error = error;
    }

    Ngs2Error error() {
        return error;
    }
}
