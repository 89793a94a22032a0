package org.lierne.host.media;

import org.osgi.annotation.versioning.ProviderType;

/** Makes sound of one stream's frames, one after another. One thread at a time. */
@ProviderType
public interface AudioDecoder {
    /**
     * How long the frame is that begins here.
     *
     * @return 0 if its head is cut off
     * @throws MediaRefused if no frame begins here
     */
    int frameBytes(byte[] data, int at, int end) throws MediaRefused;

    /** Decodes the frame that lies there. */
    Samples decode(byte[] data, int at, int bytes) throws MediaRefused;
}
