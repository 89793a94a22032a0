package org.lierne.kernel.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.DirectoryEntry;
import org.lierne.kernel.file.FileAttributes;

/** A device: something that only reads and writes. */
final class DeviceFile extends Descriptor {
    /** What a device does with bytes. */
    interface Stream {
        int read(ByteBuffer target) throws IOException;

        int write(ByteBuffer source) throws IOException;
    }

    /** Reads nothing, takes everything. */
    static final Stream NULL = new Stream() {
        @Override
        public int read(ByteBuffer target) {
            return 0;
        }

        @Override
        public int write(ByteBuffer source) {
            return drain(source);
        }
    };

    /** Reads zeros. */
    static final Stream ZERO = new Stream() {
        @Override
        public int read(ByteBuffer target) {
            int count = target.remaining();
            target.put(new byte[count]);
            return count;
        }

        @Override
        public int write(ByteBuffer source) {
            return drain(source);
        }
    };

    private final Stream stream;

    DeviceFile(String path, int flags, Stream stream) {
        super(path, flags);
        this.stream = stream;
    }

    /** Reads random bytes. */
    static Stream random(SecureRandom source) {
        return new Stream() {
            @Override
            public int read(ByteBuffer target) {
                byte[] bytes = new byte[target.remaining()];
                source.nextBytes(bytes);
                target.put(bytes);
                return bytes.length;
            }

            @Override
            public int write(ByteBuffer data) {
                return drain(data);
            }
        };
    }

    private static int drain(ByteBuffer source) {
        int count = source.remaining();
        source.position(source.limit());
        return count;
    }

    @Override
    public int read(ByteBuffer target) {
        try {
            return stream.read(target);
        } catch (IOException e) {
            throw HostErrors.as(e, path());
        }
    }

    @Override
    public int read(ByteBuffer target, long offset) {
        return read(target);
    }

    @Override
    public int write(ByteBuffer source) {
        try {
            return stream.write(source);
        } catch (IOException e) {
            throw HostErrors.as(e, path());
        }
    }

    @Override
    public int write(ByteBuffer source, long offset) {
        return write(source);
    }

    @Override
    public long seek(long offset, int whence) {
        throw new GuestErrno(Errno.ESPIPE, path());
    }

    @Override
    public FileAttributes attributes() {
        return new FileAttributes(0, 0, FileAttributes.CHARACTER_DEVICE | 0666, 0, Instant.EPOCH, Instant.EPOCH, Instant.EPOCH,
                Instant.EPOCH);
    }

    @Override
    public void truncate(long length) {
        throw new GuestErrno(Errno.EINVAL, path());
    }

    @Override
    public void sync() {}

    @Override
    public List<DirectoryEntry> entries() {
        throw new GuestErrno(Errno.ENOTDIR, path());
    }

    @Override
    protected void closeHost() {}
}
