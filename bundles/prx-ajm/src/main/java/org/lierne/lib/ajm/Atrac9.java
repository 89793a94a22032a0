package org.lierne.lib.ajm;

import java.nio.ByteBuffer;
import org.lierne.host.media.Atrac9Stream;
import org.lierne.host.media.AudioDecoder;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.Samples;

/** Silence of a stream's length. Assumed: lib.ajm.atrac9. */
record Atrac9(Atrac9Stream stream) implements AudioDecoder {
    static final int BYTES = 4;

    static Atrac9 of(byte[] configuration) throws MediaRefused {
        return new Atrac9(Atrac9Stream.of(ByteBuffer.wrap(configuration).getInt()));
    }

    int channels() {
        return stream.channels();
    }

    int rate() {
        return stream.rate();
    }

    int frameSamples() {
        return stream.frameSamples();
    }

    int superframeSamples() {
        return stream.superframeSamples();
    }

    int superframeBytes() {
        return stream.superframeBytes();
    }

    @Override
    public int frameBytes(byte[] data, int at, int end) {
        return end - at < superframeBytes() ? 0 : superframeBytes();
    }

    @Override
    public Samples decode(byte[] data, int at, int bytes) {
        return new Samples(channels(), rate(), new float[superframeSamples() * channels()]);
    }
}
