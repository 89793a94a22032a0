package org.lierne.bench;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.lierne.kernel.cpu.CallShape;
import org.lierne.kernel.cpu.CallTarget;
import org.lierne.kernel.nativecpu.ModuleMap;
import org.lierne.kernel.nativecpu.NativeCpu;
import org.lierne.kernel.nativecpu.NativeThreads;
import org.lierne.kernel.nativecpu.TlsLayout;
import org.lierne.kernel.run.TitleState;
import org.lierne.kernel.space.MappedAddressSpace;
import org.lierne.kernel.space.MappedGuestMemory;
import org.lierne.kernel.thread.ThreadSpec;

/**
 * One call of an import from guest code into a Java method and back; the floor is the same machine-code loop calling a bare upcall stub of
 * the same method on the host's stack.
 */
final class GuestCalls implements Suite {
    private static final int RUNS = 500;
    private static final long CALLS = 20_000;
    private static final int WARM_UP = 200;
    private static final int RWX = 7;
    private static final long STACK_BYTES = 0x40000;

    /** {@code f(n, function)}: calls {@code function(n)}, {@code function(n - 1)} … {@code function(1)}. */
    private static final String LOOP = "53 4154 4883ec08 4889fb 4989f4 4889df 41ffd4 48ffcb 75f5 4883c408 415c 5b c3";

    @Override
    public String name() {
        return "guest-call";
    }

    private static long next(long value) {
        return value + 1;
    }

    private static double best(double[] samples) {
        return Arrays.stream(samples).min().orElseThrow();
    }

    @Override
    public List<Figure> run() throws InterruptedException {
        MappedAddressSpace space = GuestSpace.SPACE;
        MappedGuestMemory memory = GuestSpace.MEMORY;
        NativeCpu cpu = new NativeCpu(space);
        NativeThreads threads = new NativeThreads(space, memory, new ModuleMap(), new TlsLayout(), new TitleState(), cpu);
        long loop = space.mapPrivate(0, MappedAddressSpace.PAGE_BYTES, RWX, 0, "loop");
        memory.putBytes(loop, HexFormat.of().parseHex(LOOP.replace(" ", "")));
        try {
            MethodHandle method = MethodHandles.lookup().findStatic(GuestCalls.class, "next", MethodType.methodType(long.class, long.class));
            FunctionDescriptor descriptor = FunctionDescriptor.of(JAVA_LONG, JAVA_LONG);
            long stub = Linker.nativeLinker().upcallStub(method, descriptor, Arena.global()).address();
            MethodHandle onHost = Linker.nativeLinker().downcallHandle(MemorySegment.ofAddress(loop),
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
            long entry = cpu.slot(() -> new CallTarget(method, new CallShape(List.of(CallShape.Kind.LONG), CallShape.Result.LONG, false),
                    "bench", "next", "", List.of("value"))).entry();
            double[] floor = new double[RUNS];
            double[] guest = new double[RUNS];
            CompletableFuture<Boolean> done = new CompletableFuture<>();
            threads.startBody(new ThreadSpec("bench", 0, 0, STACK_BYTES, 0, 0, 0), thread -> {
                try {
                    for (int i = -WARM_UP; i < RUNS; i++) {
                        long begin = System.nanoTime();
                        long ignored = (long) onHost.invokeExact(CALLS, stub);
                        long middle = System.nanoTime();
                        thread.call(loop, CALLS, entry);
                        long end = System.nanoTime();
                        if (i >= 0) {
                            floor[i] = (double) (middle - begin) / CALLS;
                            guest[i] = (double) (end - middle) / CALLS;
                        }
                    }
                    done.complete(true);
                } catch (Throwable e) {
                    done.completeExceptionally(e);
                }
            });
            done.join();
            threads.endAll(1000);
            return List.of(new Samples(floor).figure("guest-call.floor.bare-upcall", "ns", ""),
                    new Samples(guest).figure("guest-call.export", "ns", ""),
                    // Of the best runs: other work on the machine only ever adds to either.
                    new Figure("guest-call.ratio", best(guest) / best(floor), "ratio", "best of " + RUNS, "<= 1.3"));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
