package org.lierne.lib.ngs2;

/**
 * The 4-bit difference code of earlier consoles: frames of 16 bytes with 28 samples, each foretold from the two before it. Documented: public
 * descriptions of the format.
 */
final class VagDecoder {
    static final int FRAME_BYTES = 16;
    static final int FRAME_SAMPLES = 28;
    private static final int HEAD_BYTES = 2;
    private static final int MOST_SHIFT = 12;
    private static final int UNIT_SHIFT = 6;
    private static final int[] FIRST = {0, 60, 115, 98, 122};
    private static final int[] SECOND = {0, 0, -52, -55, -60};
    private static final float SCALE = 0x1p15f;

    private int last;
    private int beforeLast;

    /** Decodes a frame; a filter that does not exist counts as the first. */
    float[] decode(byte[] frame) {
        int filter = (frame[0] & 0xFF) >> 4;
        int kind = filter < FIRST.length ? filter : 0;
        int shift = Math.min(frame[0] & 0xF, MOST_SHIFT);
        float[] values = new float[FRAME_SAMPLES];
        for (int i = 0; i < FRAME_SAMPLES; i++) {
            int pair = frame[HEAD_BYTES + i / 2];
            int difference = (short) ((i % 2 == 0 ? pair & 0xF : pair >> 4 & 0xF) << 12) >> shift;
            int value = difference + (last * FIRST[kind] + beforeLast * SECOND[kind] >> UNIT_SHIFT);
            beforeLast = last;
            last = Math.clamp(value, Short.MIN_VALUE, Short.MAX_VALUE);
            values[i] = last / SCALE;
        }
        return values;
    }
}
