package org.lierne.host.codecs;

import java.util.List;
import java.util.logging.Logger;
import net.sourceforge.jaad.aac.Decoder;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.Samples;

/** Bare frames of AAC, one after another. */
final class AacStream {
    private static final float FULL_SCALE = 32768;
    /** The decoder prints what it throws as well. Kept here, since a logger that nobody holds forgets how it was set. */
    private static final Logger DECODERS_LOG = Logger.getLogger("jaad");

    static {
        DECODERS_LOG.setUseParentHandlers(false);
    }

    private final Decoder decoder;

    /** @param configuration as an MP4 file keeps it */
    AacStream(byte[] configuration) throws MediaRefused {
        try {
            this.decoder = Decoder.create(configuration);
        } catch (Exception e) {
            throw new MediaRefused("AAC of an unknown kind: " + e);
        }
    }

    /** The decoder gives a lone channel twice, for stereo that may be told later. */
    private static Samples samples(List<float[]> all, int count, int rate) {
        List<float[]> channels = all.size() == 2 && all.get(0) == all.get(1) ? all.subList(0, 1) : all;
        float[] values = new float[channels.size() * count];
        for (int c = 0; c < channels.size(); c++) {
            float[] channel = channels.get(c);
            for (int i = 0; i < count; i++) {
                values[i * channels.size() + c] = channel[i] / FULL_SCALE;
            }
        }
        return new Samples(channels.size(), rate, values);
    }

    Samples decode(byte[] frame) throws MediaRefused {
        Samples[] made = new Samples[1];
        try {
            decoder.decodeFrame(frame, (channels, count, rate) -> made[0] = channels.isEmpty() ? null : samples(channels, count, rate));
        } catch (RuntimeException e) {
            throw new MediaRefused("a frame of AAC cannot be decoded: " + e);
        }
        if (made[0] == null) {
            throw new MediaRefused("a frame of AAC holds no sound");
        }
        return made[0];
    }
}
