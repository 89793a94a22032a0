package org.lierne.host.codecs;

import java.util.Arrays;
import org.lierne.host.media.AudioDecoder;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.Samples;

/** AAC without heads: what is given is one frame. */
final class BareAacFrames implements AudioDecoder {
    private final AacStream stream;

    BareAacFrames(byte[] configuration) throws MediaRefused {
        this.stream = new AacStream(configuration);
    }

    @Override
    public int frameBytes(byte[] data, int at, int end) {
        return end - at;
    }

    @Override
    public Samples decode(byte[] data, int at, int bytes) throws MediaRefused {
        return stream.decode(Arrays.copyOfRange(data, at, at + bytes));
    }
}
