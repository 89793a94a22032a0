package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.lib.kernel.SignalSetExports.SignalSet;

class FileModeExportsTest {
    private final Fakes fakes = new Fakes();
    private final FileModeExports modes = new FileModeExports(fakes.answers, fakes.fake(GuestFiles.class, Map.of()));
    private final SignalSetExports sets = new SignalSetExports(fakes.answers);
    private final SystemLimitExports limits = new SystemLimitExports(fakes.threads);

    @Test
    void setsModesOfWhatIsThere() {
        assertEquals(0, modes.set(fakes.text(0x1100, "/app0/x")));
        assertEquals(0, modes.setPosix(3));
        fakes.answer = new GuestErrno(Errno.ENOENT, "missing");
        assertEquals(0x80020002, modes.set(fakes.text(0x1100, "/app0/x")));
        assertEquals(-1, modes.setPosix(fakes.text(0x1100, "/app0/x")));
        assertEquals(2, fakes.errno());
        assertEquals(0x8002000E, modes.set(fakes.nullText()));
        fakes.answer = new GuestErrno(Errno.EBADF, "closed");
        assertEquals(0x80020009, modes.set(9));
    }

    @Test
    void keepsSignalsByTheirNumber() {
        fakes.memory.putLong(0x2000, -1);

        assertEquals(0, sets.clear(fakes.at(0x2000, SignalSet.class)));
        assertEquals(0, sets.add(fakes.at(0x2000, SignalSet.class), 1));
        assertEquals(0, sets.add(fakes.at(0x2000, SignalSet.class), 128));

        assertEquals(new SignalSet(1, Long.MIN_VALUE), fakes.at(0x2000, SignalSet.class).get());
        assertEquals(-1, sets.add(fakes.at(0x2000, SignalSet.class), 0));
        assertEquals(22, fakes.errno());
        assertEquals(-1, sets.clear(fakes.at(0, SignalSet.class)));
        assertEquals(14, fakes.errno());
    }

    @Test
    void tellsLimits() {
        assertEquals(0x4000, limits.limit(47));
        assertEquals(13, limits.limit(58));
        assertThrows(HleRefusal.class, () -> limits.limit(1));
        assertEquals(0, limits.processor());
    }
}
