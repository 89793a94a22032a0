package org.lierne.lib.av_player;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.lierne.hle.HleRefusal;
import org.lierne.host.media.MediaSource;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.thread.GuestThread;

/** Where a film's bytes come from. */
interface TitleFile extends MediaSource, AutoCloseable {
    @Override
    void close();

    /** A file of the title's mounts; empty if it cannot be opened. */
    static Optional<TitleFile> open(GuestFiles files, String path) {
        try {
            OpenFile file = files.openFile(path, OpenFlags.READ);
            long bytes = file.attributes().sizeBytes();
            return Optional.of(new TitleFile() {
                @Override
                public long bytes() {
                    return bytes;
                }

                @Override
                public int read(ByteBuffer target, long at) {
                    int read = file.read(target, at);
                    return read == 0 ? -1 : read;
                }

                @Override
                public void close() {
                    files.release(file);
                }
            });
        } catch (GuestErrno e) {
            return Optional.empty();
        }
    }

    /** What functions of the title read, all of it at once: they are called on the title's thread alone. Empty if they give no file. */
    static Optional<TitleFile> read(GuestThread thread, GuestMemory memory, Functions functions, long name) {
        int pieceBytes = 1 << 16;
        if ((int) thread.call(functions.open(), functions.fileObject(), name) < 0) {
            return Optional.empty();
        }
        long size = thread.call(functions.size(), functions.fileObject());
        if (size < 0 || size > Integer.MAX_VALUE - Long.BYTES) {
            throw new HleRefusal("a film of 0x%x bytes through functions of the title does not fit into memory".formatted(size));
        }
        byte[] all = new byte[(int) size];
        long place = thread.call(functions.allocate(), functions.memoryObject(), Long.BYTES, pieceBytes);
        int at = 0;
        while (place != 0 && at < all.length) {
            int bytes = (int) thread.call(functions.read(), functions.fileObject(), place, at, Math.min(pieceBytes, all.length - at));
            if (bytes <= 0 || bytes > pieceBytes) {
                break;
            }
            System.arraycopy(memory.getBytes(place, bytes), 0, all, at, bytes);
            at += bytes;
        }
        if (place != 0) {
            thread.call(functions.free(), functions.memoryObject(), place);
        }
        thread.call(functions.close(), functions.fileObject());
        return at < all.length ? Optional.empty() : Optional.of(of(all));
    }

    private static TitleFile of(byte[] all) {
        return new TitleFile() {
            @Override
            public long bytes() {
                return all.length;
            }

            @Override
            public int read(ByteBuffer target, long at) {
                int bytes = (int) Math.min(target.remaining(), all.length - at);
                if (bytes <= 0) {
                    return -1;
                }
                target.put(all, (int) at, bytes);
                return bytes;
            }

            @Override
            public void close() {
                // nothing is kept open
            }
        };
    }
}
