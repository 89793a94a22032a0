package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameFacts;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuFeature;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.HostRange;
import org.lierne.recompiler.program.AddressSpans;

/**
 * Guest memory as host buffers. Where the device can import host memory, a buffer is the guest's own pages, so that the
 * guest's stores and the shaders' are seen by both sides. Else a range is copied before the work that reads it and
 * copied back after work that writes it.
 *
 * <p>When the guest has unmapped anything, imports are made anew: one address may show other pages then.
 */
final class HostMemory implements AutoCloseable {
    /** Imports are windows of this size where a whole range is larger than the device's buffers may be. */
    private static final long WINDOW = 1L << 28;
    private static final long MAX_IMPORT = 1L << 31;
    /** Bytes behind a pointer that a copied range shows. */
    private static final long COPIED_POINTER_BYTES = 1 << 16;
    private static final int RECENT_BITS = 10;
    private static final int RECENT = 1 << RECENT_BITS;

    /**
     * A range to be bound.
     *
     * @param buffer     null where nothing is mapped: reads give zero, writes are dropped
     * @param offset     byte of the buffer at which the binding starts
     * @param bytes      bytes bound
     * @param guestStart guest address of that byte
     */
    record Slice(@Nullable GpuBuffer buffer, long offset, long bytes, long guestStart) {
        static final Slice NONE = new Slice(null, 0, 0, 0);
    }

    /** A copied range whose changes go back to the guest. */
    private record WriteBack(long address, long bytes, GpuBuffer copy) {}

    private record Bound(long address, long bytes, Slice slice) {}

    private record Window(long guestAddress, long hostAddress, long bytes) {}

    private final GpuDevice device;
    private final GuestMemory memory;
    private final RangeUse use;
    private final RangesInUse inUse;
    private final FramePhases phases;
    private final boolean canImport;
    private final long alignment;
    private final long maxRange;
    private final Map<Window, GpuBuffer> imports = new HashMap<>();
    /** What was bound last and was not cut where its mapping ends, by address and size. */
    private final @Nullable Bound[] recent = new Bound[RECENT];
    private long unmappings;
    private final List<WriteBack> writeBacks = new ArrayList<>();
    private final List<GpuBuffer> copies = new ArrayList<>();

    /**
     * @param use   is told each range that is bound
     * @param inUse is told those that are bound in place by a descriptor; how much of the mapping around a pointer is used is not known
     */
    HostMemory(GpuDevice device, GuestMemory memory, RangeUse use, RangesInUse inUse, FramePhases phases) {
        this.inUse = inUse;
        this.phases = phases;
        this.device = device;
        this.memory = memory;
        this.use = use;
        this.canImport = device.facts().has(GpuFeature.EXTERNAL_MEMORY_HOST);
        // Atomics on pairs of words need the pairs where the guest has them.
        this.alignment = Math.max(8, device.facts().limits().minStorageBufferOffsetAlignment());
        this.maxRange = device.facts().limits().maxStorageBufferRange();
    }

    /**
     * A range for a binding, grown to the device's alignment and cut where the mapping ends.
     *
     * @param isWritten whether the work may write it
     */
    Slice slice(long address, long bytes, boolean isWritten) {
        if (bytes <= 0) {
            return Slice.NONE;
        }
        forgetUnmapped();
        Bound known = recent[place(address, bytes)];
        if (known != null && known.address == address && known.bytes == bytes) {
            use.used(known.slice.guestStart, known.slice.bytes, isWritten);
            inUse.add(known.slice.guestStart, known.slice.bytes);
            return known.slice;
        }
        Optional<HostRange> mapped = memory.importable(address);
        if (canImport && mapped.isPresent()) {
            Slice slice = imported(mapped.get(), address, bytes, isWritten);
            if (slice.guestStart + slice.bytes >= address + bytes) {
                recent[place(address, bytes)] = new Bound(address, bytes, slice);
            }
            inUse.add(slice.guestStart, slice.bytes);
            return slice;
        }
        return copied(address, bytes, isWritten);
    }

    private static int place(long address, long bytes) {
        return (int) ((address + bytes * 31) * 0x9E3779B97F4A7C15L >>> Long.SIZE - RECENT_BITS);
    }

    /** As much of the mapping around a pointer as can be bound, from the pointer's neighbourhood on. */
    Slice around(long address, boolean isWritten) {
        forgetUnmapped();
        Optional<HostRange> mapped = memory.importable(address);
        if (canImport && mapped.isPresent()) {
            HostRange range = mapped.get();
            long start = range.bytes() <= maxRange ? range.guestAddress() : address;
            return imported(range, start, range.guestAddress() + range.bytes() - start, isWritten);
        }
        return copied(address, COPIED_POINTER_BYTES, isWritten);
    }

    /** A range as the device has it, in the pieces it is imported in. */
    List<AddressSpans.Span> spans(HostRange range) {
        forgetUnmapped();
        List<AddressSpans.Span> spans = new ArrayList<>();
        long piece = range.bytes() <= MAX_IMPORT ? range.bytes() : WINDOW;
        for (long done = 0; done < range.bytes(); done += piece) {
            Window window = window(range, range.guestAddress() + done, range.guestAddress() + Math.min(range.bytes(), done + piece));
            spans.add(new AddressSpans.Span(window.guestAddress(), window.bytes(), buffer(window).deviceAddress()));
        }
        return spans;
    }

    private GpuBuffer buffer(Window window) {
        return imports.computeIfAbsent(window, w -> device.importHost(w.hostAddress(), w.bytes(), "guest 0x" + Long.toHexString(w.guestAddress())));
    }

    private Slice imported(HostRange range, long address, long bytes, boolean isWritten) {
        long end = Math.min(address + bytes, range.guestAddress() + range.bytes());
        long start = Math.max(range.guestAddress(), address / alignment * alignment);
        Window window = window(range, start, end);
        GpuBuffer buffer = buffer(window);
        long offset = start - window.guestAddress();
        long bound = Math.min(Math.min(round(end - start), maxRange), buffer.sizeBytes() - offset);
        use.used(start, bound, isWritten);
        return new Slice(buffer, offset, bound, start);
    }

    /** Imports keep their pages until the work that uses them is done. */
    private void forgetUnmapped() {
        long now = memory.unmappings();
        if (now != unmappings) {
            unmappings = now;
            imports.values().forEach(GpuBuffer::close);
            imports.clear();
            Arrays.fill(recent, null);
        }
    }

    private static long round(long bytes) {
        return bytes + 3 & ~3L;
    }

    private static Window window(HostRange range, long start, long end) {
        if (range.bytes() <= MAX_IMPORT) {
            return new Window(range.guestAddress(), range.hostAddress(), range.bytes());
        }
        long first = (start - range.guestAddress()) / WINDOW * WINDOW;
        long last = Math.min(range.bytes(), (end - range.guestAddress() + WINDOW - 1) / WINDOW * WINDOW);
        return new Window(range.guestAddress() + first, range.hostAddress() + first, last - first);
    }

    private Slice copied(long address, long bytes, boolean isWritten) {
        FrameFacts.Phase around = phases.enter(FrameFacts.Phase.UPLOAD);
        try {
            return copy(address, bytes, isWritten);
        } finally {
            phases.back(around);
        }
    }

    private Slice copy(long address, long bytes, boolean isWritten) {
        long start = address & ~3L;
        long size = round(address + bytes - start);
        while (size > 0 && !memory.isMapped(start, size, Access.READ)) {
            size = size / 2 & ~3L;
        }
        if (size == 0) {
            return Slice.NONE;
        }
        GpuBuffer buffer = device.buffer(size, isWritten ? BufferMemory.READBACK : BufferMemory.UPLOAD,
                "copy of guest 0x" + Long.toHexString(start));
        MemorySegment.copy(memory.view(start, size, Access.READ), 0, buffer.mapped(), 0, size);
        copies.add(buffer);
        use.used(start, size, isWritten);
        if (isWritten) {
            writeBacks.add(new WriteBack(start, size, buffer));
        }
        return new Slice(buffer, 0, size, start);
    }

    /**
     * Whether work recorded so far changes copies, so that it has to end before anything else reads the guest's memory.
     */
    boolean hasWriteBacks() {
        return !writeBacks.isEmpty();
    }

    /** Copies changes back; the work that made them is done. */
    void writeBack() {
        for (WriteBack back : writeBacks) {
            if (memory.isMapped(back.address(), back.bytes(), Access.WRITE)) {
                MemorySegment.copy(back.copy().mapped(), 0, memory.view(back.address(), back.bytes(), Access.WRITE), 0,
                        back.bytes());
            }
        }
        writeBacks.clear();
    }

    /** Lets copies go when the recording that uses them was handed over. */
    void submitted() {
        if (writeBacks.isEmpty()) {
            copies.forEach(GpuBuffer::close);
            copies.clear();
        }
    }

    @Override
    public void close() {
        imports.values().forEach(GpuBuffer::close);
        imports.clear();
        copies.forEach(GpuBuffer::close);
        copies.clear();
        writeBacks.clear();
    }
}
