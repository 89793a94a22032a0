package org.lierne.kernel.nativecpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lierne.kernel.nativecpu.TestMachine.MACHINE;
import static org.lierne.kernel.nativecpu.TestMachine.little;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.cpu.GuestStop;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.SignalHandler;
import org.lierne.kernel.thread.SignalMask;
import org.lierne.kernel.thread.ThreadSpec;

class GuestSignalsTest {
    private static final int SEGV = 11;
    private static final int USER = 30;
    /** addq $3, 0xe0(%rsi): the instruction pointer in the record. */
    private static final String SKIP_THREE = "48 8386 e0000000 03";

    private long data;

    @BeforeEach
    void reset() {
        MACHINE.reset();
        data = MACHINE.data(0x4000);
    }

    @AfterEach
    void forgetHandlers() {
        MACHINE.threads.setSignalHandlers(signal -> Optional.empty());
    }

    private static void handle(Map<Integer, Long> handlers) {
        MACHINE.threads.setSignalHandlers(signal -> Optional.ofNullable(handlers.get(signal))
                .map(f -> new SignalHandler(f, SignalHandler.Form.EXCEPTION, SignalMask.NONE)));
    }

    /** A handler that adds one to the word at {@link #data}. */
    private long counting() {
        return MACHINE.code("48b8" + little(data) + "ff00 c3");
    }

    @Test
    void aFaultsHandlerChangesRegistersAndTheCodeGoesOn() {
        // movq $77, 0x78(%rsi): rax in the record
        handle(Map.of(SEGV, MACHINE.code(SKIP_THREE + "48c746784d000000 c3")));

        assertEquals(77, MACHINE.call(MACHINE.code("488b07 c3"), 0)); // mov (%rdi), %rax
    }

    @Test
    void vectorRegistersAndTheRedZoneSurviveAHandler() {
        handle(Map.of(SEGV, MACHINE.code(SKIP_THREE + "660fefc9 c5f5efc9 c3"))); // pxor, vpxor of xmm1

        // movq %rsi, %xmm1 ; mov %rsi, -120(%rsp) ; mov (%rdi), %rax ; movq %xmm1, %rax ; sub -120(%rsp), %rax ; add %rsi, %rax
        assertEquals(0x1234_5678_9ABCL, MACHINE.call(MACHINE.code("66480f6ece 4889742488 488b07 66480f7ec8 482b442488 4801f0 c3"), 0,
                0x1234_5678_9ABCL));
    }

    @Test
    void aHandlerSeesSignalAddressAndStack() {
        // mov %edi, (data) ; mov 0xc8(%rsi), %rax (address) ; mov %rax, 8(data)
        long note = MACHINE.code("48b9" + little(data) + "8939 488b86c8000000 48894108" + SKIP_THREE + "c3");
        handle(Map.of(SEGV, note));

        MACHINE.call(MACHINE.code("488b07 c3"), 0x20_dead_0000L);

        assertEquals(SEGV, MACHINE.memory.getInt(data));
        assertEquals(0x20_dead_0000L, MACHINE.memory.getLong(data + 8));
    }

    @Test
    void aFaultWithoutAHandlerStops() {
        handle(Map.of(USER, counting()));

        assertThrows(GuestStop.class, () -> MACHINE.call(MACHINE.code("488b07 c3"), 0));
    }

    /** mov (%rdi), %eax ; test %eax, %eax ; jz back ; mov %rdi, %rax. */
    private ThreadSpec loop() {
        return new ThreadSpec("loop", MACHINE.code("f390 8b07 85c0 74f8 4889f8 c3"), data, 0x8000, 0, 700, 0);
    }

    @Test
    void aSignalReachesAThreadThatNeverCalls() throws Exception {
        handle(Map.of(USER, counting()));
        CompletableFuture<Long> ended = new CompletableFuture<>();
        GuestThread thread = MACHINE.threads.start(loop(), t -> {}, ended::complete);

        MACHINE.threads.raise(thread, USER);

        assertEquals(data, ended.get(60, TimeUnit.SECONDS));
        assertEquals(1, MACHINE.memory.getInt(data));
    }

    @Test
    void aSignalWaitsForAThreadThatHasNotBegun() throws Exception {
        handle(Map.of(USER, counting()));
        CompletableFuture<Long> ended = new CompletableFuture<>();

        MACHINE.threads.start(loop(), thread -> MACHINE.threads.raise(thread, USER), ended::complete);

        assertEquals(data, ended.get(60, TimeUnit.SECONDS));
        assertEquals(1, MACHINE.memory.getInt(data));
    }

    static long await(CountDownLatch latch, AtomicInteger calls, long first, long second) {
        calls.incrementAndGet();
        try {
            latch.await();
            return first + second;
        } catch (InterruptedException e) {
            throw MACHINE.threads.interrupted();
        }
    }

    static void open(CountDownLatch latch) {
        latch.countDown();
    }

    @Test
    void aWaitIsLeftForAHandlerAndMadeAgain() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        long wait = MACHINE.integers("await", MethodHandles.insertArguments(lookup.findStatic(GuestSignalsTest.class, "await",
                MethodType.methodType(long.class, CountDownLatch.class, AtomicInteger.class, long.class, long.class)), 0, latch, calls));
        long open = MACHINE.integers("open", lookup.findStatic(GuestSignalsTest.class, "open",
                MethodType.methodType(void.class, CountDownLatch.class)).bindTo(latch));
        handle(Map.of(USER, MACHINE.caller(open)));
        CompletableFuture<Long> ended = new CompletableFuture<>();
        // push %rbx ; mov %rdi, %rbx ; mov $5, %esi ; call the import ; add %rbx, %rax ; pop %rbx
        long code = MACHINE.code("53 4889fb be05000000 49ba" + little(wait) + "41ffd2 4801d8 5b c3");
        GuestThread thread = MACHINE.threads.start(new ThreadSpec("waiter", code, 1000, 0x8000, 0, 700, 0), t -> {}, ended::complete);
        while (calls.get() == 0) {
            Thread.onSpinWait();
        }

        MACHINE.threads.raise(thread, USER);

        assertEquals(2005, ended.get(60, TimeUnit.SECONDS));
        assertEquals(2, calls.get());
    }

    static long raise(long value) {
        MACHINE.threads.raise(MACHINE.threads.current(), USER);
        return value + 1;
    }

    @Test
    void aThreadsOwnSignalIsHandledAtTheReturnOfItsCall() throws Exception {
        handle(Map.of(USER, counting()));
        long raise = MACHINE.integers("raise", MethodHandles.lookup().findStatic(GuestSignalsTest.class, "raise",
                MethodType.methodType(long.class, long.class)));

        assertEquals(8, MACHINE.call(MACHINE.caller(raise), 7));

        assertEquals(1, MACHINE.memory.getInt(data));
    }

    static long callBack(long callback, long argument) {
        return MACHINE.threads.current().call(callback, argument);
    }

    @Test
    void aJumpPastAHostFrameIsRefusedByName() throws Exception {
        long callBack = MACHINE.integers("callBack", MethodHandles.lookup().findStatic(GuestSignalsTest.class, "callBack",
                MethodType.methodType(long.class, long.class, long.class)));
        long jump = MACHINE.code("488b27 c3"); // mov (%rdi), %rsp ; ret
        // mov %rsp, (%rsi) ; then the import with (jump, data)
        long outer = MACHINE.code("488926 4883ec08 49ba" + little(callBack) + "41ffd2 4883c408 c3");

        GuestStop stop = assertThrows(GuestStop.class, () -> MACHINE.call(outer, jump, data));

        assertTrue(stop.getMessage().startsWith("refused: guest code left a callback by a jump or an exception past a host frame"),
                stop.getMessage());
    }
}
