package org.lierne.kernel.locks;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.sync.AddressWaits;
import org.lierne.kernel.sync.GuestBarrier;
import org.lierne.kernel.sync.GuestCondition;
import org.lierne.kernel.sync.GuestEventFlag;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.sync.GuestMutex;
import org.lierne.kernel.sync.GuestRwLock;
import org.lierne.kernel.sync.GuestSemaphore;
import org.lierne.kernel.sync.MutexKind;
import org.lierne.kernel.sync.SyncObject;
import org.lierne.kernel.sync.SyncObjects;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The running title's synchronisation objects by guest address. */
@Component(service = {SyncObjects.class, TitleListener.class})
public final class TitleSyncObjects implements SyncObjects, TitleListener {
    /** Room that other open programs and titles' own casts expect behind such a pointer; nothing of ours lies in it. */
    private static final long OBJECT_BYTES = 0x40;

    private final GuestHeap heap;
    private final GuestThreads threads;
    private final Map<Long, SyncObject> objects = new ConcurrentHashMap<>();
    private volatile Sleepers sleepers = new Sleepers();

    @Activate
    public TitleSyncObjects(@Reference GuestHeap heap, @Reference GuestThreads threads) {
        this.heap = heap;
        this.threads = threads;
    }

    @Override
    public void titleStarting(Title title) {
        objects.clear();
        sleepers = new Sleepers();
    }

    @Override
    public long add(SyncObject object) {
        long address = heap.allocate(OBJECT_BYTES);
        objects.put(address, object);
        return address;
    }

    @Override
    public <T extends SyncObject> @Nullable T at(long address, Class<T> kind) {
        SyncObject object = objects.get(address);
        return kind.isInstance(object) ? kind.cast(object) : null;
    }

    @Override
    public void remove(long address) {
        if (objects.remove(address) != null) {
            heap.free(address);
        }
    }

    @Override
    public GuestMutex newMutex(MutexKind kind, String name) {
        return new OwnedMutex(kind, name);
    }

    @Override
    public GuestCondition newCondition(int clock, String name) {
        return new WaiterCondition(clock, name, threads::isEnding);
    }

    @Override
    public GuestRwLock newRwLock(String name) {
        return new ReadWriteLock(name);
    }

    @Override
    public GuestSemaphore newSemaphore(int initial, int maximum, String name) {
        return new CountingSemaphore(initial, maximum, name);
    }

    @Override
    public GuestEventFlag newEventFlag(long initial, boolean oneWaiter, String name) {
        return new BitsEventFlag(initial, oneWaiter, name);
    }

    @Override
    public GuestBarrier newBarrier(int parties, String name) {
        return new MeetingBarrier(parties, name);
    }

    @Override
    public AddressWaits addresses() {
        return sleepers;
    }
}
