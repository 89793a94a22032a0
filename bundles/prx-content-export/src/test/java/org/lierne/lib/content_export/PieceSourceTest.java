package org.lierne.lib.content_export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestCallback;
import org.lierne.testing.ArrayGuestMemory;

/** What the title's function may say of its pieces. */
final class PieceSourceTest {
    private static final long BUFFER = 0x10000;
    private static final long CONTENT = 0x100000;
    private static final int CONTENT_BYTES = 0x300000;

    private record Answer(long bytes, int status) {}

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(BUFFER, 0x100).map(CONTENT, CONTENT_BYTES);

    private PieceSource source(long length, Answer... answers) {
        Deque<Answer> left = new ArrayDeque<>(List.of(answers));
        return new PieceSource(memory, new GuestCallback() {
            @Override
            public boolean isNull() {
                return false;
            }

            @Override
            public long address() {
                return 0;
            }

            @Override
            public long call(long... arguments) {
                Answer answer = left.remove();
                memory.putLong(arguments[0], CONTENT);
                memory.putLong(arguments[1], answer.bytes);
                return answer.status;
            }
        }, 0, length);
    }

    private byte[] next(PieceSource source) {
        return Objects.requireNonNull(source.next(BUFFER, 0x100));
    }

    @Test
    void piecesComeOneByOneAndEmptyOnesArePassedOver() {
        memory.putInt(CONTENT, 0x04030201);
        PieceSource source = source(6, new Answer(4, 0), new Answer(0, 0), new Answer(2, 1));

        assertArrayEquals(new byte[] {1, 2, 3, 4}, next(source));
        assertArrayEquals(new byte[] {1, 2}, next(source));
        assertEquals(0, next(source).length);
    }

    @Test
    void aLargePieceIsTakenByParts() {
        memory.putInt(CONTENT + (1 << 20), 0x77);
        PieceSource source = source(CONTENT_BYTES, new Answer(CONTENT_BYTES, 1));

        assertEquals(1 << 20, next(source).length);
        assertEquals(0x77, next(source)[0]);
        assertEquals(1 << 20, next(source).length);
        assertEquals(0, next(source).length);
    }

    @Test
    void moreOrFewerBytesThanWereSaidAreRefused() {
        assertNull(source(4, new Answer(5, 0)).next(BUFFER, 0x100));
        assertNull(source(4, new Answer(3, 1)).next(BUFFER, 0x100));
        assertNull(source(4, new Answer(-1, 0)).next(BUFFER, 0x100));
        assertNull(source(4, new Answer(4, 7)).next(BUFFER, 0x100));
    }

    /** A number of bytes has no sign. */
    @Test
    void aPieceOfMoreThanHalfOfAllAddressesIsNoEmptyOne() {
        PieceSource source = source(-1, new Answer(Long.MIN_VALUE, 0));

        assertEquals(1 << 20, next(source).length);
    }
}
