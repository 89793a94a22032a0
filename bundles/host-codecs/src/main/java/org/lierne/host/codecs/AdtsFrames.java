package org.lierne.host.codecs;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lierne.host.media.AudioDecoder;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.Samples;

/** AAC in ADTS frames, whose heads say what follows. Documented: ISO/IEC 13818-7, 6.2. */
final class AdtsFrames implements AudioDecoder {
    private static final int HEAD_BYTES = 7;
    private static final int CHECKSUM_BYTES = 2;

    private byte @Nullable [] configuration;
    private @Nullable AacStream stream;

    private static int at(byte[] data, int index) {
        return data[index] & 0xFF;
    }

    private static int headBytes(byte[] data, int at) {
        return HEAD_BYTES + ((data[at + 1] & 1) == 0 ? CHECKSUM_BYTES : 0);
    }

    @Override
    public int frameBytes(byte[] data, int at, int end) throws MediaRefused {
        if (end - at < HEAD_BYTES) {
            return 0;
        }
        int bytes = (at(data, at + 3) & 3) << 11 | at(data, at + 4) << 3 | at(data, at + 5) >> 5;
        if (at(data, at) != 0xFF || (at(data, at + 1) & 0xF6) != 0xF0 || bytes <= headBytes(data, at)) {
            throw new MediaRefused("no ADTS frame: it begins with 0x%02x%02x and has %d bytes".formatted(at(data, at), at(data, at + 1), bytes));
        }
        return bytes;
    }

    @Override
    public Samples decode(byte[] data, int at, int bytes) throws MediaRefused {
        byte[] said = AacConfiguration.of((at(data, at + 2) >> 6) + 1, at(data, at + 2) >> 2 & 0xF,
                (at(data, at + 2) & 1) << 2 | at(data, at + 3) >> 6);
        if (stream == null || !Arrays.equals(said, configuration)) {
            stream = new AacStream(said);
            configuration = said;
        }
        return stream.decode(Arrays.copyOfRange(data, at + headBytes(data, at), at + bytes));
    }
}
