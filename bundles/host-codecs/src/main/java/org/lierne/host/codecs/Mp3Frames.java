package org.lierne.host.codecs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jcodec.codecs.mpa.Mp3Decoder;
import org.lierne.host.media.AudioDecoder;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.Samples;

/** Frames of layer III. Documented: ISO/IEC 11172-3, 2.4.1.3 and 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3. */
final class Mp3Frames implements AudioDecoder {
    private static final int HEAD_BYTES = 4;
    private static final int SYNC = 0xFFE0_0000;
    private static final int LAYER_III = 1;
    private static final int MPEG_1 = 3;
    private static final int RESERVED = 1;
    private static final int MONO = 3;
    private static final int MOST_SAMPLES = 1152;
    private static final float FULL_SCALE = 32768;
    private static final int[] RATES = {44_100, 48_000, 32_000};
    private static final int[] KILOBITS_1 = {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320};
    private static final int[] KILOBITS_2 = {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160};

    private final Mp3Decoder decoder = new Mp3Decoder();

    /** What the head of a frame says. */
    private record Head(int version, int rate, int bytes, int channels) {
        static Head of(int word) throws MediaRefused {
            int version = word >>> 19 & 3;
            int kilobits = word >>> 12 & 0xF;
            int frequency = word >>> 10 & 3;
            if ((word & SYNC) != SYNC || version == RESERVED || (word >>> 17 & 3) != LAYER_III || kilobits == 0 || kilobits == 15 || frequency == 3) {
                throw new MediaRefused("no frame of layer III: its head is 0x%08x".formatted(word));
            }
            // MPEG-2 halves the rates of MPEG-1, and its older extension halves them again.
            int rate = RATES[frequency] >> (version == MPEG_1 ? 0 : version == 2 ? 1 : 2);
            int bits = 1000 * (version == MPEG_1 ? KILOBITS_1 : KILOBITS_2)[kilobits];
            int bytes = (version == MPEG_1 ? 144 : 72) * bits / rate + (word >>> 9 & 1);
            return new Head(version, rate, bytes, (word >>> 6 & 3) == MONO ? 1 : 2);
        }
    }

    private static int word(byte[] data, int at) {
        return ByteBuffer.wrap(data).getInt(at);
    }

    @Override
    public int frameBytes(byte[] data, int at, int end) throws MediaRefused {
        return end - at < HEAD_BYTES ? 0 : Head.of(word(data, at)).bytes();
    }

    @Override
    public Samples decode(byte[] data, int at, int bytes) throws MediaRefused {
        Head head = Head.of(word(data, at));
        ByteBuffer room = ByteBuffer.allocate(MOST_SAMPLES * head.channels() * Short.BYTES);
        ByteBuffer made;
        try {
            made = decoder.decodeFrame(ByteBuffer.wrap(data, at, bytes).slice(), room).getData().order(ByteOrder.LITTLE_ENDIAN);
        } catch (IOException | RuntimeException e) {
            throw new MediaRefused("a frame of layer III cannot be decoded: " + e);
        }
        float[] values = new float[made.remaining() / Short.BYTES];
        for (int i = 0; i < values.length; i++) {
            values[i] = made.getShort() / FULL_SCALE;
        }
        return new Samples(head.channels(), head.rate(), values);
    }
}
