package org.lierne.lib.ajm;

import java.nio.ByteBuffer;
import org.lierne.host.media.Samples;

/** How samples lie in the title's memory. Assumed: lib.ajm. */
enum Encoding {
    S16(Short.BYTES) {
        @Override
        void put(ByteBuffer to, float value) {
            to.putShort((short) Math.clamp(Math.round(value * 32768.0), Short.MIN_VALUE, Short.MAX_VALUE));
        }
    },
    S32(Integer.BYTES) {
        @Override
        void put(ByteBuffer to, float value) {
            to.putInt((int) Math.clamp(Math.round(value * 2147483648.0), Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
    },
    FLOAT(Float.BYTES) {
        @Override
        void put(ByteBuffer to, float value) {
            to.putFloat(value);
        }
    };

    private final int bytes;

    Encoding(int bytes) {
        this.bytes = bytes;
    }

    abstract void put(ByteBuffer to, float value);

    int bytes() {
        return bytes;
    }

    /** Writes samples of all channels, from one on. */
    void put(ByteBuffer to, Samples samples, int from, int count) {
        for (int i = from * samples.channels(); i < (from + count) * samples.channels(); i++) {
            put(to, samples.values()[i]);
        }
    }
}
