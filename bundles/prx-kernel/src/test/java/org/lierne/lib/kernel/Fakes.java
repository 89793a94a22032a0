package org.lierne.lib.kernel;

import java.nio.charset.StandardCharsets;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.sync.PosixThreads.PosixThread;
import org.lierne.kernel.sync.SyncObject;
import org.lierne.kernel.sync.SyncObjects;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.testing.ArrayGuestMemory;

/** Services that answer what a test says: the exports' own work is checks, forms of results and writing of outputs. */
final class Fakes {
    static final long THREAD = 0x7000;
    static final long ERRNO = 0x7040;

    final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x8000);
    /** What every call on an object of the room answers. */
    Object answer = Errno.OK;
    private final Map<Long, SyncObject> objects = new HashMap<>();
    private long nextAddress = 0x6000;

    final PosixThread self = fake(PosixThread.class, Map.of("address", THREAD, "errnoAddress", ERRNO, "id", 5,
            "attributes", ThreadAttributes.defaults(), "name", "main", "guest", Optional.empty(), "host", Optional.empty()));
    final PosixThreads threads = fake(PosixThreads.class, Map.of("current", self));
    final GuestThreads guestThreads = fake(GuestThreads.class, Map.of("interrupted", new IllegalStateException("stopped")));
    final Answers answers = new Answers(memory, threads, guestThreads);
    final SyncObjects sync = fake(SyncObjects.class, Map.of());

    <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    GuestPtr<Long> variable(long address) {
        return at(address, Long.class);
    }

    GuestString text(long address, String text) {
        memory.putBytes(address, (text + "\0").getBytes(StandardCharsets.UTF_8));
        return new GuestString(memory, address);
    }

    GuestString nullText() {
        return new GuestString(memory, 0);
    }

    int errno() {
        return memory.getInt(ERRNO);
    }

    /** An object whose methods give the fixed values, else {@link #answer} where its type fits, else nothing. */
    <T> T fake(Class<T> type, Map<String, Object> fixed) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            Object[] given = arguments == null ? new Object[0] : arguments;
            if (method.getDeclaringClass() == Object.class) {
                return method.getName().equals("equals") ? proxy == given[0]
                        : method.getName().equals("hashCode") ? System.identityHashCode(proxy) : type.getSimpleName();
            }
            if (type == SyncObjects.class) {
                switch (method.getName()) {
                    case "add" -> {
                        objects.put(nextAddress, (SyncObject) given[0]);
                        nextAddress += 0x40;
                        return nextAddress - 0x40;
                    }
                    case "at" -> {
                        SyncObject known = objects.get((long) given[0]);
                        return ((Class<?>) given[1]).isInstance(known) ? known : null;
                    }
                    case "remove" -> {
                        objects.remove((long) given[0]);
                        return null;
                    }
                    default -> {
                        return fake(method.getReturnType(), Map.of());
                    }
                }
            }
            if (method.getName().equals("atCancellationPoint")) {
                return ((PosixThreads.Wait<?>) given[0]).run();
            }
            if (fixed.containsKey(method.getName())) {
                return fixed.get(method.getName());
            }
            if (answer instanceof GuestErrno failure) {
                throw failure;
            }
            return answered(method.getReturnType());
        }));
    }

    private Object answered(Class<?> result) {
        return result.isInstance(answer) ? answer
                : result == boolean.class ? (Object) (answer instanceof Boolean b && b)
                : result == int.class ? (Object) (answer instanceof Integer i ? i : 0)
                : result == long.class ? (Object) (answer instanceof Long l ? l : 0L)
                : result == Optional.class ? Optional.empty()
                : result == List.class ? List.of() : null;
    }
}
