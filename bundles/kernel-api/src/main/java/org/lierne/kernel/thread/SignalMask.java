package org.lierne.kernel.thread;

/**
 * A set of signals: 128 bits, signal 1 the lowest of the first word.
 *
 * @param low  signals 1 to 64
 * @param high signals 65 to 128
 */
public record SignalMask(long low, long high) {
    public static final SignalMask NONE = new SignalMask(0, 0);
    public static final int SIGNALS = 2 * Long.SIZE;

    public static boolean isSignal(int signal) {
        return signal >= 1 && signal <= SIGNALS;
    }

    public static SignalMask of(int signal) {
        int bit = signal - 1;
        return bit < Long.SIZE ? new SignalMask(1L << bit, 0) : new SignalMask(0, 1L << bit);
    }

    public boolean contains(int signal) {
        SignalMask one = of(signal);
        return (low & one.low | high & one.high) != 0;
    }

    public SignalMask or(SignalMask other) {
        return new SignalMask(low | other.low, high | other.high);
    }

    public SignalMask without(SignalMask other) {
        return new SignalMask(low & ~other.low, high & ~other.high);
    }
}
