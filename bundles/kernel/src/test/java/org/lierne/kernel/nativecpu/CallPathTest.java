package org.lierne.kernel.nativecpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lierne.kernel.nativecpu.TestMachine.MACHINE;
import static org.lierne.kernel.nativecpu.TestMachine.little;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.cpu.CallShape;
import org.lierne.kernel.cpu.CallShape.Kind;
import org.lierne.kernel.cpu.CallShape.Result;
import org.lierne.kernel.cpu.GuestCpu;
import org.lierne.kernel.cpu.RegisterFrame;
import org.lierne.kernel.cpu.CallTarget;
import org.lierne.kernel.thread.GuestThread;

class CallPathTest {
    /** Receives the arguments of one call. */
    static final class Receiver {
        Object[] arguments = {};
        Object result = 0L;

        Object take(Object... values) {
            arguments = values;
            return result;
        }
    }

    private static final MethodHandle TAKE;

    static {
        try {
            TAKE = MethodHandles.lookup().findVirtual(Receiver.class, "take", MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @BeforeEach
    void reset() {
        MACHINE.reset();
    }

    /** Code that loads the arguments as System V says, calls, and leaves the result where it is. */
    private static byte[] callWith(long entry, List<Object> arguments) {
        StringBuilder hex = new StringBuilder("5548 89e5".replace(" ", ""));
        String[] integerMoves = {"48bf", "48be", "48ba", "48b9", "49b8", "49b9"};
        int integers = 0;
        int vectors = 0;
        List<Long> words = new ArrayList<>();
        StringBuilder registers = new StringBuilder();
        for (Object argument : arguments) {
            if (argument instanceof Long value) {
                if (integers < 6) {
                    registers.append(integerMoves[integers++]).append(little(value));
                } else {
                    words.add(value);
                }
            } else {
                long bits = argument instanceof Double d ? Double.doubleToRawLongBits(d) : Float.floatToRawIntBits((Float) argument);
                if (vectors < 8) {
                    // mov $bits, %rax ; movq %rax, %xmmN
                    registers.insert(0, "48b8" + little(bits) + "66480f6e" + "%02x".formatted(0xc0 | vectors++ << 3));
                } else {
                    words.add(bits);
                }
            }
        }
        if (words.size() % 2 == 1) {
            hex.append("4883ec08");
        }
        for (int i = words.size() - 1; i >= 0; i--) {
            hex.append("48b8").append(little(words.get(i))).append("50");
        }
        hex.append(registers).append("b0%02x".formatted(vectors)).append("49ba").append(little(entry)).append("41ffd2 c9 c3");
        return java.util.HexFormat.of().parseHex(hex.toString().replace(" ", ""));
    }

    private static Class<?> type(Kind kind) {
        return switch (kind) {
            case LONG -> long.class;
            case FLOAT -> float.class;
            case DOUBLE -> double.class;
        };
    }

    @Test
    void passesEveryMixOfIntegersAndFloats() {
        for (int integers = 0; integers <= 9; integers++) {
            for (int floats = 0; floats <= 10; floats++) {
                for (Kind floatKind : List.of(Kind.FLOAT, Kind.DOUBLE)) {
                    for (boolean isFloatFirst : new boolean[] {false, true}) {
                        passes(integers, floats, floatKind, isFloatFirst);
                    }
                }
            }
            MACHINE.reset();
        }
    }

    private static void passes(int integers, int floats, Kind floatKind, boolean isFloatFirst) {
        List<Kind> kinds = new ArrayList<>();
        List<Object> arguments = new ArrayList<>();
        for (int i = 0; i < integers; i++) {
            kinds.add(Kind.LONG);
            arguments.add(0x1122334400000000L + i);
        }
        for (int i = 0; i < floats; i++) {
            int at = isFloatFirst ? i : kinds.size();
            kinds.add(at, floatKind);
            arguments.add(at, floatKind == Kind.DOUBLE ? (Object) (i + 0.25) : (Object) (i + 0.5f));
        }
        Receiver receiver = new Receiver();
        MethodHandle handle = TAKE.bindTo(receiver).asCollector(Object[].class, kinds.size())
                .asType(MethodType.methodType(long.class, kinds.stream().map(CallPathTest::type).toList()));
        long entry = MACHINE.entry("take", handle, new CallShape(kinds, Result.LONG, false));
        receiver.result = 0x7766554433221100L;

        long result = MACHINE.call(MACHINE.code(callWith(entry, arguments)));

        assertEquals(arguments, Arrays.asList(receiver.arguments));
        assertEquals(0x7766554433221100L, result);
    }

    @Test
    void returnsFloatsAndDoublesInXmm0() {
        Receiver receiver = new Receiver();
        MethodHandle handle = TAKE.bindTo(receiver).asCollector(Object[].class, 0);
        receiver.result = 2.5;
        long asDouble = MACHINE.entry("d", handle.asType(MethodType.methodType(double.class)), new CallShape(List.of(), Result.DOUBLE, false));
        assertEquals(Double.doubleToRawLongBits(2.5), (long) MACHINE.onGuest(t -> t.callForXmm0(MACHINE.caller(asDouble))));

        receiver.result = 1.5f;
        long asFloat = MACHINE.entry("f", handle.asType(MethodType.methodType(float.class)), new CallShape(List.of(), Result.FLOAT, false));
        assertEquals(Float.floatToRawIntBits(1.5f), (int) (long) MACHINE.onGuest(t -> t.callForXmm0(MACHINE.caller(asFloat))));
    }

    @Test
    void givesVariadicExportsTheRegisterFrame() throws Throwable {
        List<Long> seen = new ArrayList<>();
        MethodHandle handle = MethodHandles.lookup().findStatic(CallPathTest.class, "frame",
                MethodType.methodType(long.class, List.class, RegisterFrame.class)).bindTo(seen);
        long entry = MACHINE.entry("v", handle, new CallShape(List.of(), Result.LONG, true));
        List<Object> arguments = List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 0.5, 1.5);

        MACHINE.call(MACHINE.code(callWith(entry, arguments)));

        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, Double.doubleToRawLongBits(0.5), Double.doubleToRawLongBits(1.5), 7L, 8L), seen);
    }

    static long frame(List<Long> seen, RegisterFrame frame) {
        for (int i = 0; i < 6; i++) {
            seen.add(frame.registers().get(java.lang.foreign.ValueLayout.JAVA_LONG, 8L * i));
        }
        for (int i = 0; i < 2; i++) {
            seen.add(frame.registers().get(java.lang.foreign.ValueLayout.JAVA_LONG, RegisterFrame.VECTORS + 16L * i));
        }
        seen.add(MACHINE.memory.getLong(frame.stackWords()));
        seen.add(MACHINE.memory.getLong(frame.stackWords() + 8));
        return 0;
    }

    @Test
    void callsBackOnTheSameGuestStack() throws Throwable {
        MethodHandle handle = MethodHandles.lookup().findStatic(CallPathTest.class, "back",
                MethodType.methodType(long.class, long.class, long.class));
        long entry = MACHINE.integers("back", handle);
        long twice = MACHINE.code("488d043f c3"); // lea (%rdi,%rdi), %rax ; ret

        assertEquals(43, MACHINE.call(MACHINE.caller(entry), twice, 21));
    }

    static long back(long function, long value) {
        return MACHINE.threads.current().call(function, value) + 1;
    }

    @Test
    void passesMoreThanSixArgumentsToGuestCode() {
        // mov 8(%rsp), %rax ; add 16(%rsp), %rax ; add %rdi, %rax ; ret
        long sum = MACHINE.code("488b442408 4803442410 4801f8 c3");

        assertEquals(1 + 70 + 800, MACHINE.call(sum, 1, 2, 3, 4, 5, 6, 70, 800));
    }

    @Test
    void keepsTheGuestsVectorRoundingAndDirectionSettings() throws Throwable {
        MethodHandle handle = MethodHandles.lookup().findStatic(CallPathTest.class, "denormal", MethodType.methodType(long.class));
        long entry = MACHINE.integers("denormal", handle);
        // sub 24 ; movl $0x9fc0, (%rsp) ; ldmxcsr (%rsp) ; call ; stmxcsr (%rsp) ; mov (%rsp), %ecx ; shl 32 ; or ; add ; ret
        long code = MACHINE.code("4883ec18 c70424c09f0000 0fae1424 49ba" + little(entry)
                + "41ffd2 0fae1c24 8b0c24 48c1e120 4809c8 4883c418 c3");

        long result = MACHINE.call(code);

        assertEquals(1, (int) result, "a denormal lived in Java");
        assertEquals(0x9fc0, result >>> 32 & 0xffc0);
        assertEquals(1, denormal(), "the host's setting is back");
    }

    static long denormal() {
        double least = Double.longBitsToDouble(Long.parseLong("1"));
        return Double.doubleToRawLongBits(least * 1.0);
    }

    @Test
    void bindsOnTheFirstCallAndAgainAfterUnbinding() throws Throwable {
        Receiver receiver = new Receiver();
        MethodHandle handle = TAKE.bindTo(receiver).asCollector(Object[].class, 0).asType(MethodType.methodType(long.class));
        int[] asked = {0};
        GuestCpu.ImportSlot slot = MACHINE.cpu.slot(() -> {
            asked[0]++;
            receiver.result = (long) asked[0];
            return new CallTarget(handle, new CallShape(List.of(), Result.LONG, false), "libTest", "f", "AAAAAAAAAAA", List.of());
        });
        long caller = MACHINE.caller(slot.entry());
        assertEquals(0, asked[0]);

        assertEquals(1, MACHINE.call(caller));
        assertEquals(1, MACHINE.call(caller));
        slot.unbind();
        assertEquals(2, MACHINE.call(caller));
        assertEquals(3, slot.calls());
    }

    @Test
    void threadsHaveTheirOwnVariables() {
        long image = MACHINE.data(16);
        MACHINE.memory.putLong(image, 7);
        TlsLayout.Block block = MACHINE.tls.add(image, 8, 16, 16);
        // mov %gs:0, %rax ; incq -16(%rax) ; mov -16(%rax), %rax ; ret
        long code = MACHINE.code("65488b042500000000 48ff40f0 488b40f0 c3");

        assertEquals(16, block.offset());
        for (int i = 0; i < 3; i++) {
            assertEquals(8, MACHINE.call(code));
        }
        long twice = MACHINE.onGuest((GuestThread t) -> t.call(code) + t.call(code));
        assertEquals(8 + 9, twice);
    }

    static long one() {
        return 1;
    }

    static long seven(long a, long b, long c, long d, long e, long f, long g) {
        return a + g;
    }

    /** Who serves an import changes while a guest thread asks: the change does not wait for the answer, which is asked for again. */
    @Test
    void asksAgainForWhatChangedMeanwhile() throws Exception {
        List<CallTarget> answers = List.of(constant("stale", 1), constant("fresh", 2));
        AtomicReference<GuestCpu.ImportSlot> slot = new AtomicReference<>();
        AtomicInteger asked = new AtomicInteger();
        slot.set(MACHINE.cpu.slot(() -> {
            int answer = asked.getAndIncrement();
            if (answer == 0) {
                CompletableFuture.runAsync(() -> slot.get().unbind()).orTimeout(60, TimeUnit.SECONDS).join();
            }
            return answers.get(answer);
        }));

        long result = MACHINE.call(MACHINE.caller(slot.get().entry()));

        assertEquals(2, result);
        assertEquals(2, asked.get());
    }

    private static CallTarget constant(String name, long value) {
        return new CallTarget(MethodHandles.constant(long.class, value), new CallShape(List.of(), Result.LONG, false), "libTest", name, "AAAAAAAAAAA",
                List.of());
    }

    /** Two owners of different shapes take turns: a call sees the one or the other, never a mixture. */
    @Test
    void rebindsWhileGuestThreadsCall() throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        CallTarget plain = new CallTarget(lookup.findStatic(CallPathTest.class, "one", MethodType.methodType(long.class)),
                new CallShape(List.of(), Result.LONG, false), "libTest", "one", "AAAAAAAAAAA", List.of());
        List<Kind> kinds = Collections.nCopies(7, Kind.LONG);
        CallTarget stacked = new CallTarget(lookup.findStatic(CallPathTest.class, "seven",
                MethodType.methodType(long.class, Collections.nCopies(7, long.class))),
                new CallShape(kinds, Result.LONG, false), "libTest", "seven", "AAAAAAAAAAA", List.of());
        AtomicInteger turn = new AtomicInteger();
        GuestCpu.ImportSlot slot = MACHINE.cpu.slot(() -> turn.incrementAndGet() % 2 == 0 ? plain : stacked);
        List<Object> arguments = List.of(40L, 0L, 0L, 0L, 0L, 0L, 2L);
        long caller = MACHINE.code(callWith(slot.entry(), arguments));
        List<Thread> callers = new ArrayList<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 2; i++) {
            callers.add(Thread.ofPlatform().start(() -> {
                try {
                    MACHINE.onGuest(thread -> {
                        for (int k = 0; k < 50_000; k++) {
                            long result = thread.call(caller);
                            if (result != 1 && result != 42) {
                                throw new AssertionError("a call gave " + result);
                            }
                        }
                        return 0;
                    });
                } catch (Throwable e) {
                    failures.add(e);
                }
            }));
        }
        while (callers.stream().anyMatch(Thread::isAlive)) {
            slot.unbind();
            callers.get(0).join(1);
        }
        assertEquals(List.of(), failures);
    }
}
