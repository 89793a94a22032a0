package org.lierne.host.codecs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import org.jcodec.common.io.SeekableByteChannel;
import org.lierne.host.media.MediaSource;

/** A source as JCodec reads it. */
final class SourceChannel implements SeekableByteChannel {
    private final MediaSource source;
    private long position;

    SourceChannel(MediaSource source) {
        this.source = source;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (position >= source.bytes()) {
            return -1;
        }
        int bytes = source.read(target, position);
        if (bytes > 0) {
            position += bytes;
        }
        return bytes;
    }

    @Override
    public int write(ByteBuffer from) {
        throw new NonWritableChannelException();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public SeekableByteChannel setPosition(long to) {
        position = to;
        return this;
    }

    @Override
    public long size() {
        return source.bytes();
    }

    @Override
    public SeekableByteChannel truncate(long bytes) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
