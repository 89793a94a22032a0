package org.lierne.lib.net;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Errors of the library as the guest gets them: the code, and the bare number at the thread's errno location of the library. */
@Component(service = {NetErrors.class, TitleListener.class})
public final class NetErrors implements TitleListener {
    private final GuestMemory memory;
    private final GuestHeap heap;
    private final GuestThreads threads;
    private final Map<Integer, Long> locations = new ConcurrentHashMap<>();

    @Activate
    public NetErrors(@Reference GuestMemory memory, @Reference GuestHeap heap, @Reference GuestThreads threads) {
        this.memory = memory;
        this.heap = heap;
        this.threads = threads;
    }

    @Override
    public void titleStarting(Title title) {
        locations.clear();
    }

    long location() {
        return locations.computeIfAbsent(threads.current().id(), _ -> heap.allocate(Integer.BYTES));
    }

    GuestValue failed(Errno errno) {
        return failed(new NetStatus(errno), errno.number());
    }

    GuestValue failed(GuestStatus status, int number) {
        memory.putInt(location(), number);
        return GuestValue.error(status);
    }

    /** The value, or the error that the call throws. */
    GuestValue value(LongSupplier call) {
        try {
            return GuestValue.of(call.getAsLong());
        } catch (GuestErrno e) {
            return failed(e.errno());
        }
    }

    RuntimeException interrupted() {
        return threads.interrupted();
    }
}
