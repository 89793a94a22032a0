package org.lierne.lib.ngs2;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** A voice that mixes what others send to it: a submixer, or with an output the last one before the title's buffers. */
final class Mixer extends Voice {
    private static final int LOW_CHANNEL = 3;
    private static final int CHANNELS_WITH_LOW = 6;
    private static final int STATE_BYTES = 0x14;
    private static final int LAST_STATE_BYTES = 0x50;
    private static final int STATE_CHANNELS = 8;

    private int channels = 2;
    private float[][] input = new float[0][];
    private float gain = 1;
    private float lowGain = 1;
    private int output;

    Mixer(Rack rack, int index, long handle) {
        super(rack, index, handle);
    }

    void setChannels(int count) {
        channels = count;
        input = new float[0][];
    }

    /** @param low gain of the channel for low frequencies alone */
    void setGain(float all, float low) {
        gain = all;
        lowGain = low;
    }

    void setOutput(int number) {
        output = number;
    }

    /** Number of the title's buffer that gets this mix. */
    int output() {
        return output;
    }

    @Override
    int channels() {
        return channels;
    }

    @Override
    void ended() {
        input = new float[0][];
    }

    /** Makes room for a grain's sound of others. */
    void begin(int samples) {
        input = new float[channels][samples];
    }

    /** Without levels a single channel goes to the first two, and others to those of the same number. */
    void take(float[][] sound, float @Nullable [] levels, float volume) {
        for (int from = 0; from < sound.length; from++) {
            for (int to = 0; to < input.length; to++) {
                add(input[to], sound[from], volume * (levels == null ? plainLevel(sound.length, from, to) : level(levels, sound.length, from, to)));
            }
        }
    }

    private static float plainLevel(int channels, int from, int to) {
        return from == to || channels == 1 && to < 2 ? 1 : 0;
    }

    private static float level(float[] levels, int channels, int from, int to) {
        int width = levels.length / channels;
        return to < width ? levels[from * width + to] : 0;
    }

    private static void add(float[] into, float[] values, float level) {
        if (level == 0) {
            return;
        }
        for (int i = 0; i < into.length; i++) {
            into[i] += values[i] * level;
        }
    }

    @Override
    void fill(float[][] sound) {
        for (int channel = 0; channel < Math.min(sound.length, input.length); channel++) {
            add(sound[channel], input[channel], channels >= CHANNELS_WITH_LOW && channel == LOW_CHANNEL ? lowGain : gain);
        }
    }

    @Override
    byte[] state() {
        return rack().kind() == RackKind.MASTERING ? lastState() : ByteBuffer.allocate(STATE_BYTES).order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0x00, flags())
                .putFloat(0x08, 1)
                .putFloat(0x0C, peak()).array();
    }

    /** With the peaks of what came in and what goes out, by channel. */
    private byte[] lastState() {
        ByteBuffer state = ByteBuffer.allocate(LAST_STATE_BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(0x00, flags());
        put(state, 0x10, peaks(input));
        put(state, 0x30, peaks());
        return state.array();
    }

    private static void put(ByteBuffer state, int at, float[] peaks) {
        for (int i = 0; i < Math.min(peaks.length, STATE_CHANNELS); i++) {
            state.putFloat(at + i * Float.BYTES, peaks[i]);
        }
    }
}
