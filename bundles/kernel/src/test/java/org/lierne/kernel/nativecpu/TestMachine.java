package org.lierne.kernel.nativecpu;

import java.lang.invoke.MethodHandle;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.cpu.CallShape;
import org.lierne.kernel.cpu.CallTarget;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.run.TitleState;
import org.lierne.kernel.space.MappedAddressSpace;
import org.lierne.kernel.space.MappedGuestMemory;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.ThreadSpec;

/** The kernel room's parts wired by hand; one a process, since the guest's addresses can be reserved once. */
public final class TestMachine {
    public static final TestMachine MACHINE = new TestMachine();
    private static final long STACK_BYTES = 0x40000;

    public final MappedAddressSpace space = new MappedAddressSpace();
    public final MappedGuestMemory memory = new MappedGuestMemory(space);
    public final ModuleMap places = new ModuleMap();
    public final TlsLayout tls = new TlsLayout();
    public final TitleState title = new TitleState();
    public final NativeCpu cpu = new NativeCpu(space);
    public final NativeThreads threads = new NativeThreads(space, memory, places, tls, title, cpu);
    private long codeNext;

    /** The first import installs the signal handlers, without which a guest's fault would be the host's. */
    private TestMachine() {
        cpu.slot(() -> {
            throw new AssertionError("called by nobody");
        });
    }

    /** Back to the state before a title. */
    public void reset() {
        try {
            if (!threads.endAll(10_000).isEmpty()) {
                throw new AssertionError("guest threads did not end");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        cpu.clear();
        threads.clear();
        places.clear();
        tls.clear();
        space.reset();
        codeNext = 0;
    }

    /** Maps machine code, given as hex with blanks, as a module of its own called {@code code}. @return its address */
    public long code(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
        return code(bytes);
    }

    public long code(byte[] bytes) {
        if (codeNext == 0) {
            codeNext = space.mapPrivate(0, 0x100000, 7, 0, "code");
            places.add(new ModuleMap.Image("code", codeNext, 0x100000));
        }
        long at = codeNext;
        memory.putBytes(at, bytes);
        codeNext += bytes.length + 63 & -64L;
        return at;
    }

    /** Machine code that calls an import without touching the argument registers, and returns its result. */
    public long caller(long entry) {
        return code("4883ec08 49ba" + little(entry) + "41ffd2 4883c408 c3");
    }

    public static String little(long value) {
        return HexFormat.of().toHexDigits(Long.reverseBytes(value));
    }

    /** An import whose parameters and result are integers. */
    public long integers(String name, MethodHandle handle) {
        int count = handle.type().parameterCount();
        CallShape shape = new CallShape(IntStream.range(0, count).mapToObj(i -> CallShape.Kind.LONG).toList(),
                handle.type().returnType() == void.class ? CallShape.Result.VOID : CallShape.Result.LONG, false);
        return entry(name, handle, shape);
    }

    public long entry(String name, MethodHandle handle, CallShape shape) {
        List<String> names = IntStream.range(0, shape.parameters().size()).mapToObj(i -> "a" + i).toList();
        return cpu.slot(() -> new CallTarget(handle, shape, "libTest", name, "AAAAAAAAAAA", names)).entry();
    }

    /** Runs a body on a fresh guest thread. */
    public <T extends @Nullable Object> T onGuest(Function<GuestThread, T> body) {
        return onGuest(STACK_BYTES, body);
    }

    public <T extends @Nullable Object> T onGuest(long stackBytes, Function<GuestThread, T> body) {
        CompletableFuture<T> result = new CompletableFuture<>();
        threads.startBody(new ThreadSpec("test", 0, 0, stackBytes, 0, 700, 0), thread -> {
            try {
                result.complete(body.apply(thread));
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        try {
            return result.get(120, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException e) {
            if (e.getCause() instanceof RuntimeException r) {
                throw r;
            }
            throw new AssertionError(e.getCause());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public long call(long function, long... arguments) {
        return onGuest(thread -> thread.call(function, arguments));
    }

    public long data(long bytes) {
        return space.mapPrivate(0, bytes + AddressSpace.PAGE_BYTES - 1 & -AddressSpace.PAGE_BYTES, 3, 0, "data");
    }
}
