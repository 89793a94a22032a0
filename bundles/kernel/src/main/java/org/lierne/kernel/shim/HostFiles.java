package org.lierne.kernel.shim;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.util.List;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;

/**
 * Regular host files by descriptor, and the fronts that serve guest code's transfers without Java (src/main/native/files.c). Failures are
 * {@link GuestErrno}, with the guest's number for the host's.
 */
public final class HostFiles {
    /** Flags of the host's open call, beyond the access mode, whose numbers are the guest's. */
    public static final int CREATE = 0100;
    public static final int EXCLUSIVE = 0200;
    public static final int TRUNCATE = 01000;

    /** What a front may do with a descriptor. */
    public static final int FRONT_READ = 1;
    public static final int FRONT_WRITE = 2;
    /** Write at the position: not for files whose writes go to the end. */
    public static final int FRONT_WRITE_ON = 4;

    /** Offset of the word, in a guest thread block, that keeps fronts out while the thread is asked to end. */
    private static final int CANCELLED = 0x538;
    private static final int FACTS = 9;
    /** Bytes that one call moves by way of host memory, where the buffer is Java's. */
    private static final int BOUNCE_BYTES = 1 << 16;

    private static final MethodHandle OPEN = Shim.handle("host_open_below", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
    private static final MethodHandle LINK = Shim.handle("host_link_below", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
    private static final MethodHandle READ =
            Shim.handle("host_read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle WRITE =
            Shim.handle("host_write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle APPEND = Shim.handle("host_append", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle SEEK = Shim.handle("host_seek", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT));
    private static final MethodHandle RESIZE = Shim.handle("host_truncate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle SYNC = Shim.handle("host_sync", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle FACTS_OF = Shim.handle("host_facts", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle PUBLISH = Shim.handle("front_publish", FunctionDescriptor.ofVoid(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle WITHDRAW = Shim.handle("front_withdraw", FunctionDescriptor.ofVoid(JAVA_INT));
    private static final MethodHandle PAGES = Shim.handle("front_pages", FunctionDescriptor.ofVoid(JAVA_LONG));

    private HostFiles() {}

    /** What the host knows of an open file; times in seconds and nanoseconds of the epoch. */
    public record Facts(long device, long inode, long bytes, long accessed, int accessedNs, long modified, int modifiedNs, long created,
            int createdNs) {}

    /** The host's way to move a piece of memory; gives bytes or the negative error number. */
    @FunctionalInterface
    private interface Move {
        long run(MemorySegment piece) throws Throwable;
    }

    /** A call of the host that gives a result or the negative error number. */
    @FunctionalInterface
    private interface Call {
        long run(Arena arena) throws Throwable;
    }

    /** Makes a call with memory of its own, and turns its error number into what it is to the guest. */
    private static long host(Call call) {
        try (Arena arena = Arena.ofConfined()) {
            long answer = call.run(arena);
            if (answer < 0) {
                throw new GuestErrno(errno((int) -answer), "host error " + -answer);
            }
            return answer;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a native call threw", e);
        }
    }

    /** The guest's number for the host's (Linux, x86-64): the first 34 are the same but for one. */
    static Errno errno(int host) {
        return switch (host) {
            case 11 -> Errno.EAGAIN;
            case 35 -> Errno.EDEADLK;
            case 36 -> Errno.ENAMETOOLONG;
            case 37 -> Errno.ENOLCK;
            case 38 -> Errno.ENOSYS;
            case 39 -> Errno.ENOTEMPTY;
            case 40 -> Errno.ELOOP;
            case 75 -> Errno.EOVERFLOW;
            case 95 -> Errno.EOPNOTSUPP;
            case 122 -> Errno.ENOSPC;
            default -> host > 34 ? Errno.EIO
                    : List.of(Errno.values()).stream().filter(e -> e.number() == host).findFirst().orElse(Errno.EIO);
        };
    }

    /**
     * Opens a regular file.
     *
     * @param root  a folder's path
     * @param names below it, free of links: what turned into one meanwhile is refused
     * @param flags access mode and the constants above
     * @return the host's descriptor
     */
    public static int open(String root, List<String> names, int flags) {
        return (int) host(arena ->
                (int) OPEN.invokeExact(arena.allocateFrom(root), arena.allocateFrom(String.join("/", names)), flags));
    }

    /** Gives a file a second name below the same folder; both are free of links. */
    public static void link(String root, List<String> names, List<String> second) {
        host(arena -> (int) LINK.invokeExact(arena.allocateFrom(root), arena.allocateFrom(String.join("/", names)),
                arena.allocateFrom(String.join("/", second))));
    }

    public static void close(int file) {
        Shim.close(file);
    }

    /** Moves a buffer's rest, by pieces if it is no host memory. Gives the bytes moved: fewer at a file's end. */
    private static int move(ByteBuffer buffer, boolean reads, Move host) {
        int start = buffer.position();
        while (buffer.hasRemaining()) {
            int piece = buffer.isDirect() ? buffer.remaining() : Math.min(buffer.remaining(), BOUNCE_BYTES);
            int moved = movePiece(buffer, piece, reads, host);
            buffer.position(buffer.position() + moved);
            if (moved < piece && (reads || moved == 0)) {
                break;
            }
        }
        return buffer.position() - start;
    }

    private static int movePiece(ByteBuffer buffer, int bytes, boolean reads, Move host) {
        MemorySegment rest = MemorySegment.ofBuffer(buffer).asSlice(0, bytes);
        if (buffer.isDirect()) {
            return (int) host(_ -> host.run(rest));
        }
        return (int) host(arena -> {
            MemorySegment bounce = arena.allocate(bytes);
            if (!reads) {
                bounce.copyFrom(rest);
            }
            long moved = host.run(bounce);
            if (reads && moved > 0) {
                rest.asSlice(0, moved).copyFrom(bounce.asSlice(0, moved));
            }
            return moved;
        });
    }

    /** Reads at the file's position and moves it. */
    public static int read(int file, ByteBuffer target) {
        return move(target, true, piece -> (long) READ.invokeExact(file, piece, piece.byteSize(), -1L));
    }

    public static int read(int file, ByteBuffer target, long offset) {
        int start = target.position();
        return move(target, true, piece -> (long) READ.invokeExact(file, piece, piece.byteSize(), offset + target.position() - start));
    }

    /** Writes at the file's position and moves it. */
    public static int write(int file, ByteBuffer source) {
        return move(source, false, piece -> (long) WRITE.invokeExact(file, piece, piece.byteSize(), -1L));
    }

    public static int write(int file, ByteBuffer source, long offset) {
        int start = source.position();
        return move(source, false, piece -> (long) WRITE.invokeExact(file, piece, piece.byteSize(), offset + source.position() - start));
    }

    /** Writes at the file's end, wherever that is at that moment, and puts the position behind it. */
    public static int append(int file, ByteBuffer source) {
        return move(source, false, piece -> (long) APPEND.invokeExact(file, piece, piece.byteSize()));
    }

    /** @param whence 0 start, 1 position, 2 end */
    public static long seek(int file, long offset, int whence) {
        return host(_ -> (long) SEEK.invokeExact(file, offset, whence));
    }

    /** Cuts a file, or lengthens it with zeros. */
    public static void truncate(int file, long bytes) {
        host(_ -> (int) RESIZE.invokeExact(file, bytes));
    }

    /** Returns when the host has the data on its disk. */
    public static void sync(int file) {
        host(_ -> (int) SYNC.invokeExact(file));
    }

    public static Facts facts(int file) {
        long[] f = new long[FACTS];
        host(arena -> {
            MemorySegment found = arena.allocate(JAVA_LONG, FACTS);
            int answer = (int) FACTS_OF.invokeExact(file, found);
            MemorySegment.copy(found, JAVA_LONG, 0, f, 0, FACTS);
            return answer;
        });
        return new Facts(f[0], f[1], f[2], f[3], (int) f[4], f[5], (int) f[6], f[7], (int) f[8]);
    }

    /** Lets fronts serve a guest's descriptor; without access they leave it to Java. */
    public static void publish(int descriptor, int host, int access) {
        host(_ -> {
            PUBLISH.invokeExact(descriptor, host, access);
            return 0;
        });
    }

    /** Takes a guest's descriptor back; returns when no front is in it any more. */
    public static void withdraw(int descriptor) {
        host(_ -> {
            WITHDRAW.invokeExact(descriptor);
            return 0;
        });
    }

    /** Where fronts look up what memory the guest may read and write. */
    public static void setPages(long table) {
        host(_ -> {
            PAGES.invokeExact(table);
            return 0;
        });
    }

    /** Keeps a guest thread's calls out of fronts, or lets them in again: Java looks whether the thread is to end. */
    public static void setCancelled(long threadBlock, boolean isCancelled) {
        Shim.MEMORY.set(JAVA_LONG, threadBlock + CANCELLED, isCancelled ? 1 : 0);
    }
}
