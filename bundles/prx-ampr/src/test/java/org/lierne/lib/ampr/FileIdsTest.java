package org.lierne.lib.ampr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lierne.hle.FileRecord;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.event.EventQueues;
import org.lierne.kernel.file.FileAttributes;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.testing.ArrayGuestMemory;

/** What is told of a file by its number. Documented: system calls, section 17; the record is that of section 6. */
class FileIdsTest {
    private static final long RECORD = 0x1000;
    private static final int ENOENT = 0x80020002;
    private static final int EFAULT = 0x8002000E;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(RECORD, 0x100);
    private final EventQueues queues = service(EventQueues.class, null);
    private final Submissions submissions = new Submissions(memory, queues, service(GuestThreads.class, null), service(GuestFiles.class,
            service(OpenFile.class, new FileAttributes(1, 2, FileAttributes.FILE | 0x124, 1025, Instant.ofEpochSecond(3), Instant.ofEpochSecond(4),
                    Instant.ofEpochSecond(5), Instant.ofEpochSecond(6)))), new FakeSpace().proxy());
    private final SubmitExports exports = new SubmitExports(memory, queues, submissions);

    /** A service that gives one answer to everything. */
    private static <T> T service(Class<T> type, @Nullable Object answer) {
        return type.cast(Proxy.newProxyInstance(FileIdsTest.class.getClassLoader(), new Class<?>[] {type}, (_, _, _) -> answer));
    }

    private <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    @Test
    void tellsTheAttributesOfAFile() {
        int id = submissions.files().resolve("/app0/file");

        assertEquals(0, exports.fileAttributes(id, at(RECORD, FileRecord.class)));
        assertEquals(0, exports.fileSize(id, at(RECORD + 0x80, Long.class)));

        assertEquals(1025, memory.getLong(RECORD + 0x80));
        assertEquals((short) 0x8124, memory.getShort(RECORD + 0x08));
        assertEquals(4, memory.getLong(RECORD + 0x28));
        assertEquals(1025, memory.getLong(RECORD + 0x48));
        assertEquals(3, memory.getLong(RECORD + 0x50));
    }

    @Test
    void refusesNumbersThatWereNotGivenAndNoPlace() {
        int id = submissions.files().resolve("/app0/file");
        for (int unknown : new int[] {0, -1, id + 1}) {
            assertEquals(ENOENT, exports.fileAttributes(unknown, at(RECORD, FileRecord.class)));
            assertEquals(ENOENT, exports.fileSize(unknown, at(RECORD, Long.class)));
        }
        assertEquals(EFAULT, exports.fileAttributes(id, at(0, FileRecord.class)));
        assertEquals(EFAULT, exports.fileSize(id, at(0, Long.class)));
    }
}
