package org.lierne.lib.zlib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.testing.ArrayGuestMemory;

/** Assumed: the ledger's lib.zlib. */
class ZlibExportsTest {
    private static final int SOURCE = 0x1000;
    private static final int TARGET = 0x4000;
    private static final int REQUEST = 0x6000;
    private static final int BYTES = 0x6010;
    private static final int STATUS = 0x6014;
    private static final int TIMEOUT = 0x6018;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x8000);
    private final ZlibExports zlib = new ZlibExports((GuestThreads) Proxy.newProxyInstance(
            GuestThreads.class.getClassLoader(), new Class<?>[] {GuestThreads.class}, (_, method, _) -> {
                throw new AssertionError(method + " is not needed here");
            }));

    private int inflate(byte[] stream, int room) {
        memory.putBytes(SOURCE, stream);
        return zlib.inflate(new GuestBytes(memory, SOURCE, stream.length), stream.length, new GuestBytes(memory, TARGET, room), room,
                new GuestPtr<>(memory, REQUEST, Long.class)).code();
    }

    private int await() {
        memory.putInt(TIMEOUT, 0);
        return zlib.await(new GuestPtr<>(memory, REQUEST, Long.class), new GuestPtr<>(memory, TIMEOUT, Integer.class)).code();
    }

    private int result(long request) {
        return zlib.result(request, new GuestPtr<>(memory, BYTES, Integer.class), new GuestPtr<>(memory, STATUS, Integer.class)).code();
    }

    private static byte[] text(int bytes) {
        byte[] text = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            text[i] = (byte) (i * i >> 5);
        }
        return text;
    }

    private static byte[] deflated(byte[] text) {
        byte[] stream = new byte[2 * text.length + 64];
        Deflater deflater = new Deflater();
        deflater.setInput(text);
        deflater.finish();
        int bytes = deflater.deflate(stream);
        deflater.end();
        return java.util.Arrays.copyOf(stream, bytes);
    }

    private void initialize() {
        zlib.initialize(new GuestBytes(memory, 0, 0), 0);
    }

    @Test
    void inflatesAndTellsOfItOnce() {
        byte[] text = text(3000);
        initialize();

        assertEquals(0, inflate(deflated(text), 0x1000));

        long request = memory.getLong(REQUEST);
        memory.putLong(REQUEST, 0);
        assertEquals(0, await());
        assertEquals(request, memory.getLong(REQUEST));
        assertEquals(0x81120027, await());
        assertEquals(0, result(request));
        assertEquals(3000, memory.getInt(BYTES));
        assertEquals(0, memory.getInt(STATUS));
        assertArrayEquals(text, memory.getBytes(TARGET, 3000));
    }

    @Test
    void saysWhatWentWrong() {
        initialize();
        byte[] stream = deflated(text(3000));

        inflate(stream, 0x800);
        assertEquals(0, result(memory.getLong(REQUEST)));
        assertEquals(0x800, memory.getInt(BYTES));
        assertEquals(0x8112001C, memory.getInt(STATUS));

        inflate(java.util.Arrays.copyOf(stream, stream.length / 2), 0x1000);
        result(memory.getLong(REQUEST));
        assertEquals(0x811200FF, memory.getInt(STATUS));

        inflate(new byte[] {1, 2, 3, 4}, 0x1000);
        result(memory.getLong(REQUEST));
        assertEquals(0x811200FF, memory.getInt(STATUS));
    }

    @Test
    void checksItsStateAndItsArguments() {
        byte[] stream = deflated(text(10));
        assertEquals(0x81120032, inflate(stream, 0x800));
        assertEquals(0x81120032, await());
        assertEquals(0x81120032, result(1));
        assertEquals(0x81120032, zlib.terminate().code());
        initialize();
        assertEquals(0x81120033, zlib.initialize(new GuestBytes(memory, 0, 0), 0).code());
        assertEquals(0x81120016, inflate(stream, 0x801));
        assertEquals(0x81120016, inflate(stream, 0x10800));
        assertEquals(0x81120016, inflate(new byte[0], 0x800));
        assertEquals(0x81120002, result(7));
        assertEquals(0, zlib.terminate().code());
    }
}
