package org.lierne.lib.agc;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.GraphicsQueues;
import org.lierne.agc.register.RegisterSpace;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * What the graphics library remembers of a title. All references are optional: builders work without a kernel or a
 * driver.
 */
@Component(service = {LibraryState.class, TitleListener.class})
public final class LibraryState implements TitleListener {
    private static final RegisterSpace[] SPACES = {RegisterSpace.CX, RegisterSpace.SH, RegisterSpace.UC};
    private static final int DESCRIPTOR_BYTES = 0x40;

    private final @Nullable GuestHeap heap;
    private final @Nullable GuestMemory memory;
    private final @Nullable GraphicsQueues queues;
    private final Map<Integer, Long> tables = new HashMap<>();

    private int version;
    private int instrumentation;
    private long semaphores;
    private long semaphoreBytes;
    private @Nullable ContextState contextState;

    /**
     * Where the context-state blocks find their label and their list.
     *
     * @param label       eight bytes of guest memory, zero between operations
     * @param restoreList CX pairs in guest memory
     * @param isRestoring whether a restore is followed by a load of that list
     */
    record ContextState(long label, long restoreList, int restoreCount, boolean isRestoring) {}

    @Activate
    public LibraryState(@Reference(cardinality = ReferenceCardinality.OPTIONAL,
            policyOption = ReferencePolicyOption.GREEDY) @Nullable GuestHeap heap,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption =
            ReferencePolicyOption.GREEDY) @Nullable GuestMemory memory,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption =
            ReferencePolicyOption.GREEDY) @Nullable GraphicsQueues queues) {
        this.heap = heap;
        this.memory = memory;
        this.queues = queues;
    }

    @Override
    public synchronized void titleStopped(Title title) {
        tables.clear();
        version = 0;
        instrumentation = 0;
        semaphores = 0;
        semaphoreBytes = 0;
        contextState = null;
    }

    /** Picks the generation; the version already recorded changes nothing. */
    synchronized void start(int newVersion) {
        if (RegisterDefaults.generation(newVersion) < 0) {
            throw new HleRefusal("library version " + newVersion + ": no register defaults are known for it");
        }
        version = newVersion;
        if (queues != null) {
            RegisterDefaults defaults = RegisterDefaults.read(RegisterDefaults.generation(newVersion), false);
            queues.setDefaultState(defaults.flat(RegisterSpace.CX), defaults.flat(RegisterSpace.SH),
                    defaults.flat(RegisterSpace.UC));
        }
    }

    synchronized int version() {
        return version;
    }

    synchronized int instrumentation() {
        return instrumentation;
    }

    synchronized void setInstrumentation(int flags) {
        instrumentation = flags;
    }

    synchronized boolean hasSemaphores() {
        return semaphoreBytes != 0;
    }

    synchronized void setSemaphores(long address, long bytes) {
        semaphores = address;
        semaphoreBytes = bytes;
    }

    /** The 32-byte semaphore, or 0 past the end. */
    synchronized long semaphore(int index) {
        long offset = 32 * Integer.toUnsignedLong(index);
        return offset + 32 > semaphoreBytes ? 0 : semaphores + offset;
    }

    synchronized ContextState contextState() {
        if (contextState == null) {
            long list = table(version, false);
            RegisterDefaults defaults = RegisterDefaults.read(RegisterDefaults.generation(version), false);
            GuestMemory guest = guest();
            long pairs = guest.getLong(guest.getLong(list));
            contextState = new ContextState(allocate(16), pairs, defaults.flat(RegisterSpace.CX).length / 2, true);
        }
        return contextState;
    }

    /** For rows that name the block's places. */
    synchronized void setContextState(ContextState state) {
        contextState = state;
    }

    private GuestMemory guest() {
        if (memory == null) {
            throw new HleRefusal("no title is running, so there is no guest memory for tables");
        }
        return memory;
    }

    private long allocate(long bytes) {
        if (heap == null) {
            throw new HleRefusal("no title is running, so there is no guest memory for tables");
        }
        return heap.allocate(bytes);
    }

    /** The descriptor of a version's tables, laid out in guest memory on the first call. */
    synchronized long table(int ofVersion, boolean isInternal) {
        int generation = RegisterDefaults.generation(ofVersion);
        if (generation < 0) {
            throw new HleRefusal("library version " + ofVersion + ": no register defaults are known for it");
        }
        Integer key = generation * 2 + (isInternal ? 1 : 0);
        Long known = tables.get(key);
        if (known != null) {
            return known;
        }
        RegisterDefaults defaults = RegisterDefaults.read(generation, isInternal);
        GuestMemory guest = guest();
        long descriptor = allocate(DESCRIPTOR_BYTES);
        long types = allocate(12L * Math.max(1, defaults.groups().size()));
        guest.putLong(descriptor + 0x30, types);
        guest.putInt(descriptor + 0x38, defaults.groups().size());
        for (int space = 0; space < SPACES.length; space++) {
            List<RegisterDefaults.Group> groups = defaults.groups(SPACES[space]);
            int count = groups.stream().mapToInt(g -> g.pairs().size()).sum();
            long pairs = allocate(8L * Math.max(1, count));
            long pointers = allocate(8L * Math.max(1, groups.size()));
            guest.putLong(descriptor + 8L * space, pointers);
            guest.putInt(descriptor + 0x20 + 4L * space, count);
            for (int index = 0; index < groups.size(); index++) {
                RegisterDefaults.Group group = groups.get(index);
                guest.putLong(pointers + 8L * index, pairs);
                guest.putInt(types, group.hash());
                guest.putInt(types + 4, index * 4 + space);
                types += 12;
                for (RegisterPair pair : group.pairs()) {
                    guest.putInt(pairs, pair.offset());
                    guest.putInt(pairs + 4, pair.value());
                    pairs += 8;
                }
            }
        }
        tables.put(key, descriptor);
        return descriptor;
    }
}
