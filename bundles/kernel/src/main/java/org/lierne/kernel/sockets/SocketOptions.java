package org.lierne.kernel.sockets;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;

/** Options of one socket. All are kept; the time-outs and the non-blocking one act. Documented: system calls, section 16. */
final class SocketOptions {
    static final int SOCKET_LEVEL = 0xFFFF;
    static final int ERROR = 0x1007;
    static final int TYPE = 0x1008;
    static final int NON_BLOCKING = 0x1200;
    static final int BUFFER_BYTES = 0x1_0000;

    private static final int SEND_TIMEOUT = 0x1105;
    private static final int RECEIVE_TIMEOUT = 0x1106;
    private static final int LINGER = 0x80;
    private static final int INTERNET_LEVEL = 0;
    private static final int STREAM_LEVEL = 6;
    private static final long MICROSECOND_NS = 1000;
    private static final long SECOND_NS = 1_000_000_000;

    private record Key(int level, int name) {}

    private final Map<Key, byte[]> values = new HashMap<>();

    SocketOptions() {
        for (int name : new int[] {0x4, 0x8, 0x20, SEND_TIMEOUT, RECEIVE_TIMEOUT, NON_BLOCKING}) {
            values.put(new Key(SOCKET_LEVEL, name), word(0));
        }
        values.put(new Key(SOCKET_LEVEL, LINGER), new byte[2 * Integer.BYTES]);
        values.put(new Key(SOCKET_LEVEL, 0x1001), word(BUFFER_BYTES));
        values.put(new Key(SOCKET_LEVEL, 0x1002), word(BUFFER_BYTES));
        // Type of service, time to live; no delay.
        values.put(new Key(INTERNET_LEVEL, 3), word(0));
        values.put(new Key(INTERNET_LEVEL, 4), word(64));
        values.put(new Key(STREAM_LEVEL, 1), word(0));
    }

    static byte[] word(int value) {
        return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
    }

    static int word(byte[] value) {
        return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }

    byte[] get(int level, int name) {
        byte[] value = values.get(new Key(level, name));
        if (value == null) {
            throw new GuestErrno(Errno.ENOPROTOOPT, "option 0x%x of level 0x%x".formatted(name, level));
        }
        return value.clone();
    }

    void set(int level, int name, byte[] value) {
        if (value.length < get(level, name).length && value.length < Integer.BYTES) {
            throw new GuestErrno(Errno.EINVAL, "option 0x%x in %d bytes".formatted(name, value.length));
        }
        values.put(new Key(level, name), value.clone());
    }

    /** 0 without one. */
    long sendTimeoutNs() {
        return timeoutNs(get(SOCKET_LEVEL, SEND_TIMEOUT));
    }

    long receiveTimeoutNs() {
        return timeoutNs(get(SOCKET_LEVEL, RECEIVE_TIMEOUT));
    }

    /** Microseconds in one word, or seconds and microseconds in two long ones (POSIX). */
    private static long timeoutNs(byte[] value) {
        ByteBuffer words = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        return value.length < 2 * Long.BYTES ? words.getInt() * MICROSECOND_NS : words.getLong() * SECOND_NS + words.getLong() * MICROSECOND_NS;
    }
}
