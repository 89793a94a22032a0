package org.lierne.lib.av_player;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.lierne.host.media.MediaSource;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.thread.GuestThread;

/** Where a film's bytes come from. */
interface TitleFile extends MediaSource, AutoCloseable {
    /** So much is asked of the title's functions at once. */
    int PIECE_BYTES = 1 << 16;

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

    /**
     * What functions of the title read, all of it at once, into a file of the host that has no name: they are called on the title's thread alone,
     * and no size that they tell costs memory. Empty if they give no file, or not all of it.
     */
    static Optional<TitleFile> read(GuestThread thread, GuestMemory memory, Functions functions, long name) throws IOException {
        if (!functions.canReadFiles() || (int) thread.call(functions.open(), functions.fileObject(), name) < 0) {
            return Optional.empty();
        }
        // What leaves by an exception ends the title's thread: its functions are not called then.
        Optional<TitleFile> copy = copy(thread, memory, functions);
        thread.call(functions.close(), functions.fileObject());
        return copy;
    }

    private static Optional<TitleFile> copy(GuestThread thread, GuestMemory memory, Functions functions) throws IOException {
        long size = thread.call(functions.size(), functions.fileObject());
        long place = size <= 0 ? 0 : thread.call(functions.allocate(), functions.memoryObject(), Long.BYTES, PIECE_BYTES);
        if (place == 0) {
            return Optional.empty();
        }
        FileChannel channel = nameless();
        try {
            if (hasAll(thread, memory, functions, channel, place, size)) {
                return Optional.of(of(channel, size));
            }
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
        channel.close();
        return Optional.empty();
    }

    /** Fills the file by way of the title's memory at a place, which is given back. */
    private static boolean hasAll(GuestThread thread, GuestMemory memory, Functions functions, FileChannel channel, long place, long size)
            throws IOException {
        long at = 0;
        int bytes = 1;
        while (at < size && bytes > 0) {
            int wanted = (int) Math.min(PIECE_BYTES, size - at);
            bytes = (int) thread.call(functions.read(), functions.fileObject(), place, at, wanted);
            if (bytes > wanted) {
                bytes = 0;
            }
            if (bytes > 0) {
                ByteBuffer piece = ByteBuffer.wrap(memory.getBytes(place, bytes));
                while (piece.hasRemaining()) {
                    channel.write(piece);
                }
                at += bytes;
            }
        }
        thread.call(functions.free(), functions.memoryObject(), place);
        return at == size;
    }

    private static FileChannel nameless() throws IOException {
        Path path = Files.createTempFile("film", null);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Files.delete(path);
        return channel;
    }

    private static TitleFile of(FileChannel channel, long size) {
        return new TitleFile() {
            @Override
            public long bytes() {
                return size;
            }

            @Override
            public int read(ByteBuffer target, long at) throws IOException {
                return channel.read(target, at);
            }

            @Override
            public void close() {
                try {
                    channel.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }
}
