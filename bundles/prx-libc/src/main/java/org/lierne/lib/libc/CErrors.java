package org.lierne.lib.libc;

import java.util.function.LongSupplier;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.PosixThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Errors as the C library gives them: a value of the function's own and the thread's errno. */
@Component(service = CErrors.class)
public final class CErrors {
    private final GuestMemory memory;
    private final PosixThreads threads;

    @Activate
    public CErrors(@Reference GuestMemory memory, @Reference PosixThreads threads) {
        this.memory = memory;
        this.threads = threads;
    }

    /** The call's value, or the other one with errno set. */
    long orElse(long other, LongSupplier call) {
        try {
            return call.getAsLong();
        } catch (GuestErrno e) {
            memory.putInt(threads.current().errnoAddress(), e.errno().number());
            return other;
        }
    }

    int errno() {
        return memory.getInt(threads.current().errnoAddress());
    }
}
