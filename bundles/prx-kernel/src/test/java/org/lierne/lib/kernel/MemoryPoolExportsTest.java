package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestArray;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.lib.kernel.MemoryPoolExports.Entry;
import org.lierne.lib.kernel.MemoryPoolExports.Statistics;

class MemoryPoolExportsTest {
    private final Fakes fakes = new Fakes();
    private final Map<String, Object> fixed = new HashMap<>();
    private final MemoryPoolExports exports = new MemoryPoolExports(fakes.answers, fakes.fake(AddressSpace.class, fixed));

    private GuestArray<Entry> entries(Entry... all) {
        for (int i = 0; i < all.length; i++) {
            fakes.at(0x2000 + 0x20 * i, Entry.class).set(all[i]);
        }
        return new GuestArray<>(fakes.memory, 0x2000, all.length, Entry.class);
    }

    @Test
    void needsPlacesForItsAnswers() {
        assertEquals(0x80020016, exports.expand(0, 1 << 20, 0x10000, 0, fakes.variable(0)));
        assertEquals(0x80020016, exports.reserve(0, 1 << 21, 0, 0, fakes.variable(0)));
        assertEquals(0x80020016, exports.statistics(fakes.at(0, Statistics.class), 0x10));
        assertEquals(0x80020016, exports.statistics(fakes.at(0x2000, Statistics.class), 0x0C));
    }

    @Test
    void passesOnErrors() {
        fakes.answer = new GuestErrno(Errno.EACCES, "not reserved");

        assertEquals(0x8002000D, exports.commit(0x10000, 0x10000, 0, 3, 0));
        assertEquals(0x8002000D, exports.decommit(0x10000, 0x10000, 0));
    }

    @Test
    void countsEveryPageAsFlushed() {
        fixed.put("poolPages", new AddressSpace.PoolPages(5, 7));

        assertEquals(0, exports.statistics(fakes.at(0x2000, Statistics.class), 0x10));

        assertEquals(new Statistics(5, 0, 7, 0), fakes.at(0x2000, Statistics.class).get());
    }

    @Test
    void stopsABatchAtItsFirstFailure() {
        GuestArray<Entry> batch = entries(new Entry(1, 0, 0x10000, 0x10000, (byte) 3, (byte) 0), new Entry(9, 0, 0, 0, (byte) 0, (byte) 0),
                new Entry(2, 0, 0x10000, 0x10000, (byte) 0, (byte) 0));

        assertEquals(0x80020016, exports.batch(batch, 3, fakes.at(0x1800, Integer.class), 0));

        assertEquals(1, fakes.memory.getInt(0x1800));
    }

    @Test
    void refusesAMove() {
        GuestArray<Entry> batch = entries(new Entry(5, 0, 0x10000, 0x10000, (byte) 3, (byte) 0));

        assertThrows(HleRefusal.class, () -> exports.batch(batch, 1, fakes.at(0x1800, Integer.class), 0));
    }
}
