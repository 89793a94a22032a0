package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.memory.GuestMemory;

/** When the bytes of a surface are read again. */
final class SurfaceContentTest {
    private static final long ADDRESS = 0x100000000L;

    private final byte[] bytes = new byte[1 << 17];
    private int reads;
    private int questions;
    private long writtenAt = 5;

    private final GuestMemory memory = (GuestMemory) Proxy.newProxyInstance(SurfaceContentTest.class.getClassLoader(),
            new Class<?>[] {GuestMemory.class}, (proxy, method, arguments) -> switch (method.getName()) {
                case "view" -> {
                    reads++;
                    yield MemorySegment.ofArray(bytes).asSlice(0, (long) arguments[1]).asReadOnly();
                }
                case "writtenAt" -> {
                    questions++;
                    yield writtenAt;
                }
                default -> throw new UnsupportedOperationException(method.getName());
            });

    private void write(int value) {
        bytes[3] = (byte) value;
        writtenAt++;
    }

    @Test
    void whatWasNotWrittenIsNotReadAgain() {
        SurfaceContent content = new SurfaceContent(ADDRESS, bytes.length);
        long first = content.checksum(memory, 0);

        assertEquals(first, content.checksum(memory, 0));
        assertEquals(1, reads);
        write(1);
        assertNotEquals(first, content.checksum(memory, 0));
        assertEquals(2, reads);
    }

    @Test
    void whatDevicesStoreIsLookedFor() {
        SurfaceContent content = new SurfaceContent(ADDRESS, bytes.length);
        long first = content.checksum(memory, 0);
        bytes[9] = 1;

        assertEquals(first, content.checksum(memory, 0), "nobody told of the store");
        long second = content.checksum(memory, 1);
        assertNotEquals(first, second);
        bytes[9] = 2;
        content.forget();
        assertNotEquals(second, content.checksum(memory, 1));
    }

    @Test
    void whatIsNotWatchedIsReadEachTime() {
        SurfaceContent content = new SurfaceContent(ADDRESS, bytes.length);
        writtenAt = GuestMemory.NOT_WATCHED;
        content.checksum(memory, 0);
        content.checksum(memory, 0);

        assertEquals(2, reads);
    }

    @Test
    void smallSurfacesAreNotWatched() {
        SurfaceContent content = new SurfaceContent(ADDRESS, 4096);
        content.checksum(memory, 0);
        content.checksum(memory, 0);

        assertEquals(2, reads);
        assertEquals(0, questions);
    }

    @Test
    void whatAlwaysChangesIsWatchedNoMoreUntilItRests() {
        SurfaceContent content = new SurfaceContent(ADDRESS, bytes.length);
        for (int i = 0; i < 10; i++) {
            write(i + 1);
            content.checksum(memory, 0);
        }
        int asked = questions;
        assertTrue(asked < 5, () -> asked + " questions for content that always changes");

        for (int i = 0; i < 20; i++) {
            content.checksum(memory, 0);
        }
        int before = reads;
        content.checksum(memory, 0);
        assertEquals(before, reads, "it rests, and is read no more");
    }
}
