package org.lierne.host.media;

import org.osgi.annotation.versioning.ProviderType;

/** Decoders of sound; each call makes one for a stream. */
@ProviderType
public interface AudioDecoders {
    /** MPEG-1 and MPEG-2 audio, layer III. */
    AudioDecoder mp3();

    /** AAC in ADTS frames. */
    AudioDecoder aac();

    /**
     * AAC in bare frames: each piece of data that is given is one.
     *
     * @param rate     samples a second
     * @param channels of the stream, 1 to 6, or 8
     */
    AudioDecoder bareAac(int rate, int channels) throws MediaRefused;
}
