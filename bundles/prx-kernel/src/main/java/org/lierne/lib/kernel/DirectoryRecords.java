package org.lierne.lib.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.lierne.kernel.file.DirectoryEntry;

/**
 * The byte form of directory reads: number u32, record length u16, type u8, name length u8, name with its zero byte. A record never crosses
 * a 512-byte boundary: the last one before it is lengthened. Documented: system calls, section 6.
 */
final class DirectoryRecords {
    static final int BLOCK_BYTES = 512;
    private static final int HEADER_BYTES = 8;
    private static final int FOLDER = 4;
    private static final int FILE = 8;

    private DirectoryRecords() {}

    /** What one read gives: the bytes and how many entries they hold. */
    record Read(byte[] bytes, int entries) {}

    /** As many entries from {@code first} on as fit. */
    static Read read(List<DirectoryEntry> entries, int first, int capacity) {
        ByteBuffer out = ByteBuffer.allocate(capacity / BLOCK_BYTES * BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int last = -1;
        int next = first;
        for (; next < entries.size(); next++) {
            DirectoryEntry entry = entries.get(next);
            byte[] name = entry.name().getBytes(StandardCharsets.UTF_8);
            int length = HEADER_BYTES + name.length + 1 + 3 & ~3;
            int start = out.position();
            int room = BLOCK_BYTES - start % BLOCK_BYTES;
            if (length > room) {
                lengthen(out, last, room);
                start += room;
                out.position(start);
            }
            if (start + length > out.capacity()) {
                break;
            }
            out.position(start);
            out.putInt((int) entry.inode()).putShort((short) length).put((byte) (entry.isDirectory() ? FOLDER : FILE))
                    .put((byte) name.length).put(name);
            out.position(start + length);
            last = start;
        }
        if (last >= 0 && out.position() % BLOCK_BYTES != 0) {
            lengthen(out, last, BLOCK_BYTES - out.position() % BLOCK_BYTES);
            out.position(out.position() + BLOCK_BYTES - out.position() % BLOCK_BYTES);
        }
        byte[] bytes = new byte[out.position()];
        out.rewind().get(bytes);
        return new Read(bytes, next - first);
    }

    private static void lengthen(ByteBuffer out, int record, int bytes) {
        if (record >= 0) {
            out.putShort(record + Integer.BYTES, (short) (out.getShort(record + Integer.BYTES) + bytes));
        }
    }
}
