package org.lierne.kernel.shim;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The native library's functions. Loaded from the bundle on first use: unpacked to a temporary file, which is gone from the file system as
 * soon as it is mapped. Handles are {@code static final} because a constant handle saves 3 to 5 ns a call.
 */
public final class Shim {
    public static final int PROT_NONE = 0;
    public static final int PROT_READ = 1;
    public static final int PROT_WRITE = 2;
    public static final int PROT_EXEC = 4;
    public static final int MAP_SHARED = 0x1;
    public static final int MAP_PRIVATE = 0x2;
    public static final int MAP_FIXED = 0x10;
    public static final int MAP_ANONYMOUS = 0x20;
    public static final int MAP_NORESERVE = 0x4000;
    public static final int MAP_FIXED_NOREPLACE = 0x100000;

    /** All of the process's memory. */
    public static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = open();

    public static final MethodHandle ENTER = handle("guest_enter", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    private static final MethodHandle BIND = handle("guest_bind", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle UNBIND = handle("guest_unbind", FunctionDescriptor.ofVoid());
    private static final MethodHandle INTERRUPT = handle("guest_interrupt", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    private static final MethodHandle INSTALL = handle("shim_install", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle RESUME = handle("shim_resume", FunctionDescriptor.of(JAVA_LONG));
    private static final MethodHandle FEATURES = handle("shim_features", FunctionDescriptor.of(JAVA_LONG));
    private static final MethodHandle PASSED_ON = handle("shim_passed_on", FunctionDescriptor.of(JAVA_LONG));
    private static final MethodHandle LEAVE_AT_ONCE = handle("shim_leave_at_once", FunctionDescriptor.ofVoid());
    private static final MethodHandle CPUID = handle("shim_cpuid", FunctionDescriptor.ofVoid(JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle EMULATE = handle("shim_emulate", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle SET_RESOLVER = handle("shim_set_resolver", FunctionDescriptor.ofVoid(ADDRESS));
    private static final MethodHandle MAP = handle("host_map",
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle UNMAP = handle("host_unmap", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle PROTECT = handle("host_protect", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
    private static final MethodHandle MEMORY_FILE = handle("host_memory_file", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle DROP = handle("host_drop", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle CLOSE = handle("host_close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle SAFE_COPY = LINKER.downcallHandle(LIBRARY.findOrThrow("safe_copy"),
            FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG), Linker.Option.critical(true));

    private Shim() {}

    private static SymbolLookup open() {
        String resource = "/native/linux-x86-64/libguestshim.so";
        try (InputStream in = Shim.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the kernel bundle holds no " + resource + ": it was built without its native part");
            }
            Path file = Files.createTempFile("lierne-shim", ".so");
            try {
                Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
                // Global: signal handlers and stubs point into the library as long as the process lives.
                return SymbolLookup.libraryLookup(file, Arena.global());
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new IllegalStateException("the native part cannot be unpacked to " + System.getProperty("java.io.tmpdir"), e);
        }
    }

    static MethodHandle handle(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(LIBRARY.findOrThrow(name), descriptor);
    }

    /** Address of a function of the library. */
    public static long address(String name) {
        return LIBRARY.findOrThrow(name).address();
    }

    public static Linker linker() {
        return LINKER;
    }

    private static AssertionError unexpected(Throwable e) {
        return new AssertionError("a native call threw", e);
    }

    public static int bindThread(long block) {
        try {
            long thread = (long) BIND.invokeExact(block);
            if (thread < 0) {
                throw new IllegalStateException("the host gives no signal stack for a guest thread: error " + -thread);
            }
            return (int) thread;
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static void unbindThread() {
        try {
            UNBIND.invokeExact();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static void interruptThread(int hostThread) {
        try {
            int ignored = (int) INTERRUPT.invokeExact((long) hostThread);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** The function that goes on with the state in the thread block. */
    public static long resumeAddress() {
        try {
            return (long) RESUME.invokeExact();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Installs the signal handlers; addresses in {@code [low, high)} are guest memory to them. */
    public static void install(long low, long high) {
        try {
            int error = (int) INSTALL.invokeExact(low, high);
            if (error != 0) {
                throw new IllegalStateException("signal handlers cannot be installed: error " + error);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static boolean hasFsGsBase() {
        try {
            return ((long) FEATURES.invokeExact() & 1) != 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Signals handed to the handlers that were there before. */
    public static long passedOn() {
        try {
            return (long) PASSED_ON.invokeExact();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** At the end of the process, what libraries that are loaded now would do there is left out. */
    public static void leaveAtOnce() {
        try {
            LEAVE_AT_ONCE.invokeExact();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** eax, ebx, ecx, edx of a {@code cpuid} leaf. */
    public static int[] cpuid(int leaf, int subleaf) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment registers = arena.allocate(JAVA_INT, 4);
            CPUID.invokeExact(leaf, subleaf, registers);
            return registers.toArray(JAVA_INT);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * What the signal handler does with an instruction that the host lacks.
     *
     * @param registers rax, rdx, then low and high half of xmm0 … xmm15; changed
     * @return the instruction's length, 0 if it is not one that is emulated
     */
    public static int emulate(byte[] instruction, long[] registers) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment code = arena.allocate(32);
            MemorySegment.copy(instruction, 0, code, ValueLayout.JAVA_BYTE, 0, instruction.length);
            MemorySegment state = arena.allocateFrom(JAVA_LONG, registers);
            int length = (int) EMULATE.invokeExact(code, state);
            MemorySegment.copy(state, JAVA_LONG, 0, registers, 0, registers.length);
            return length;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static void setResolver(MemorySegment upcall) {
        try {
            SET_RESOLVER.invokeExact(upcall);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** {@code mmap}. @return the address, or the negative error number */
    public static long map(long address, long bytes, int protection, int flags, int file, long offset) {
        try {
            return (long) MAP.invokeExact(address, bytes, protection, flags, file, offset);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** {@code munmap}. @return 0 or the negative error number */
    public static int unmap(long address, long bytes) {
        try {
            return (int) UNMAP.invokeExact(address, bytes);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** {@code mprotect}. @return 0 or the negative error number */
    public static int protect(long address, long bytes, int protection) {
        try {
            return (int) PROTECT.invokeExact(address, bytes, protection);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** A sparse file in memory. @return its descriptor */
    public static int memoryFile(String name, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            int file = (int) MEMORY_FILE.invokeExact(arena.allocateFrom(name), bytes);
            if (file < 0) {
                throw new IllegalStateException("the host gives no memory file of %d bytes: error %d".formatted(bytes, -file));
            }
            return file;
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Gives a memory file's pages back; they read as zero afterwards. */
    public static void drop(int file, long offset, long bytes) {
        try {
            int ignored = (int) DROP.invokeExact(file, offset, bytes);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static void close(int file) {
        try {
            int ignored = (int) CLOSE.invokeExact(file);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Copies; false if either side faults. */
    public static boolean safeCopy(MemorySegment to, MemorySegment from, long bytes) {
        try {
            return (long) SAFE_COPY.invokeExact(to, from, bytes) == 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }
}
