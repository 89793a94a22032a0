package org.lierne.kernel.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;

class PipeTest {
    private static final int ROOM = 0x10000;

    private final TitleFiles files = TitleFiles.interruptedBy(() -> new IllegalStateException("interrupted"));
    private final GuestFiles.Pipe pipe = files.pipe();
    private final OpenFile reading = files.file(pipe.reading());
    private final OpenFile writing = files.file(pipe.writing());

    private static void fails(Errno expected, Executable call) {
        assertEquals(expected, assertThrows(GuestErrno.class, call).errno());
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void carriesBytesInOrder() {
        assertFalse(reading.isReadable());
        assertEquals(5, writing.write(bytes("hello")));
        assertTrue(reading.isReadable());

        ByteBuffer target = ByteBuffer.allocate(3);
        assertEquals(3, reading.read(target));
        assertEquals(2, reading.read(target.clear()));
        assertEquals("lol", new String(target.array(), StandardCharsets.UTF_8));
    }

    @Test
    void waitsForBytesAndForRoom() throws Exception {
        FutureTask<Integer> writer = new FutureTask<>(() -> writing.write(ByteBuffer.allocate(3 * ROOM)));
        Thread.ofPlatform().daemon().start(writer);
        ByteBuffer target = ByteBuffer.allocate(3 * ROOM);
        while (target.hasRemaining()) {
            reading.read(target);
        }

        assertEquals(3 * ROOM, writer.get());
    }

    @Test
    void doesNotWaitWhenAskedNotTo() {
        reading.setStatus(OpenFlags.NON_BLOCK);
        writing.setStatus(OpenFlags.NON_BLOCK);

        fails(Errno.EAGAIN, () -> reading.read(ByteBuffer.allocate(1)));
        assertEquals(ROOM - 1, writing.write(ByteBuffer.allocate(ROOM - 1)));
        assertFalse(writing.isWritable());
        fails(Errno.EAGAIN, () -> writing.write(bytes("ab")));
        assertEquals(1, writing.write(ByteBuffer.allocate(1000)));
    }

    @Test
    void endsWhenAnEndIsClosed() {
        writing.write(bytes("x"));
        int copy = files.duplicate(pipe.writing());
        files.close(pipe.writing());
        assertFalse(reading.isHungUp());
        files.close(copy);

        assertTrue(reading.isHungUp());
        assertEquals(1, reading.read(ByteBuffer.allocate(4)));
        assertEquals(0, reading.read(ByteBuffer.allocate(4)));
        GuestFiles.Pipe other = files.pipe();
        files.close(other.reading());
        fails(Errno.EPIPE, () -> files.file(other.writing()).write(bytes("x")));
        fails(Errno.ESPIPE, () -> reading.seek(0, 0));
    }

    @Test
    void duplicatesToAGivenDescriptor() {
        GuestFiles.Pipe other = files.pipe();

        assertEquals(other.writing(), files.duplicateTo(pipe.writing(), other.writing()));

        assertTrue(files.file(other.reading()).isHungUp());
        files.file(other.writing()).write(bytes("x"));
        assertTrue(reading.isReadable());
        assertEquals(100, files.duplicate(pipe.reading(), 100));
        fails(Errno.EBADF, () -> files.duplicateTo(99, 5));
        fails(Errno.EBADF, () -> files.duplicateTo(pipe.reading(), -1));
        fails(Errno.EINVAL, () -> files.duplicate(pipe.reading(), -1));
    }

    @Test
    void tellsWhoWaitsForSeveral() throws InterruptedException {
        long seen = files.changes();
        files.awaitChange(seen, 1000);
        assertEquals(seen, files.changes());

        writing.write(bytes("x"));

        files.awaitChange(seen, -1);
        assertTrue(files.changes() > seen);
    }
}
