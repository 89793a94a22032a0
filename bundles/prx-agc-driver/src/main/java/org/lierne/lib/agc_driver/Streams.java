package org.lierne.lib.agc_driver;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.WorkloadStreams;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** The workload streams of the running title; their slots lie in a table of 64-bit words in guest memory. */
@Component(service = {WorkloadStreams.class, TitleListener.class})
public final class Streams implements WorkloadStreams, TitleListener {
    private static final int TABLE_BYTES = 0x200;
    private static final int LAST = 31;

    private final @Nullable GuestHeap heap;
    private final Map<Integer, String> names = new HashMap<>();
    private long table;

    @Activate
    public Streams(@Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
            @Nullable GuestHeap heap) {
        this.heap = heap;
    }

    @Override
    public synchronized void titleStopped(Title title) {
        names.clear();
        table = 0;
    }

    @Override
    public synchronized OptionalLong slot(int stream) {
        return names.containsKey(stream) ? OptionalLong.of(table + 8L * stream) : OptionalLong.empty();
    }

    @Override
    public synchronized boolean register(int stream, String name) {
        if (stream < 1 || stream > LAST || names.containsKey(stream)) {
            return false;
        }
        if (table == 0) {
            if (heap == null) {
                throw new HleRefusal("no title is running, so there is no guest memory for the streams' table");
            }
            table = heap.allocate(TABLE_BYTES);
        }
        names.put(stream, name);
        return true;
    }

    @Override
    public synchronized boolean unregister(int stream) {
        return names.remove(stream) != null;
    }

    @Override
    public synchronized String name(int stream) {
        return names.getOrDefault(stream, "");
    }
}
