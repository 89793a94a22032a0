package org.lierne.hle.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.hle.At;
import org.lierne.hle.ExportSignature;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestCallback;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleModule;
import org.lierne.hle.SizedBy;
import org.lierne.hle.VaList;
import org.lierne.hle.VarArgs;
import org.lierne.kernel.cpu.CallShape;
import org.lierne.kernel.cpu.CallTarget;
import org.lierne.kernel.cpu.RegisterFrame;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.testing.ArrayGuestMemory;

class BinderTest {
    private static final long BASE = 0x10_0000_0000L;

    /** Two words. */
    @GuestStruct(size = 8)
    public record Pair(@At(0) int first, @At(4) int second) {}

    /** Exports of every kind of parameter and result. */
    public static final class Sample implements HleModule {
        public int narrow(int a, boolean b, short c, byte d) {
            return b ? a + c + d : -1;
        }

        public double mix(long a, float b, double c, int d) {
            return a + b + c + d;
        }

        public long bytes(@SizedBy("size") GuestBytes out, int size, @SizedBy("count") GuestArray<Pair> pairs, long count) {
            out.write(new byte[] {7});
            return out.size() * 1000 + pairs.read().stream().mapToInt(Pair::second).sum() + count + size;
        }

        public GuestStatus status(GuestPtr<Pair> pair) {
            return pair.isNull() ? () -> 0x80020016 : GuestStatus.OK;
        }

        public GuestValue value(GuestString name) {
            return GuestValue.of(name.get().length());
        }

        public long callback(GuestCallback function, long argument) {
            return function.call(argument, 2) + 1;
        }

        public String print(String format, VarArgs arguments) {
            return format;
        }

        public int variadic(GuestString format, double scale, VarArgs arguments) {
            return (int) (format.get().length() + scale + arguments.nextInt() + arguments.nextDouble());
        }

        public long list(@VaList VarArgs arguments) {
            return arguments.nextLong() * 100 + (long) arguments.nextDouble();
        }
    }

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(BASE, 0x1000);
    private final GuestThread thread = (GuestThread) Proxy.newProxyInstance(BinderTest.class.getClassLoader(),
            new Class<?>[] {GuestThread.class}, (p, m, a) -> (long) a[0] + Arrays.stream((long[]) a[1]).sum());
    private final GuestThreads threads = (GuestThreads) Proxy.newProxyInstance(BinderTest.class.getClassLoader(),
            new Class<?>[] {GuestThreads.class}, (p, m, a) -> thread);

    private CallTarget bind(String name) {
        Method method = Arrays.stream(Sample.class.getMethods()).filter(m -> m.getName().equals(name)).findFirst().orElseThrow();
        return new Binder(memory, threads).bind(new Sample(), method, ExportSignature.of(method), "libSample", name, "AAAAAAAAAAA", "");
    }

    private Object call(String name, Object... arguments) throws Throwable {
        return bind(name).handle().invokeWithArguments(arguments);
    }

    @Test
    void ignoresTheUpperHalvesOfNarrowArguments() throws Throwable {
        long garbage = 0x7eed_0000_0000_0000L;

        assertEquals(5L + 6 + 7, call("narrow", garbage | 0xdead_0000_0000L | 5, garbage | 0xff01, garbage | 6, garbage | 0xaa07));
        assertEquals(-1L, call("narrow", 5L, garbage | 0xfe, 6L, 7L));
    }

    @Test
    void givesIntegersAndFloatsTheirCanonicalShape() throws Throwable {
        CallTarget target = bind("mix");

        assertEquals(new CallShape(List.of(CallShape.Kind.LONG, CallShape.Kind.FLOAT, CallShape.Kind.DOUBLE, CallShape.Kind.LONG),
                CallShape.Result.DOUBLE, false), target.shape());
        assertEquals(1 + 2.5 + 3.25 + 4, target.handle().invokeWithArguments(1L, 2.5f, 3.25, 4L));
        assertEquals(List.of("a", "b", "c", "d"), target.parameterNames());
    }

    @Test
    void sizesBuffersByTheNamedParameter() throws Throwable {
        memory.putInt(BASE + 0x104, 30);
        memory.putInt(BASE + 0x10c, 12);

        assertEquals(16_000L + 42 + 2 + 16, call("bytes", BASE, 0xffff_0000_0000L | 16, BASE + 0x100, 2L));
        assertEquals(7, memory.getByte(BASE));
    }

    @Test
    void givesStatusCodesSignExtended() throws Throwable {
        assertEquals((long) 0x80020016, call("status", 0L));
        assertEquals(0L, call("status", BASE));
    }

    @Test
    void readsStrings() throws Throwable {
        memory.putBytes(BASE, "four\0".getBytes(StandardCharsets.UTF_8));

        assertEquals(4L, call("value", BASE));
    }

    @Test
    void callsBackOnTheCurrentThread() throws Throwable {
        assertEquals(0x500L + 9 + 2 + 1, call("callback", 0x500L, 9L));
    }

    @Test
    void readsVariadicArgumentsBehindTheNamedOnes() throws Throwable {
        memory.putBytes(BASE, "abc\0".getBytes(StandardCharsets.UTF_8));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment registers = arena.allocate(RegisterFrame.BYTES, 16);
            registers.set(ValueLayout.JAVA_LONG, 0, BASE);
            registers.set(ValueLayout.JAVA_LONG, 8, 0x1_0000_0014L);
            registers.set(ValueLayout.JAVA_DOUBLE, 48, 100.0);
            registers.set(ValueLayout.JAVA_DOUBLE, 64, 1000.0);
            CallTarget target = bind("variadic");

            assertEquals(new CallShape(List.of(), CallShape.Result.LONG, true), target.shape());
            assertEquals(3L + 100 + 20 + 1000, target.handle().invokeWithArguments(new RegisterFrame(registers, BASE + 0x800)));
        }
    }

    @Test
    void takesTwelveIntegersAndTenDoublesInOrder() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment registers = arena.allocate(RegisterFrame.BYTES, 16);
            for (int i = 0; i < 6; i++) {
                registers.set(ValueLayout.JAVA_LONG, 8L * i, i);
            }
            for (int i = 0; i < 8; i++) {
                registers.set(ValueLayout.JAVA_DOUBLE, 48 + 16L * i, i + 0.5);
            }
            // The stack holds what did not fit, both kinds in call order: integers 6 to 8, doubles 8 and 9, integers 9 to 11.
            long[] words = {6, 7, 8, Double.doubleToRawLongBits(8.5), Double.doubleToRawLongBits(9.5), 9, 10, 11};
            for (int i = 0; i < words.length; i++) {
                memory.putLong(BASE + 8L * i, words[i]);
            }
            VarArgs arguments = SystemVArgs.ofFrame(memory, 0, 0, new RegisterFrame(registers, BASE));

            for (int i = 0; i < 9; i++) {
                assertEquals(i, arguments.nextLong());
            }
            for (int i = 0; i < 10; i++) {
                assertEquals(i + 0.5, arguments.nextDouble());
            }
            for (int i = 9; i < 12; i++) {
                assertEquals(i, arguments.nextInt());
            }
        }
    }

    @Test
    void readsArgumentsBehindAVaList() throws Throwable {
        long area = BASE + 0x100;
        memory.putInt(BASE, 40);
        memory.putInt(BASE + 4, 48 + 7 * 16);
        memory.putLong(BASE + 8, BASE + 0x400);
        memory.putLong(BASE + 16, area);
        memory.putLong(area + 40, 7);
        memory.putLong(area + 48 + 7 * 16, Double.doubleToRawLongBits(9.0));

        assertEquals(709L, call("list", BASE));
    }

    @Test
    void refusesTypesThatTheGuestCannotPass() {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> bind("print"));

        assertEquals("Sample.print: parameter format has type java.lang.String, which the guest cannot pass", refusal.getMessage());
    }

    @Test
    void roundsExtendedDoublesOnce() {
        assertEquals(1.0, ExtendedDouble.toDouble(1L << 63, 16383));
        assertEquals(-2.5, ExtendedDouble.toDouble(0xA000_0000_0000_0000L, 0x8000 | 16384));
        // derived: 1 + 2^-53 is a tie and goes to even, one bit more does not
        assertEquals(1.0, ExtendedDouble.toDouble((1L << 63) + (1L << 10), 16383));
        assertEquals(1.0 + Math.ulp(1.0), ExtendedDouble.toDouble((1L << 63) + (1L << 10) + 1, 16383));
        assertEquals(Double.MIN_VALUE, ExtendedDouble.toDouble(1L << 63, 16383 - 1074));
        assertEquals(0.0, ExtendedDouble.toDouble(1L << 63, 16383 - 1075));
        assertEquals(Double.POSITIVE_INFINITY, ExtendedDouble.toDouble(1L << 63, 0x7fff));
    }
}
