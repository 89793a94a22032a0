package org.lierne.lib.ajm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.HleRefusal;
import org.lierne.host.media.AudioDecoder;
import org.lierne.host.media.AudioDecoders;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.Samples;

/** A decoder of a title: what it was made for, and the stream that it is in. Every thread may ask. Assumed: lib.ajm. */
final class Instance {
    /** Bits of a job's result. */
    static final int NOT_INITIALIZED = 0x01;
    static final int INVALID_DATA = 0x02;
    static final int INVALID_PARAMETER = 0x04;
    static final int PARTIAL_INPUT = 0x08;
    static final int NOT_ENOUGH_ROOM = 0x10;
    private static final int CODEC_ERROR = 0x4000_0000;

    private static final int ENCODING_SHIFT = 7;
    private static final int ENCODING_MASK = 7;
    private static final int CHANNELS_MASK = 0x7F;
    private static final int ADTS = 1;
    private static final int BARE = 2;
    private static final int[] AAC_RATES = {96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000};

    /** What a job has done. */
    record Done(int result, int consumed, int produced, int frames) {}

    private final Codec codec;
    private final AudioDecoders decoders;
    private final Encoding encoding;
    private final Gapless gapless = new Gapless();
    private @Nullable AudioDecoder decoder;
    private byte[] parameters = {};
    private int channels;
    private int rate = 48_000;
    private long samples;

    Instance(Codec codec, long flags, AudioDecoders decoders) {
        this.codec = codec;
        this.decoders = decoders;
        int number = (int) (flags >>> ENCODING_SHIFT) & ENCODING_MASK;
        if (number >= Encoding.values().length) {
            throw new HleRefusal("samples of encoding " + number + ", which is not known");
        }
        this.encoding = Encoding.values()[number];
        this.channels = Math.max((int) flags & CHANNELS_MASK, 1);
        if (codec == Codec.MP3) {
            decoder = decoders.mp3();
        }
    }

    Encoding encoding() {
        return encoding;
    }

    synchronized void setGapless(int total, int skippedFirst) {
        gapless.set(total, skippedFirst);
    }

    synchronized int channels() {
        return channels;
    }

    synchronized int rate() {
        return rate;
    }

    /** The record of {@link Gapless}: what is heard yet, what is skipped yet, what was skipped. */
    synchronized void putGapless(ByteBuffer to) {
        to.putInt((int) gapless.total()).putShort((short) gapless.toSkip()).putShort((short) gapless.skipped());
    }

    /** Samples of each channel that were given so far. */
    synchronized long samples() {
        return samples;
    }

    synchronized @Nullable Atrac9 atrac9() {
        return decoder instanceof Atrac9 atrac9 ? atrac9 : null;
    }

    /** @return the result of the job */
    synchronized int initialize(byte[] codecParameters) {
        parameters = codecParameters;
        return reset();
    }

    /** Begins the stream anew. */
    synchronized int reset() {
        samples = 0;
        gapless.reset();
        try {
            decoder = make();
            return decoder == null ? NOT_INITIALIZED : 0;
        } catch (MediaRefused e) {
            decoder = null;
            return INVALID_PARAMETER;
        }
    }

    private @Nullable AudioDecoder make() throws MediaRefused {
        if (codec == Codec.MP3) {
            return decoders.mp3();
        }
        if (parameters.length < Integer.BYTES) {
            return null;
        }
        if (codec == Codec.ATRAC9) {
            Atrac9 made = Atrac9.of(parameters);
            channels = made.channels();
            rate = made.rate();
            return made;
        }
        ByteBuffer words = ByteBuffer.wrap(parameters).order(ByteOrder.LITTLE_ENDIAN);
        int form = words.getInt(0);
        if (form == ADTS) {
            return decoders.aac();
        }
        int number = parameters.length < 2 * Integer.BYTES ? AAC_RATES.length : words.getInt(Integer.BYTES);
        if (form != BARE || number < 0 || number >= AAC_RATES.length) {
            throw new MediaRefused("AAC of form " + form + " and rate " + number);
        }
        rate = AAC_RATES[number];
        return decoders.bareAac(rate, channels);
    }

    /** Decodes one frame, or as many as there are and have room. */
    synchronized Done decode(byte[] input, ByteBuffer output, boolean isMany) {
        AudioDecoder used = decoder;
        if (used == null) {
            return new Done(NOT_INITIALIZED, 0, 0, 0);
        }
        int consumed = 0;
        int frames = 0;
        int result = 0;
        int from = output.position();
        int lastBytes = 0;
        try {
            while (consumed < input.length && (frames == 0 || isMany)) {
                int bytes = used.frameBytes(input, consumed, input.length);
                if (bytes == 0 || bytes > input.length - consumed) {
                    result = frames == 0 ? PARTIAL_INPUT : 0;
                    break;
                }
                // A decoder goes on from frame to frame, so that what it makes must have room before it is asked: frames of a stream are alike.
                if (output.remaining() < lastBytes) {
                    break;
                }
                Samples made = used.decode(input, consumed, bytes);
                consumed += bytes;
                frames++;
                lastBytes = made.values().length * encoding.bytes();
                if (!isWritten(made, output)) {
                    result = NOT_ENOUGH_ROOM;
                    break;
                }
            }
            if (input.length == 0) {
                result = PARTIAL_INPUT;
            }
        } catch (MediaRefused e) {
            result = CODEC_ERROR | INVALID_DATA;
        }
        return new Done(result, consumed, output.position() - from, frames);
    }

    private boolean isWritten(Samples made, ByteBuffer output) {
        channels = made.channels();
        rate = made.rate();
        int skipped = gapless.skip(made.count());
        int heard = gapless.take(made.count() - skipped);
        int room = output.remaining() / (channels * encoding.bytes());
        int written = Math.min(heard, room);
        encoding.put(output, made, skipped, written);
        samples += written;
        return written == heard;
    }
}
