package org.lierne.lib.ajm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Records of a job's result in the title's memory: one that is always there, then those that flags ask for. Assumed: lib.ajm. */
final class Records {
    static final int RESULT_BYTES = 8;
    static final int STREAM_BYTES = 16;
    static final int FRAMES_BYTES = 8;
    static final int FORMAT_BYTES = 24;
    static final int GAPLESS_BYTES = 8;
    static final long CODEC_FACTS = 1L << 11;
    static final long MANY_FRAMES = 1L << 12;
    static final long GAPLESS = 1L << 45;
    static final long FORMAT = 1L << 46;
    static final long STREAM = 1L << 47;
    private static final int CODEC_FACTS_BYTES = 16;
    private static final int MOST_BYTES = RESULT_BYTES + CODEC_FACTS_BYTES + GAPLESS_BYTES + FORMAT_BYTES + STREAM_BYTES + FRAMES_BYTES;
    /** Speakers of one to eight channels. */
    private static final int[] SPEAKERS = {0, 0x4, 0x3, 0x7, 0x33, 0x607, 0x60F, 0x70F, 0x63F};

    private final ByteBuffer told = ByteBuffer.allocate(MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final long flags;
    private long room;

    private Records(long flags, long room) {
        this.flags = flags;
        this.room = room;
    }

    /**
     * In the order of the flags' bits, as many as have room.
     *
     * @param instance whose they are; without one there is the result alone
     */
    static byte[] of(@Nullable Instance instance, long flags, Instance.Done done, long room) {
        Records records = new Records(instance == null ? 0 : flags, room - RESULT_BYTES);
        records.told.putInt(done.result()).putInt(0);
        if (instance != null) {
            records.put(instance, done);
        }
        return Arrays.copyOf(records.told.array(), records.told.position());
    }

    private void put(Instance instance, Instance.Done done) {
        Atrac9 atrac9 = instance.atrac9();
        if (atrac9 != null && takes(CODEC_FACTS, CODEC_FACTS_BYTES)) {
            told.putInt(atrac9.superframeBytes()).putInt(atrac9.superframeSamples() / atrac9.frameSamples()).putInt(atrac9.superframeBytes())
                    .putInt(atrac9.frameSamples());
        }
        if (takes(GAPLESS, GAPLESS_BYTES)) {
            instance.putGapless(told);
        }
        if (takes(FORMAT, FORMAT_BYTES)) {
            int channels = instance.channels();
            told.putInt(channels).putInt(channels < SPEAKERS.length ? SPEAKERS[channels] : 0).putInt(instance.rate())
                    .putInt(instance.encoding().ordinal()).putInt(0).putInt(0);
        }
        if (takes(STREAM, STREAM_BYTES)) {
            told.putInt(done.consumed()).putInt(done.produced()).putLong(instance.samples());
        }
        if (takes(MANY_FRAMES, FRAMES_BYTES)) {
            told.putInt(done.frames()).putInt(0);
        }
    }

    /** Whether a record is asked for and has room; behind one that has none there is no other. */
    private boolean takes(long flag, int bytes) {
        if ((flags & flag) == 0) {
            return false;
        }
        room -= bytes;
        return room >= 0;
    }
}
