package org.lierne.kernel.nativecpu;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.lierne.kernel.cpu.CallShape;
import org.lierne.kernel.cpu.CallTarget;
import org.lierne.kernel.cpu.GuestStop;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.shim.Shim;
import org.lierne.kernel.space.MappedAddressSpace;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.ThreadSpec;
import org.lierne.kernel.title.HostLacking;

/**
 * Tries once, before the first title, what the backend rests on: a guest call into Java and back, a guest fault that ends as an exception,
 * and bad guest pointers in Java code that survive as exceptions, first interpreted and then compiled. The last part is how HotSpot behaves,
 * not what it promises.
 */
public final class SelfTest {
    private static final int WARM_UP = 4_000;
    private static final int BAD_EVERY = 100;
    private static final long TIMEOUT_S = 30;
    private static final long MARK = 0x6c_6965_726eL;

    private SelfTest() {}

    /** @throws HostLacking naming the part that failed */
    public static void run(MappedAddressSpace space, GuestMemory memory, NativeCpu cpu, NativeThreads threads) {
        CompletableFuture<Optional<String>> outcome = new CompletableFuture<>();
        long code = space.mapPrivate(0, AddressSpace.PAGE_BYTES, AddressSpace.READ | AddressSpace.WRITE | AddressSpace.EXECUTE, 0, "self-test");
        try {
            long caller = writeCaller(memory, code, cpu.slot(() -> target()).entry());
            threads.startBody(new ThreadSpec("self-test", 0, 0, AddressSpace.PAGE_BYTES, 0, 0, 0), thread -> {
                try {
                    outcome.complete(failure(thread, caller, code));
                } catch (Throwable e) {
                    outcome.complete(Optional.of(e.toString()));
                }
            });
            Optional<String> failure = outcome.get(TIMEOUT_S, TimeUnit.SECONDS);
            threads.endAll(TIMEOUT_S * 1000);
            if (failure.isPresent()) {
                throw new HostLacking("kernel.cpu.native: the self-test failed on this host: " + failure.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HostLacking("kernel.cpu.native: the self-test was interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new HostLacking("kernel.cpu.native: the self-test did not end: " + e, e);
        } finally {
            space.unmap(code, AddressSpace.PAGE_BYTES);
        }
    }

    private static CallTarget target() {
        try {
            MethodHandle handle = MethodHandles.lookup().findStatic(SelfTest.class, "read", MethodType.methodType(long.class, long.class));
            return new CallTarget(handle, new CallShape(List.of(CallShape.Kind.LONG), CallShape.Result.LONG, false), "self-test", "read", "",
                    List.of("address"));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Unchecked on purpose. */
    private static long read(long address) {
        return Shim.MEMORY.get(JAVA_LONG_UNALIGNED, address);
    }

    /** {@code sub $8,%rsp; movabs $entry,%r10; call *%r10; add $8,%rsp; ret}, and a word to be read at the start. */
    private static long writeCaller(GuestMemory memory, long code, long entry) {
        ByteBuffer bytes = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(MARK).putInt(0x08ec8348).putShort((short) 0xba49).putLong(entry).put((byte) 0x41).putShort((short) 0xd2ff)
                .putInt(0x08c48348).put((byte) 0xc3);
        memory.putBytes(code, bytes.array());
        return code + 8;
    }

    private static Optional<String> failure(GuestThread thread, long caller, long code) {
        if (thread.call(caller, code) != MARK) {
            return Optional.of("a guest call gave a wrong value");
        }
        try {
            thread.call(0x1000);
            return Optional.of("a jump to unmapped memory came back");
        } catch (GuestStop stop) {
            if (stop.reason() != GuestStop.Reason.FAULT) {
                return Optional.of("a guest fault ended as " + stop.getMessage());
            }
        }
        int survived = 0;
        for (int i = 0; i < WARM_UP; i++) {
            boolean isBad = i % BAD_EVERY == 0;
            try {
                thread.call(caller, isBad ? MappedAddressSpace.PLATFORM_LOW - 0x10_0000 + i : code);
            } catch (GuestStop stop) {
                survived += isBad ? 1 : 0;
            }
        }
        return survived == WARM_UP / BAD_EVERY ? Optional.empty()
                : Optional.of("%d of %d bad pointers became exceptions".formatted(survived, WARM_UP / BAD_EVERY));
    }
}
