package org.lierne.host.media;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ConsumerType;

/** The bytes of a file. Every thread may ask. */
@ConsumerType
public interface MediaSource {
    long bytes();

    /** @return how many bytes came, -1 at the end */
    int read(ByteBuffer target, long at) throws IOException;
}
