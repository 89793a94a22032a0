package org.lierne.lib.content_export;

import org.jspecify.annotations.Nullable;
import org.lierne.hle.GuestCallback;
import org.lierne.kernel.memory.GuestMemory;

/**
 * Content that the title's function gives: {@code int (void **data, size_t *bytes, void *user)}, 0 for more, 1 for the last. Documented:
 * system calls, section 18.
 */
final class PieceSource implements ContentExportExports.Source {
    private static final int MORE = 0;
    private static final int LAST = 1;
    private static final long MOST_AT_ONCE = 1 << 20;

    private final GuestMemory memory;
    private final GuestCallback function;
    private final long user;
    private long left;
    private long piece;
    private long pieceBytes;
    private boolean isOver;

    PieceSource(GuestMemory memory, GuestCallback function, long user, long length) {
        this.memory = memory;
        this.function = function;
        this.user = user;
        this.left = length;
    }

    /** A piece may be larger than the buffer: it goes on from where the title has it. Empty pieces are passed over. */
    @Override
    public byte @Nullable [] next(long buffer, long bytes) {
        while (pieceBytes == 0 && !isOver) {
            if (!takePiece(buffer)) {
                return null;
            }
        }
        int count = (int) (Long.compareUnsigned(pieceBytes, MOST_AT_ONCE) > 0 ? MOST_AT_ONCE : pieceBytes);
        byte[] read = memory.getBytes(piece, count);
        piece += count;
        pieceBytes -= count;
        return read;
    }

    /** The buffer's first two words are where the function tells its piece. @return whether it is one that it may give */
    private boolean takePiece(long buffer) {
        memory.putLong(buffer, 0);
        memory.putLong(buffer + Long.BYTES, 0);
        int answer = (int) function.call(buffer, buffer + Long.BYTES, user);
        piece = memory.getLong(buffer);
        pieceBytes = memory.getLong(buffer + Long.BYTES);
        isOver = answer == LAST;
        boolean isInside = Long.compareUnsigned(pieceBytes, left) <= 0;
        left -= pieceBytes;
        return (isOver || answer == MORE) && isInside && (!isOver || left == 0);
    }
}
