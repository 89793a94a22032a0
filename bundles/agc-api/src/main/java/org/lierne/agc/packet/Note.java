package org.lierne.agc.packet;

/**
 * Notes that the graphics library leaves for capture tools in the thread-trace register. They are real output: sizes count them, and the
 * wait patches take the address of the first note. Facts: docs/graphics-library.md, section 2.
 */
public final class Note {
    public static final int REGISTER = 0x342;

    private static final int WAIT_ENDS = 0xC8000000;
    private static final int WAIT_32 = 0xC8010000;
    private static final int WAIT_64 = 0xC8020000;

    private Note() {}

    /** Header bits of what the library writes for itself: the reset of the filter memory on graphics queues. */
    static int headerBits(boolean isGraphics) {
        return isGraphics ? Header.RESET_FILTER : 0;
    }

    /** A note of a tag and its words. */
    public static Words of(boolean isGraphics, int... values) {
        Words words = Pm4.SET_UCONFIG_REG.words(2 + values.length).with("offset", REGISTER).header(headerBits(isGraphics));
        for (int i = 0; i < values.length; i++) {
            words.word(2 + i, values[i]);
        }
        return words;
    }

    public static Words waitBegins(boolean isGraphics, boolean isWide, long address) {
        return of(isGraphics, (isWide ? WAIT_64 : WAIT_32) | (int) (address >>> 32 & 0xFFFF), (int) address);
    }

    public static Words waitEnds(boolean isGraphics) {
        return of(isGraphics, WAIT_ENDS);
    }
}
