package org.lierne.kernel.nativecpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lierne.kernel.nativecpu.TestMachine.MACHINE;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.cpu.GuestStop;
import org.lierne.kernel.shim.Shim;

class StopsTest {
    private static final long SMALL_STACK = 0x4000;
    private static final SymbolLookup LIBC = Linker.nativeLinker().defaultLookup();

    @BeforeEach
    void reset() {
        MACHINE.reset();
    }

    private static GuestStop stopOf(long function, long... arguments) {
        return assertThrows(GuestStop.class, () -> MACHINE.onGuest(SMALL_STACK, t -> t.call(function, arguments)));
    }

    private static long refusing() throws ReflectiveOperationException {
        return MACHINE.integers("refuse", MethodHandles.lookup().findStatic(StopsTest.class, "refuse",
                MethodType.methodType(long.class, long.class)));
    }

    static long refuse(long value) {
        throw new HleRefusal("value " + value + " is not modelled");
    }

    /**
     * A thread that handles a fault is on the stack of signals: asked to leave guest code there, it would be taken for one that runs it. As
     * Linux has the record on this processor: handler, mask at 8, flags.
     */
    @Test
    void handlersOfFaultsAreNotInterruptedByRequestsToStop() throws Throwable {
        int wish = (int) Linker.nativeLinker().downcallHandle(LIBC.find("__libc_current_sigrtmin").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT)).invokeExact() + 9;
        MethodHandle sigaction = Linker.nativeLinker().downcallHandle(LIBC.find("sigaction").orElseThrow(), FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        for (int fault : new int[] {4, 5, 7, 8, 11, 31}) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment record = arena.allocate(152, 8);
                assertEquals(0, (int) sigaction.invokeExact(fault, MemorySegment.NULL, record));
                assertTrue(((record.get(ValueLayout.JAVA_LONG, 8) >> (wish - 1)) & 1) != 0, "signal " + fault);
            }
        }
    }

    @Test
    void namesReadOfTheNullPage() {
        GuestStop stop = stopOf(MACHINE.code("90 488b042500000000 c3")); // nop ; mov 0, %rax

        assertEquals("stopped: read of 0x0, which is not mapped for it at code+0x1 (thread test)", stop.getMessage());
        assertEquals(GuestStop.Reason.FAULT, stop.reason());
        assertEquals("code+0x1", stop.place());
    }

    @Test
    void namesWriteWithRegisters() {
        GuestStop stop = stopOf(MACHINE.code("488937 c3"), 0x20_dead_0000L, 5); // mov %rsi, (%rdi)

        assertEquals("stopped: write of 0x20dead0000, which is not mapped for it at code+0x0 (thread test)", stop.getMessage());
        assertEquals(0x20_dead_0000L, stop.registers().get("rdi"));
        assertEquals(5L, stop.registers().get("rsi"));
    }

    @Test
    void namesInstructionsThatCannotRun() {
        assertEquals("stopped: instruction that cannot be executed (bytes 0f 0b 90 90 90 90 90 90) at code+0x0 (thread test)",
                stopOf(MACHINE.code("0f0b 909090909090")).getMessage());
    }

    @Test
    void namesDivisionByZero() {
        assertEquals("stopped: integer division by zero or overflow at code+0x4 (thread test)",
                stopOf(MACHINE.code("31c9 31c0 f7f1 c3")).getMessage());
    }

    @Test
    void namesBreakpoints() {
        assertTrue(stopOf(MACHINE.code("cc c3")).getMessage().startsWith("stopped: breakpoint instruction at code+0x"));
    }

    @Test
    void namesTheOriginOfWildJumps() {
        GuestStop stop = stopOf(MACHINE.code("4883ec08 ffd7 4883c408 c3"), 0x20_0123_4567L);

        assertEquals("stopped: jump to 0x2001234567, which holds no code (return address code+0x6) at 0x2001234567 (in no module) "
                + "(thread test)", stop.getMessage());
    }

    @Test
    void namesNonCanonicalAddresses() {
        String message = stopOf(MACHINE.code("488b07 c3"), 0x8000_0000_0000_1000L).getMessage();

        assertTrue(message.startsWith("stopped: access to a non-canonical or misaligned address (bytes 48 8b 07 c3"), message);
    }

    @Test
    void namesStackOverflow() {
        // push %rbp ; mov %rsp, %rbp ; sub $256, %rsp ; call self
        GuestStop stop = stopOf(MACHINE.code("55 4889e5 4881ec00010000 e8f0ffffff c9 c3"));

        assertTrue(stop.getMessage().startsWith("stopped: guest stack overflow, 0x"), stop.getMessage());
        assertTrue(stop.frames().size() > 50);
        assertEquals("code+0x10", stop.frames().get(1));
    }

    @Test
    void namesTheExportThatRefusedWithArgumentsAndCaller() throws Exception {
        GuestStop stop = stopOf(MACHINE.caller(refusing()), 77);

        assertEquals("refused: libTest refuse(a0=0x4d) at code+0x11: value 77 is not modelled", stop.getMessage());
        assertEquals(List.of("libTest refuse(0x4d, 0x0, …) from code+0x11"), stop.callTail());
        assertTrue(stop.getCause() instanceof HleRefusal);
    }

    @Test
    void unwindsExportsBelowCallbacks() throws Exception {
        AtomicInteger unwound = new AtomicInteger();
        long inner = MACHINE.caller(refusing());
        long outer = MACHINE.integers("outer", MethodHandles.lookup().findStatic(StopsTest.class, "outer",
                MethodType.methodType(long.class, AtomicInteger.class, long.class, long.class)).bindTo(unwound));

        GuestStop stop = stopOf(MACHINE.caller(outer), inner, 9);

        assertEquals("refused: libTest refuse(a0=9) at code+0x11: value 9 is not modelled", stop.getMessage());
        assertEquals(1, unwound.get());
    }

    static long outer(AtomicInteger unwound, long function, long value) {
        try {
            return MACHINE.threads.current().call(function, value);
        } finally {
            unwound.incrementAndGet();
        }
    }

    @Test
    void namesTheArgumentThatIsNotMapped() throws Exception {
        long entry = MACHINE.integers("read", MethodHandles.lookup().findStatic(StopsTest.class, "read",
                MethodType.methodType(long.class, long.class)));

        assertEquals("refused: libTest read(a0=0x20dead0000) at code+0x11: a0 is not mapped for reading",
                stopOf(MACHINE.caller(entry), 0x20_dead_0000L).getMessage());
    }

    static long read(long pointer) {
        return MACHINE.memory.getLong(pointer);
    }

    @Test
    void interruptsGuestCodeThatNeverCalls() throws Exception {
        long spin = MACHINE.code("ebfe");
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                while (MACHINE.threads.all().isEmpty()) {
                    Thread.onSpinWait();
                }
                MACHINE.threads.endAll(10_000);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });

        assertThrows(Unwinding.TitleEnd.class, () -> MACHINE.onGuest(t -> t.call(spin)));
        other.join();
    }

    @Test
    void javaStillHandlesNullAndStackOverflowAfterStops() {
        long bad = MACHINE.code("488b07 c3");
        int[] seen = MACHINE.onGuest(thread -> {
            int nulls = 0;
            int overflows = 0;
            for (int i = 0; i < 2_000; i++) {
                assertThrows(GuestStop.class, () -> thread.call(bad, 0));
                try {
                    lengthOf(i % 3 == 0 ? null : "x");
                } catch (NullPointerException e) {
                    nulls++;
                }
            }
            try {
                deep(0);
            } catch (StackOverflowError e) {
                overflows++;
            }
            return new int[] {nulls, overflows};
        });

        assertEquals(667, seen[0]);
        assertEquals(1, seen[1]);
    }

    /** An implicit null check: the host's own use of SIGSEGV. */
    @SuppressWarnings("NullAway")
    private static int lengthOf(@Nullable String s) {
        return s.length();
    }

    private static int deep(int n) {
        return n < 0 ? 0 : deep(n + 1) + 1;
    }

    /** A page is unmapped between the check and the access: read straight through the global segment. */
    static long raw(long pointer) {
        return Shim.MEMORY.get(java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED, pointer);
    }

    @Test
    void survivesBadPointersInInterpretedAndCompiledExports() throws Exception {
        long entry = MACHINE.integers("raw", MethodHandles.lookup().findStatic(StopsTest.class, "raw",
                MethodType.methodType(long.class, long.class)));
        long caller = MACHINE.caller(entry);
        long good = MACHINE.data(64);

        int stops = MACHINE.onGuest(thread -> {
            int count = 0;
            for (int i = 0; i < 60_000; i++) {
                try {
                    thread.call(caller, i % 3 == 0 ? 0x20_dead_0000L + 8L * i : good);
                } catch (GuestStop stop) {
                    count++;
                }
            }
            return count;
        });

        assertEquals(20_000, stops);
    }

    @Test
    void survivesStopsOfManyThreadsWithCollections() throws Exception {
        long refuse = MACHINE.caller(refusing());
        long read = MACHINE.code("488b042510000000 c3");
        long illegal = MACHINE.code("0f0b");
        long overflow = MACHINE.code("55 4889e5 4881ec00010000 e8f0ffffff c9 c3");
        long twice = MACHINE.code("488d043f c3");
        long[] functions = {refuse, read, illegal, overflow, twice};
        List<Thread> runners = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int k = 0; k < 6; k++) {
            runners.add(Thread.ofPlatform().start(() -> {
                try {
                    for (int round = 0; round < 8; round++) {
                        MACHINE.onGuest(SMALL_STACK, thread -> {
                            for (int i = 0; i < 150; i++) {
                                long function = functions[i % functions.length];
                                try {
                                    assertEquals(84, thread.call(function, 42));
                                    assertEquals(twice, function);
                                } catch (GuestStop stop) {
                                    assertTrue(function != twice);
                                }
                            }
                            return 0;
                        });
                    }
                } catch (Throwable e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            }));
        }
        while (runners.stream().anyMatch(Thread::isAlive)) {
            System.gc();
            runners.get(0).join(20);
        }
        assertEquals(List.of(), failures);
    }
}
