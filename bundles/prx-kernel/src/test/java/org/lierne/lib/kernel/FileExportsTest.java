package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.hle.FileRecord;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.DirectoryEntry;
import org.lierne.kernel.file.FileAttributes;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.testing.Rule;

class FileExportsTest {
    private static final Instant TIME = Instant.ofEpochSecond(1000, 5);

    private final Fakes fakes = new Fakes();
    private final Map<String, Object> fixed = new HashMap<>();
    private final Map<String, Object> fileFixed = new HashMap<>(Map.of("flags", OpenFlags.READ_WRITE, "path", "/app0/x",
            "attributes", new FileAttributes(1, 77, FileAttributes.FILE | 0444, 1025, TIME, TIME, TIME, TIME)));
    private final OpenFile file = fakes.fake(OpenFile.class, fileFixed);
    private final GuestFiles files = fakes.fake(GuestFiles.class, fixed);
    private final DescriptorExports descriptors = new DescriptorExports(fakes.answers, files, fakes.memory);
    private final PathExports paths = new PathExports(fakes.answers, files, fakes.memory);
    private final GuestPtr<FileRecord> record = fakes.at(0x2000, FileRecord.class);
    private final GuestPtr<Long> none = fakes.variable(0);

    private GuestString path() {
        return fakes.text(0x1100, "/app0/missing");
    }

    @Test
    @Rule({"T10", "S3"})
    void failsInTheFormOfItsFamily() {
        fakes.answer = new GuestErrno(Errno.ENOENT, "missing");

        assertEquals(0x80020002, (int) descriptors.open(path(), 0, 0));
        assertEquals(0x80020002, paths.attributes(path(), record));
        assertEquals(-1, paths.attributesPosix(path(), record));
        assertEquals(2, fakes.errno());
        fakes.answer = new GuestErrno(Errno.EEXIST, "there");
        assertEquals(0x80020011L | 0xFFFFFFFF_00000000L, descriptors.open(path(), 0xA00, 0));
        fakes.answer = new GuestErrno(Errno.EBADF, "closed");
        assertEquals(-1, descriptors.attributesPosix(9, record));
        assertEquals(9, fakes.errno());
        assertEquals(0x80020009, descriptors.close(9));
        assertEquals(-1, descriptors.seekPosix(9, 0, 0));
    }

    @Test
    void answersNullPointers() {
        fixed.put("file", file);

        assertEquals(0x8002000E, (int) descriptors.open(fakes.nullText(), 0, 0));
        assertEquals(0x8002000E, descriptors.attributes(3, fakes.at(0, FileRecord.class)));
        assertEquals(0x8002000E, (int) descriptors.read(3, 0, 16));
        assertEquals(0x8002000E, (int) descriptors.read(3, 0xF0000000L, 16));
        assertEquals(0x8002000E, (int) descriptors.readPieces(3, fakes.at(0, Iovec.class), 1));
        assertEquals(0x80020016, (int) descriptors.readPieces(3, fakes.at(0x1000, Iovec.class), -1));
        assertEquals(0x80020016, (int) descriptors.readAt(3, 0x1000, 4, -1));
    }

    @Test
    void writesTheWholeAttributeRecordAndNoMore() {
        fixed.put("file", file);
        fakes.memory.putLong(0x2078, -1);

        assertEquals(0, descriptors.attributes(3, record));

        assertEquals(77, fakes.memory.getInt(0x2004));
        assertEquals((short) (0x8000 | 0444), fakes.memory.getShort(0x2008));
        assertEquals(1000, fakes.memory.getLong(0x2028));
        assertEquals(5, fakes.memory.getLong(0x2030));
        assertEquals(1025, fakes.memory.getLong(0x2048));
        assertEquals(3, fakes.memory.getLong(0x2050));
        assertEquals(-1, fakes.memory.getLong(0x2078));
    }

    @Test
    void checksTheAccessModeBeforeTheBuffer() {
        fixed.put("file", file);
        fileFixed.put("flags", OpenFlags.WRITE);
        assertEquals(0x80020009, (int) descriptors.read(3, 0, 16));
        fileFixed.put("flags", OpenFlags.READ);
        assertEquals(0x80020009, (int) descriptors.write(3, 0, 16));
        assertEquals(-1, descriptors.writePosix(3, 0, 16));
        assertEquals(9, fakes.errno());
    }

    @Test
    void stopsAPieceByPieceReadAtAShortOne() {
        fixed.put("file", file);
        fileFixed.put("read", 4);
        fakes.at(0x1000, Iovec.class).set(new Iovec(0x3000, 4));
        fakes.at(0x1010, Iovec.class).set(new Iovec(0x3010, 8));
        fakes.at(0x1020, Iovec.class).set(new Iovec(0x3020, 4));

        assertEquals(8, descriptors.readPieces(3, fakes.at(0x1000, Iovec.class), 3));
    }

    @Test
    @Rule("S2")
    void checksADirectoryReadInOrder() {
        fakes.answer = new GuestErrno(Errno.EBADF, "closed");
        assertEquals(0x80020009, (int) paths.readDirectory(3, 0x3000, 8));
        fakes.answer = Errno.OK;
        fixed.put("file", fakes.fake(OpenFile.class, Map.of()));
        fakes.answer = new GuestErrno(Errno.ENOTDIR, "file");
        assertEquals(0x80020014, (int) paths.readDirectory(3, 0x3000, 8));
        assertEquals(-1, paths.readDirectoryPosix(3, 0x3000, 8));
        assertEquals(20, fakes.errno());
        fakes.answer = Errno.OK;
        fixed.put("file", fakes.fake(OpenFile.class, Map.of("entries", List.of(new DirectoryEntry("a", false, 1)))));
        assertEquals(0x80020016, (int) paths.readDirectory(3, 0x3000, 8));
        assertEquals(0x80020016, (int) paths.readDirectoryAt(3, 0, 512, none));
        assertEquals(512, paths.readDirectoryAt(3, 0x3000, 512, fakes.variable(0x1008)));
        assertEquals(0, fakes.memory.getLong(0x1008));
    }

    @Test
    void refusesWhatNobodyHasDescribed() {
        fixed.put("file", file);

        assertThrows(HleRefusal.class, () -> descriptors.seek(3, 0, 3));
    }
}
