package org.lierne.lib.ajm;

import java.nio.ByteBuffer;
import java.util.List;
import org.lierne.hle.GuestArray;
import org.lierne.kernel.memory.GuestMemory;

/** What a job reads or writes, in pieces of the title's memory; a piece at null is none. */
record Pieces(List<BatchExports.Piece> parts) {
    static final int MOST_PARTS = 1 << 16;
    private static final int MOST_BYTES = 1 << 28;

    static Pieces of(long address, long bytes) {
        return new Pieces(List.of(new BatchExports.Piece(address, bytes)));
    }

    static Pieces of(GuestArray<BatchExports.Piece> parts) {
        return new Pieces(parts.read());
    }

    /** Whether a job can be as large as that. */
    boolean areSound() {
        long all = 0;
        for (BatchExports.Piece part : parts) {
            if (part.bytes() < 0 || part.bytes() > MOST_BYTES - all) {
                return false;
            }
            all += part.bytes();
        }
        return true;
    }

    /** Bytes of sound pieces. */
    private static int bytes(BatchExports.Piece part) {
        return part.address() == 0 ? 0 : (int) part.bytes();
    }

    ByteBuffer room() {
        return ByteBuffer.allocate(parts.stream().mapToInt(Pieces::bytes).sum());
    }

    byte[] read(GuestMemory memory) {
        ByteBuffer all = room();
        for (BatchExports.Piece part : parts) {
            if (bytes(part) > 0) {
                all.put(memory.getBytes(part.address(), bytes(part)));
            }
        }
        return all.array();
    }

    void write(GuestMemory memory, ByteBuffer from) {
        for (BatchExports.Piece part : parts) {
            byte[] some = new byte[Math.min(from.remaining(), bytes(part))];
            if (some.length > 0) {
                from.get(some);
                memory.putBytes(part.address(), some);
            }
        }
    }
}
