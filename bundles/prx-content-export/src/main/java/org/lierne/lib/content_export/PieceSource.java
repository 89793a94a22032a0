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

    private final GuestMemory memory;
    private final GuestCallback function;
    private final long user;
    private long left;
    private boolean isOver;

    PieceSource(GuestMemory memory, GuestCallback function, long user, long length) {
        this.memory = memory;
        this.function = function;
        this.user = user;
        this.left = length;
    }

    /** The buffer's first two words are where the function tells its piece. Empty pieces are passed over. */
    @Override
    public byte @Nullable [] next(long buffer, long bytes) {
        while (!isOver) {
            memory.putLong(buffer, 0);
            memory.putLong(buffer + Long.BYTES, 0);
            int answer = (int) function.call(buffer, buffer + Long.BYTES, user);
            long size = memory.getLong(buffer + Long.BYTES);
            if (answer != MORE && answer != LAST || Long.compareUnsigned(size, left) > 0) {
                return null;
            }
            left -= size;
            isOver = answer == LAST;
            if (isOver && left != 0) {
                return null;
            }
            if (size > 0) {
                return memory.getBytes(memory.getLong(buffer), Math.toIntExact(size));
            }
        }
        return new byte[0];
    }
}
