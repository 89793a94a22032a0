package org.lierne.bench;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.AddressSpace.DirectMap;
import org.lierne.kernel.memory.GuestMemory;

/**
 * What it costs to know that eight mebibytes of guest memory are as they were: a checksum over them, or asking the host which pages were
 * written; and what the latter costs the next writer of each page.
 */
final class Mirrors implements Suite {
    private static final int RUNS = 50;
    private static final long BYTES = 8 << 20;
    private static final long HOST_PAGE_BYTES = 4096;
    private static final long SEARCHED_BYTES = 1L << 32;

    private final GuestMemory memory = GuestSpace.MEMORY;

    @Override
    public String name() {
        return "mirrors";
    }

    @Override
    public List<Figure> run() {
        long offset = GuestSpace.SPACE.allocateDirect(0, SEARCHED_BYTES, BYTES, 0, 0);
        long start = GuestSpace.SPACE.mapDirect(new DirectMap(0, BYTES, GuestSpace.READ_WRITE, 0, offset, 0, -1, false, "mirrored"));
        touch(start);
        Figure checksum = micros("mirrors.unchanged.checksum", 1, () -> {
            CRC32C sum = new CRC32C();
            sum.update(memory.view(start, BYTES, Access.READ).asByteBuffer());
            return sum.getValue();
        });
        Figure plain = micros("mirrors.write-page.plain", BYTES / HOST_PAGE_BYTES, () -> touch(start));
        if (memory.writtenAt(start, BYTES) == GuestMemory.NOT_WATCHED) {
            System.err.println("lierne bench: this host does not tell which pages were written (userfaultfd of Linux 6.7): no figures of that");
            return List.of(checksum, plain);
        }
        Figure watched = micros("mirrors.unchanged.watched", 1, () -> memory.writtenAt(start, BYTES));
        double[] micros = new double[RUNS];
        for (int run = 0; run < RUNS; run++) {
            memory.writtenAt(start, BYTES);
            long begin = System.nanoTime();
            touch(start);
            micros[run] = (System.nanoTime() - begin) * HOST_PAGE_BYTES / 1e3 / BYTES;
        }
        return List.of(checksum, watched, plain, new Samples(micros).figure("mirrors.write-page.watched", "us", ""));
    }

    private long touch(long start) {
        for (long at = start; at < start + BYTES; at += HOST_PAGE_BYTES) {
            memory.putInt(at, 1);
        }
        return start;
    }

    private static Figure micros(String name, long parts, LongSupplier work) {
        double[] micros = new double[RUNS];
        long all = 0;
        for (int run = -RUNS; run < RUNS; run++) {
            long begin = System.nanoTime();
            all |= work.getAsLong();
            if (run >= 0) {
                micros[run] = (System.nanoTime() - begin) / 1e3 / parts;
            }
        }
        if (all == 0) {
            throw new IllegalStateException(name + " did nothing");
        }
        return new Samples(micros).figure(name, "us", "");
    }
}
