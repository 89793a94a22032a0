package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.lierne.agc.driver.tiling.SurfaceLayout;
import org.lierne.agc.driver.tiling.SwizzleMode;
import org.lierne.gpu.GpuDevice;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;

/**
 * What stands in images and what in guest memory. Surfaces that were drawn to and whose order in memory is known become
 * <em>due</em> when something else reads their memory; {@link #writeBack} brings all that is due there. Others are
 * counted under {@link GraphicsCompat#PRIVATE_SURFACES}, or refused when that is off.
 */
final class SurfaceCoherence {
    /** What is due has to stand in guest memory before a draw or dispatch can be recorded. */
    static final class Unsettled extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unsettled() {
            super(null, null, false, false);
        }
    }

    /** A range that work under way may store to. */
    private record Store(long address, long bytes) {}

    private final GpuDevice device;
    private final GuestMemory memory;
    private final Modes modes;
    private final Runnable invalidated;
    private final Set<Surface> surfaces = new HashSet<>();
    private final Set<Surface> dirty = new LinkedHashSet<>();
    private final Set<Surface> due = new LinkedHashSet<>();
    private final Set<Store> stores = new LinkedHashSet<>();
    private long drawings;
    private long storesAnywhere;
    private boolean isAnyStoreRecorded;
    private long lastStoreAnywhere;
    /** All that is dirty lies between these addresses. */
    private long dirtyStart = Long.MAX_VALUE;
    private long dirtyEnd;

    /** @param invalidated is called when views found before have to be asked for again */
    SurfaceCoherence(GpuDevice device, GuestMemory memory, Modes modes, Runnable invalidated) {
        this.device = device;
        this.memory = memory;
        this.modes = modes;
        this.invalidated = invalidated;
    }

    void add(Surface surface) {
        for (Surface other : surfaces) {
            if (surface.isOpen() && other.isOpen() && other.overlaps(surface)) {
                surface.hasAlias = true;
                other.hasAlias = true;
            }
        }
        surfaces.add(surface);
    }

    void remove(Surface surface) {
        surfaces.remove(surface);
        clean(surface);
        if (surface.stencil != null) {
            remove(surface.stencil);
        }
    }

    /** The image and guest memory hold the same, or what was drawn does not count any more. */
    void clean(Surface surface) {
        surface.isDirty = false;
        dirty.remove(surface);
    }

    /** Work that was recorded draws to the surface. */
    void drawn(Surface surface) {
        surface.isDrawn = true;
        surface.isDirty = true;
        surface.drawnAt = ++drawings;
        dirty.add(surface);
        dirtyStart = Math.min(dirtyStart, surface.key.address());
        dirtyEnd = Math.max(dirtyEnd, surface.key.address() + surface.bytes());
        if (surface.hasAlias) {
            invalidated.run();
        }
        if (surface.stencil != null) {
            drawn(surface.stencil);
        }
    }

    /** Work that was recorded may store to a range: surfaces there wait for its end at their next use, and are read again. */
    void stored(long address, long bytes) {
        if (stores.add(new Store(address, bytes))) {
            changed(address, bytes);
        }
    }

    /** Work that was recorded may store wherever its program says. */
    void storedAnywhere() {
        storesAnywhere++;
        isAnyStoreRecorded = true;
    }

    /** What was recorded is on its way. */
    void submitted(long ticket) {
        if (isAnyStoreRecorded) {
            isAnyStoreRecorded = false;
            lastStoreAnywhere = ticket;
        }
    }

    /** All stores are done. */
    void storesDone() {
        stores.clear();
    }

    /** Guest memory was written: surfaces there are compared again at their next use. */
    void changed(long address, long bytes) {
        for (Surface surface : surfaces) {
            if (surface.layout != null && surface.overlaps(address, bytes)) {
                surface.content.forget();
                if (surface.checkedAt != -1) {
                    surface.checkedAt = -1;
                    invalidated.run();
                }
            }
        }
    }

    /** Of a surface's bytes in memory as they are now. */
    long checksum(Surface surface) {
        boolean isUnsettled = isAnyStoreRecorded || !device.isReached(lastStoreAnywhere);
        long sum = surface.content.checksum(memory, storesAnywhere);
        if (isUnsettled) {
            surface.content.forget();
        }
        return sum;
    }

    /** @throws Unsettled if a store to the surface's memory is under way */
    void awaitStores(Surface surface) {
        awaitStores(surface.key.address(), surface.bytes());
    }

    /** @throws Unsettled if a store to the range is under way */
    void awaitStores(long address, long bytes) {
        if (stores.stream().anyMatch(s -> s.address() < address + bytes && address < s.address() + s.bytes())) {
            throw new Unsettled();
        }
    }

    /** Something reads guest memory as bytes. @return whether anything is due */
    boolean isDue(long address, long bytes, String where) {
        if (address >= dirtyEnd || address + bytes <= dirtyStart) {
            return !due.isEmpty();
        }
        for (Surface surface : dirty) {
            if (surface.overlaps(address, bytes)) {
                if (surface.layout != null) {
                    due.add(surface);
                } else {
                    allowOldContent(surface, where);
                }
            }
        }
        return !due.isEmpty();
    }

    /**
     * Surfaces whose content the title's own code may look for in memory: all that are open to it and not shown, and depth where the title
     * is known to look at it.
     */
    boolean isAnythingDue() {
        boolean hasDepth = modes.isOn(GraphicsCompat.DEPTH_AT_LABELS);
        dirty.stream().filter(s -> s.isOpen() && !s.isShown || hasDepth && s.key.isDepth() && s.layout != null).forEach(due::add);
        return !due.isEmpty();
    }

    private void allowOldContent(Surface surface, String where) {
        if (!modes.acts(GraphicsCompat.PRIVATE_SURFACES, where)) {
            throw new WorkRefused(("refused at draw: %s: the surface drawn at 0x%x lies there in %s, "
                    + "%d levels, %d samples: its order in memory is not known (%s is off)").formatted(where,
                    surface.key.address(), SwizzleMode.of(surface.key.mode()), surface.key.mips(), surface.key.samples(),
                    GraphicsCompat.PRIVATE_SURFACES.id()));
        }
    }

    /**
     * A surface is used: what was drawn over it in another shape, since it was drawn itself, has to be brought into it.
     *
     * @param isRead whether its content matters
     * @throws Unsettled if something is due for that
     */
    void compare(Surface surface, String where, boolean isRead) {
        long since = Math.max(surface.drawnAt, surface.comparedAt);
        for (Surface other : dirty) {
            if (other != surface && other.drawnAt > since && other.overlaps(surface)) {
                boolean isKnown = surface.layout != null && other.layout != null;
                if (isKnown && (isRead || surface.isOpen() && other.isOpen())) {
                    due.add(other);
                } else if (isRead && !other.key.isDepth()) {
                    allowOldContent(other, where);
                }
            }
        }
        if (!due.isEmpty()) {
            throw new Unsettled();
        }
        surface.comparedAt = drawings;
    }

    /**
     * Writes what is due to guest memory, the oldest drawing first; nothing recorded may be outstanding. Where the
     * guest has written since the last look, its bytes win over what was drawn.
     */
    void writeBack() {
        List<Surface> all = dirty.stream().filter(s -> s.layout != null && due.stream().anyMatch(s::overlaps))
                .sorted(Comparator.comparingLong(s -> s.drawnAt)).toList();
        due.clear();
        List<Surface> untouched = all.stream().filter(this::isUntouched).toList();
        untouched.forEach(this::write);
        untouched.forEach(s -> s.checksum = checksum(s));
        all.forEach(this::clean);
        all.forEach(s -> changed(s.key.address(), s.bytes()));
    }

    private boolean isUntouched(Surface surface) {
        return memory.isMapped(surface.key.address(), surface.bytes(), Access.WRITE)
                && (surface.checksum == 0 || checksum(surface) == surface.checksum);
    }

    private void write(Surface surface) {
        SurfaceLayout layout = Objects.requireNonNull(surface.layout);
        MemorySegment content = memory.view(surface.key.address(), surface.bytes(), Access.WRITE);
        for (int mip = 0; mip < layout.levels().size(); mip++) {
            layout.write(content, mip, device.read(surface.image, surface.part(mip)));
        }
    }
}
