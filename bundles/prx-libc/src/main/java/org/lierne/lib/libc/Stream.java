package org.lierne.lib.libc;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.OpenFile;

/** One FILE: an open file with a write buffer, one step of push-back, and its two indicators. Calls hold the stream's own lock. */
final class Stream {
    private static final int BUFFER_BYTES = 8192;

    private final OpenFile file;
    private final int descriptor;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private boolean isBuffered;
    private boolean atEnd;
    private boolean hasFailed;
    private int pushedBack = -1;

    Stream(OpenFile file, int descriptor, boolean isBuffered) {
        this.file = file;
        this.descriptor = descriptor;
        this.isBuffered = isBuffered;
    }

    int descriptor() {
        return descriptor;
    }

    /** Without a buffer every write goes to the file at once. */
    synchronized void setBuffered(boolean buffered) {
        flush();
        isBuffered = buffered;
    }

    synchronized void write(byte[] bytes) {
        try {
            if (pushedBack >= 0) {
                file.seek(-1, 1);
                pushedBack = -1;
            }
            if (isBuffered && pending.size() + bytes.length <= BUFFER_BYTES) {
                pending.writeBytes(bytes);
                return;
            }
            flush();
            file.write(ByteBuffer.wrap(bytes));
        } catch (GuestErrno e) {
            hasFailed = true;
            throw e;
        }
    }

    synchronized void flush() {
        if (pending.size() > 0) {
            byte[] bytes = pending.toByteArray();
            pending.reset();
            file.write(ByteBuffer.wrap(bytes));
        }
    }

    /** Bytes read; fewer than asked for at the end. */
    synchronized int read(ByteBuffer target) {
        flush();
        int total = 0;
        try {
            if (pushedBack >= 0 && target.hasRemaining()) {
                target.put((byte) pushedBack);
                pushedBack = -1;
                total = 1;
            }
            if (target.hasRemaining()) {
                total += file.read(target);
            }
        } catch (GuestErrno e) {
            hasFailed = true;
            throw e;
        }
        atEnd |= target.hasRemaining();
        return total;
    }

    /** The next byte, or -1 at the end. */
    synchronized int read() {
        ByteBuffer one = ByteBuffer.allocate(1);
        return read(one) == 0 ? -1 : one.get(0) & 0xFF;
    }

    /** Gives whether there was room: one byte can be pushed back. */
    synchronized boolean pushBack(int character) {
        if (pushedBack >= 0 || character < 0) {
            return false;
        }
        pushedBack = character & 0xFF;
        atEnd = false;
        return true;
    }

    synchronized void seek(long offset, int whence) {
        flush();
        long back = whence == 1 && pushedBack >= 0 ? 1 : 0;
        file.seek(offset - back, whence);
        pushedBack = -1;
        atEnd = false;
    }

    synchronized long position() {
        flush();
        return file.seek(0, 1) - (pushedBack >= 0 ? 1 : 0);
    }

    synchronized boolean isAtEnd() {
        return atEnd;
    }

    synchronized boolean hasFailed() {
        return hasFailed;
    }

    synchronized void clearIndicators() {
        atEnd = false;
        hasFailed = false;
    }
}
