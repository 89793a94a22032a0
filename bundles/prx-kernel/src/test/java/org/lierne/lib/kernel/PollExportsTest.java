package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.lib.kernel.PollExports.Timeval;
import org.lierne.lib.kernel.PollExports.Wanted;

class PollExportsTest {
    private static final short IN = 1;
    private static final short OUT = 4;

    private final Fakes fakes = new Fakes();
    private final Map<String, Object> fixed = new HashMap<>();
    private final Map<String, Object> fileFixed = new HashMap<>(Map.of("isReadable", true, "isWritable", false, "isHungUp", false));
    private final GuestFiles files = fakes.fake(GuestFiles.class, fixed);
    private final PollExports exports = new PollExports(fakes.answers, files, fakes.memory);

    private void open() {
        fixed.put("file", fakes.fake(OpenFile.class, fileFixed));
    }

    @Test
    void findsWhatIsReadyAndNoMoreThanWasAsked() {
        open();
        fakes.at(0x2000, Wanted.class).set(new Wanted(3, (short) (IN | OUT), (short) 0));
        fakes.at(0x2008, Wanted.class).set(new Wanted(4, OUT, (short) 0));
        fakes.at(0x2010, Wanted.class).set(new Wanted(-1, IN, (short) 7));

        assertEquals(1, exports.poll(fakes.at(0x2000, Wanted.class), 3, 0));

        assertEquals(IN, fakes.at(0x2000, Wanted.class).get().found());
        assertEquals(0, fakes.at(0x2008, Wanted.class).get().found());
        assertEquals(0, fakes.at(0x2010, Wanted.class).get().found());
        fileFixed.put("isHungUp", true);
        assertEquals(2, exports.poll(fakes.at(0x2000, Wanted.class), 3, 0));
        assertEquals(0x10, fakes.at(0x2008, Wanted.class).get().found());
    }

    @Test
    void namesADescriptorThatIsNotOpen() {
        fakes.answer = new GuestErrno(Errno.EBADF, "closed");
        Polling polling = new Polling(fakes.fake(GuestFiles.class, Map.of("changes", 0L)));
        fixed.put("changes", 0L);
        fakes.at(0x2000, Wanted.class).set(new Wanted(9, IN, (short) 0));

        assertEquals(1, exports.poll(fakes.at(0x2000, Wanted.class), 1, -1));
        assertEquals(0x20, fakes.at(0x2000, Wanted.class).get().found());
        fakes.memory.putLong(0x2000, 1 << 9);
        assertEquals(-1, exports.select(10, fakes.variable(0x2000), fakes.variable(0), fakes.variable(0), fakes.at(0, Timeval.class)));
        assertEquals(9, fakes.errno());
        assertEquals(5, assertReady(polling));
    }

    private static int assertReady(Polling polling) {
        try {
            return polling.await(() -> 5, 0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void selectsWithinItsBits() {
        open();
        fakes.memory.putLong(0x2000, 0b1111000);
        fakes.memory.putLong(0x2100, 0b0001000);
        fakes.memory.putLong(0x2200, -1);

        assertEquals(2, exports.select(5, fakes.variable(0x2000), fakes.variable(0x2100), fakes.variable(0x2200), fakes.at(0, Timeval.class)));

        assertEquals(0b0011000, fakes.memory.getLong(0x2000));
        assertEquals(0, fakes.memory.getLong(0x2100));
        assertEquals(0, fakes.memory.getLong(0x2200));
        assertEquals(-1, exports.select(1025, fakes.variable(0x2000), fakes.variable(0), fakes.variable(0), fakes.at(0, Timeval.class)));
        assertEquals(22, fakes.errno());
        fakes.at(0x2300, Timeval.class).set(new Timeval(0, 1_000_000));
        assertEquals(-1, exports.select(5, fakes.variable(0x2000), fakes.variable(0), fakes.variable(0), fakes.at(0x2300, Timeval.class)));
        assertThrows(HleRefusal.class, () -> exports.selectWithMask(5, fakes.variable(0x2000), fakes.variable(0), fakes.variable(0),
                fakes.at(0, Timespec.class), 0x3000));
    }
}
