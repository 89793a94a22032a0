package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuDevice;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.HostRange;
import org.lierne.recompiler.program.AddressSpans;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All importable guest memory with its addresses on the device, for programs that compute addresses themselves. */
final class SpanTable implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SpanTable.class);

    private final GpuDevice device;
    private final GuestMemory memory;
    private final HostMemory imports;
    private List<HostRange> ranges = List.of();
    private long unmappings = -1;
    private @Nullable GpuBuffer table;

    SpanTable(GpuDevice device, GuestMemory memory, HostMemory imports) {
        this.device = device;
        this.memory = memory;
        this.imports = imports;
    }

    /** The table of what is mapped now. */
    GpuBuffer table() {
        List<HostRange> now = memory.importables();
        GpuBuffer known = table;
        if (known != null && unmappings == memory.unmappings() && now.equals(ranges)) {
            return known;
        }
        unmappings = memory.unmappings();
        ranges = List.copyOf(now);
        List<AddressSpans.Span> spans = new ArrayList<>();
        ranges.forEach(range -> spans.addAll(imports.spans(range)));
        if (spans.size() > AddressSpans.most()) {
            LOG.warn("of {} ranges of memory {} are reached by addresses that programs compute", spans.size(), AddressSpans.most());
        }
        int[] words = AddressSpans.words(spans.subList(0, Math.min(spans.size(), AddressSpans.most())));
        GpuBuffer made = device.buffer(4L * words.length, BufferMemory.UPLOAD, "guest memory by address");
        MemorySegment.copy(MemorySegment.ofArray(words), 0, made.mapped(), 0, 4L * words.length);
        close();
        table = made;
        return made;
    }

    @Override
    public void close() {
        if (table != null) {
            table.close();
            table = null;
        }
    }
}
