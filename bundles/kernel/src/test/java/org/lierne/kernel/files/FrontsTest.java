package org.lierne.kernel.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.kernel.cpu.CallShape;
import org.lierne.kernel.cpu.CallTarget;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.nativecpu.TestMachine;
import org.lierne.kernel.shim.HostFiles;

/** Transfers that guest code makes on regular files without Java, and when they are left to Java instead. */
class FrontsTest {
    private static final TestMachine MACHINE = TestMachine.MACHINE;
    /** What the Java side answers here. */
    private static final long LEFT = -77;
    private static final int READ_WRITE = OpenFlags.CREATE | OpenFlags.READ_WRITE;

    @TempDir
    Path disk;

    private final TitleFiles files = TitleFiles.interruptedBy(() -> new IllegalStateException("interrupted"));
    private long buffer;

    static long left(long descriptor, long address, long bytes, long offset) {
        return LEFT;
    }

    @BeforeEach
    void mount() throws IOException {
        MACHINE.reset();
        Files.writeString(disk.resolve("a"), "aaaaaaaa");
        Files.writeString(disk.resolve("b"), "bbbbbbbb");
        files.mount("/temp0", disk, true);
        buffer = MACHINE.data(64);
    }

    @AfterEach
    void closeAll() {
        files.titleStopped(null);
        MACHINE.reset();
    }

    private static long function(String front) {
        try {
            MethodHandle handle = MethodHandles.lookup().findStatic(FrontsTest.class, "left",
                    MethodType.methodType(long.class, long.class, long.class, long.class, long.class));
            CallShape shape = new CallShape(List.of(CallShape.Kind.LONG, CallShape.Kind.LONG, CallShape.Kind.LONG, CallShape.Kind.LONG),
                    CallShape.Result.LONG, false);
            return MACHINE.caller(MACHINE.cpu.slot(() -> new CallTarget(handle, shape, "libTest", front, "AAAAAAAAAAA", front,
                    List.of("descriptor", "address", "bytes", "offset"))).entry());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static long call(String front, long... arguments) {
        return MACHINE.call(function(front), arguments);
    }

    private String memory(int bytes) {
        return new String(MACHINE.memory.getBytes(buffer, bytes), StandardCharsets.UTF_8);
    }

    @Test
    void movesBytesAndThePosition() {
        int fd = files.open("/temp0/a", READ_WRITE);
        MACHINE.memory.putBytes(buffer, "xyz".getBytes(StandardCharsets.UTF_8));

        assertEquals(3, call("front_write", fd, buffer, 3));
        assertEquals(2, call("front_write_at", fd, buffer, 2, 6));
        assertEquals(1, call("front_seek", fd, -2, 1));
        assertEquals(7, call("front_read", fd, buffer, 60));
        assertEquals("yzaaaxy", memory(7));
        assertEquals(8, files.file(fd).seek(0, 1));
        assertEquals(0, call("front_read", fd, buffer, 60));
        assertEquals(4, call("front_read_at", fd, buffer, 4, 3));
        assertEquals("aaax", memory(4));
    }

    @Test
    void sharesThePositionWithAnotherDescriptorOfTheFile() {
        int fd = files.open("/temp0/a", OpenFlags.READ);
        int second = files.duplicate(fd);

        assertEquals(3, call("front_read", fd, buffer, 3));
        assertEquals(3, call("front_seek", second, 0, 1));
    }

    @Test
    void leavesToJavaWhatItMayNotDo() {
        int readOnly = files.open("/temp0/a", OpenFlags.READ);
        int writeOnly = files.open("/temp0/b", OpenFlags.WRITE);
        long readable = MACHINE.space.mapPrivate(0, 0x4000, 1, 0, "readable");

        assertEquals(LEFT, call("front_write", readOnly, buffer, 1));
        assertEquals(LEFT, call("front_write_at", readOnly, buffer, 1, 0));
        assertEquals(LEFT, call("front_read", writeOnly, buffer, 1));
        assertEquals(LEFT, call("front_read_at", readOnly, readable, 1, 0), "memory that is not writable");
        assertEquals(LEFT, call("front_read_at", readOnly, buffer + 0x3fff, 2, 0), "memory that ends");
        assertEquals(LEFT, call("front_read_at", readOnly, HostMemory.ADDRESS, 1, 0), "memory of the host");
        assertEquals(LEFT, call("front_read_at", readOnly, buffer, 1, -1));
        assertEquals(LEFT, call("front_read", 99, buffer, 1));
        assertEquals(LEFT, call("front_read", -1, buffer, 1));
        assertEquals(LEFT, call("front_seek", readOnly, -1, 0));
        assertEquals(LEFT, call("front_seek", readOnly, 0, 3));
        files.close(readOnly);
        assertEquals(LEFT, call("front_read_at", readOnly, buffer, 1, 0));
    }

    /** Memory of this process that is not the guest's. */
    private static final class HostMemory {
        static final long ADDRESS = java.lang.foreign.Arena.global().allocate(16).address();
    }

    @Test
    void leavesWritesAtTheEndToJavaWhileTheFileAppends() {
        int fd = files.open("/temp0/a", OpenFlags.READ_WRITE);
        int second = files.duplicate(fd);

        files.file(fd).setStatus(OpenFlags.APPEND);
        assertEquals(LEFT, call("front_write", second, buffer, 1));
        files.file(fd).setStatus(0);
        assertEquals(1, call("front_write", second, buffer, 1));
    }

    @Test
    void leavesCallsOfACancelledThreadToJava() {
        int fd = files.open("/temp0/a", OpenFlags.READ);
        long function = function("front_read_at");

        List<Long> answers = MACHINE.onGuest(thread -> {
            HostFiles.setCancelled(thread.threadBlock(), true);
            long cancelled = thread.call(function, fd, buffer, 1, 0);
            HostFiles.setCancelled(thread.threadBlock(), false);
            return List.of(cancelled, thread.call(function, fd, buffer, 1, 0));
        });

        assertEquals(List.of(LEFT, 1L), answers);
    }

    @Test
    void readsTheFileThatADescriptorNamesWhileItIsClosedAndOpenedAgain() {
        long function = function("front_read_at");
        AtomicBoolean ends = new AtomicBoolean();
        CompletableFuture<String> reader = CompletableFuture.supplyAsync(() -> MACHINE.onGuest(thread -> {
            while (!ends.get()) {
                long read = thread.call(function, 3, buffer, 8, 0);
                String seen = memory(8);
                if (read != LEFT && !(read == 8 && (seen.equals("aaaaaaaa") || seen.equals("bbbbbbbb")))) {
                    return read + " " + seen;
                }
            }
            return "";
        }));
        try {
            for (int i = 0; i < 300; i++) {
                assertEquals(3, files.open(i % 2 == 0 ? "/temp0/a" : "/temp0/b", OpenFlags.READ));
                files.close(3);
            }
        } finally {
            ends.set(true);
        }

        assertTrue(reader.join().isEmpty(), reader::join);
    }
}
