package org.lierne.kernel.space;

import static org.lierne.kernel.error.Errno.EACCES;
import static org.lierne.kernel.error.Errno.EAGAIN;
import static org.lierne.kernel.error.Errno.EINVAL;
import static org.lierne.kernel.error.Errno.ENAMETOOLONG;
import static org.lierne.kernel.error.Errno.ENOENT;
import static org.lierne.kernel.error.Errno.ENOMEM;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.memory.HostRange;
import org.lierne.kernel.shim.Shim;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Maps guest memory at guest addresses in this process. The whole user area is reserved without access when the component starts, before a
 * large Java heap could take it; every mapping goes inside. Direct memory is one sparse memory file mapped shared, so that one block can be
 * seen at several addresses and given to a GPU driver; all other memory is anonymous.
 *
 * <p>Documented: system-call tables of public sources for checks and their order; values on which they disagree are marked there.
 */
@Component(service = {AddressSpace.class, MappedAddressSpace.class})
public final class MappedAddressSpace implements AddressSpace {
    /** Takes code that is about to become executable and may change it in place. */
    @FunctionalInterface
    public interface CodeSweep {
        void sweep(long start, long bytes);
    }

    /** Takes a range that may have been written unnoticed: the memory was seen at another address as well. */
    @FunctionalInterface
    interface UnnoticedWrites {
        void mayBeIn(long start, long end);
    }

    public static final long USER_LOW = 0x10_0000_0000L;
    public static final long USER_HIGH = 0xFC_0000_0000L;
    /** From here to {@link #USER_HIGH} the platform keeps its own: thunks. */
    public static final long PLATFORM_LOW = 0xFB_F000_0000L;

    private static final long[] IMAGE_BASES = {0x8_0000_0000L, 0x9_0000_0000L, 0xA_0000_0000L};
    private static final long IMAGE_WINDOW_BYTES = 0x8000_0000L;
    /** Distance between images: the program's at the base, modules behind it. */
    private static final long IMAGE_STEP = 0x20_0000L;

    private static final long DIRECT_BYTES = 13824L << 20;
    /** Assumed: kernel.memory.sizes. The smallest of the three figures in public sources. */
    private static final long FLEXIBLE_BYTES = 448L << 20;
    private static final int MAX_TYPE = 12;
    /** Shared, private, fixed, void, no-overwrite, stack, no-sync, anonymous, 0x8000, no-core, no-coalesce, alignment exponent. */
    private static final int KNOWN_FLAGS = 0x1f42_9d93;
    private static final int ALIGNMENT_SHIFT = 24;

    private record Area(long start, long end, Kind kind, long offset, int protection, int type, String name) {
        Area slice(long from, long to) {
            long moved = isPhysical() ? offset + (from - start) : offset;
            return new Area(from, to, kind, moved, protection, type, name);
        }

        Area withProtection(int value) {
            return new Area(start, end, kind, offset, value, type, name);
        }

        Area withType(int value) {
            return new Area(start, end, kind, offset, protection, value, name);
        }

        Area withName(String value) {
            return new Area(start, end, kind, offset, protection, type, value);
        }

        /** Shows a part of direct memory. */
        boolean isPhysical() {
            return kind == Kind.DIRECT || kind == Kind.POOLED;
        }

        Mapping asMapping() {
            return new Mapping(start, end, kind, offset, protection, type, name);
        }
    }

    private final PageTable pages = new PageTable();
    private final TreeMap<Long, Area> areas = new TreeMap<>();
    private final TreeMap<Long, DirectBlock> blocks = new TreeMap<>();
    private final MemoryPool pool = new MemoryPool();
    private final long imageLow;
    private int directFile = -1;
    private long imageNext;
    private long flexibleUsed;
    private @Nullable CodeSweep sweep;
    private @Nullable UnnoticedWrites unnoticed;
    private volatile long unmappings;
    private long changes;
    private long shownTwiceAt = -1;
    private List<Area> shownTwice = List.of();

    @Activate
    public MappedAddressSpace() {
        reserveHost(USER_LOW, USER_HIGH - USER_LOW, "user area");
        imageLow = reserveImages();
        imageNext = imageLow;
    }

    private static void reserveHost(long address, long bytes, String what) {
        long got = Shim.map(address, bytes, Shim.PROT_NONE,
                Shim.MAP_PRIVATE | Shim.MAP_ANONYMOUS | Shim.MAP_NORESERVE | Shim.MAP_FIXED_NOREPLACE, -1, 0);
        if (got != address) {
            throw new IllegalStateException("the guest's %s 0x%x..0x%x is not free in this process: error %d"
                    .formatted(what, address, address + bytes, -got));
        }
    }

    private static long reserveImages() {
        for (long base : IMAGE_BASES) {
            long got = Shim.map(base, IMAGE_WINDOW_BYTES, Shim.PROT_NONE,
                    Shim.MAP_PRIVATE | Shim.MAP_ANONYMOUS | Shim.MAP_NORESERVE | Shim.MAP_FIXED_NOREPLACE, -1, 0);
            if (got == base) {
                return base;
            }
            if (got >= 0) {
                Shim.unmap(got, IMAGE_WINDOW_BYTES);
            }
        }
        throw new IllegalStateException("no image base is free in this process: 0x8, 0x9 and 0xA times 2^32 are taken");
    }

    PageTable pages() {
        return pages;
    }

    /** Lowest and highest address that can be guest memory, for the shim's handlers. */
    public long lowest() {
        return imageLow;
    }

    public synchronized void setCodeSweep(CodeSweep sweep) {
        this.sweep = sweep;
    }

    synchronized void setUnnoticedWrites(UnnoticedWrites listener) {
        unnoticed = listener;
    }

    /** Drops every mapping and block: the state before a title. */
    public synchronized void reset() {
        for (Area area : areas.values()) {
            unmapHost(area.start, area.end);
        }
        areas.clear();
        changes++;
        blocks.clear();
        pool.clear();
        pages.clear();
        flexibleUsed = 0;
        sweep = null;
        imageNext = imageLow;
        if (directFile >= 0) {
            Shim.close(directFile);
            directFile = -1;
        }
    }

    // ---- direct memory

    @Override
    public long directBytes() {
        return DIRECT_BYTES;
    }

    @Override
    public synchronized long allocateDirect(long searchStart, long searchEnd, long bytes, long alignment, int type) {
        check(searchStart >= 0 && searchEnd >= 0, EINVAL, "search range is negative");
        check(bytes != 0 && isPageMultiple(bytes), EINVAL, "length is no multiple of a page");
        check(isPageMultiple(alignment), EINVAL, "alignment is no multiple of a page");
        check(type >= 0 && type <= MAX_TYPE, EINVAL, "memory type");
        long step = Math.max(alignment, PAGE_BYTES);
        long end = Math.min(searchEnd, DIRECT_BYTES);
        long at = roundUp(searchStart, step);
        while (at >= 0 && Long.compareUnsigned(bytes, end - at) <= 0 && at < end) {
            DirectBlock blocker = overlap(at, at + bytes);
            if (blocker == null) {
                blocks.put(at, new DirectBlock(at, at + bytes, type));
                return at;
            }
            at = roundUp(blocker.end(), step);
        }
        throw new GuestErrno(EAGAIN, "no free run of 0x%x bytes in 0x%x..0x%x".formatted(bytes, searchStart, searchEnd));
    }

    private @Nullable DirectBlock overlap(long start, long end) {
        Map.Entry<Long, DirectBlock> below = blocks.lowerEntry(end);
        return below != null && below.getValue().end() > start ? below.getValue() : null;
    }

    @Override
    public synchronized void releaseDirect(long offset, long bytes, boolean checked) {
        check(isPageMultiple(offset) && isPageMultiple(bytes) && offset >= 0 && bytes >= 0, EINVAL, "range is not page aligned");
        if (bytes == 0) {
            return;
        }
        long end = offset + bytes;
        check(!checked || isAllocated(offset, end), ENOENT, "a part is not allocated");
        for (Area area : List.copyOf(areas.values())) {
            if (area.kind == Kind.DIRECT) {
                long length = area.end - area.start;
                long from = Math.max(offset, area.offset);
                long to = Math.min(end, area.offset + length);
                if (from < to) {
                    remove(area.start + (from - area.offset), area.start + (to - area.offset));
                }
            }
        }
        for (DirectBlock block; (block = overlap(offset, end)) != null; ) {
            blocks.remove(block.start());
            if (block.start() < offset) {
                blocks.put(block.start(), new DirectBlock(block.start(), offset, block.type()));
            }
            if (block.end() > end) {
                blocks.put(end, new DirectBlock(end, block.end(), block.type()));
            }
        }
        if (directFile >= 0) {
            Shim.drop(directFile, offset, bytes);
        }
    }

    private boolean isAllocated(long start, long end) {
        long at = start;
        while (at < end) {
            Map.Entry<Long, DirectBlock> entry = blocks.floorEntry(at);
            if (entry == null || entry.getValue().end() <= at) {
                return false;
            }
            at = entry.getValue().end();
        }
        return true;
    }

    @Override
    public synchronized DirectRun availableDirect(long searchStart, long searchEnd, long alignment) {
        check(searchStart >= 0 && searchEnd >= 0, EINVAL, "search range is negative");
        check(isPageMultiple(alignment), EINVAL, "alignment is no multiple of a page");
        long step = Math.max(alignment, PAGE_BYTES);
        long end = Math.min(searchEnd, DIRECT_BYTES);
        DirectRun best = new DirectRun(0, 0);
        long at = roundUp(searchStart, step);
        while (at < end) {
            Map.Entry<Long, DirectBlock> floor = blocks.floorEntry(at);
            if (floor != null && floor.getValue().end() > at) {
                at = roundUp(floor.getValue().end(), step);
                continue;
            }
            Long above = blocks.ceilingKey(at);
            long stop = above == null ? end : Math.min(end, above);
            if (stop - at > best.bytes()) {
                best = new DirectRun(at, stop - at);
            }
            at = roundUp(Math.max(stop, at + 1), step);
        }
        check(best.bytes() > 0, ENOMEM, "nothing is free");
        return best;
    }

    @Override
    public synchronized Optional<DirectBlock> directBlock(long offset, boolean next) {
        Map.Entry<Long, DirectBlock> floor = blocks.floorEntry(offset);
        if (floor != null && floor.getValue().end() > offset) {
            return Optional.of(floor.getValue());
        }
        Map.Entry<Long, DirectBlock> above = next ? blocks.ceilingEntry(offset) : null;
        return above == null ? Optional.empty() : Optional.of(above.getValue());
    }

    @Override
    public synchronized long mapDirect(DirectMap r) {
        check(r.bytes() != 0 && isPageMultiple(r.bytes()), EINVAL, "length is no multiple of a page");
        check(r.offset() >= 0 && isPageMultiple(r.offset()), EINVAL, "physical offset is not page aligned");
        check(r.alignment() == 0 || Long.bitCount(r.alignment()) == 1 && isPageMultiple(r.alignment()), EINVAL, "alignment");
        checkName(r.name());
        check((r.protection() & EXECUTE) == 0, r.exclusive() ? EINVAL : EACCES, "direct memory is never executable");
        check(Long.compareUnsigned(r.bytes(), DIRECT_BYTES) <= 0 && isAllocated(r.offset(), r.offset() + r.bytes()), ENOMEM,
                "physical range is not allocated");
        if (r.exclusive()) {
            check(!isDirectMapped(r.offset(), r.offset() + r.bytes()), ENOMEM, "physical range is mapped already");
        }
        long alignment = Math.max(PAGE_BYTES, r.alignment());
        long start = place(r.address(), r.bytes(), r.flags(), alignment);
        int type = r.type() >= 0 ? r.type() : directBlock(r.offset(), false).orElseThrow().type();
        add(new Area(start, start + r.bytes(), Kind.DIRECT, r.offset(), r.protection(), type, named(r.name(), start)));
        return start;
    }

    private boolean isDirectMapped(long start, long end) {
        return showing(start, end).stream().anyMatch(a -> a.kind == Kind.DIRECT);
    }

    /** Areas that show a part of a range of direct memory. */
    private List<Area> showing(long start, long end) {
        return areas.values().stream().filter(a -> a.isPhysical() && a.offset < end && a.offset + (a.end - a.start) > start).toList();
    }

    @Override
    public synchronized List<Mapping> directMappings(long offset, long bytes) {
        return showing(offset, offset + bytes).stream().map(Area::asMapping).toList();
    }

    // ---- flexible memory and ranges

    @Override
    public synchronized long mapFlexible(long address, long bytes, int protection, int flags, String name) {
        check(bytes != 0 && isPageMultiple(bytes), EINVAL, "length is no multiple of a page");
        check(Long.compareUnsigned(bytes, availableFlexible()) <= 0, ENOMEM, "flexible memory is used up");
        checkName(name);
        long start = place(address, bytes, flags, alignment(flags));
        add(new Area(start, start + bytes, Kind.FLEXIBLE, 0, protection, 0, named(name, start)));
        flexibleUsed += bytes;
        return start;
    }

    @Override
    public synchronized long mapPrivate(long address, long bytes, int protection, int flags, String name) {
        check(bytes != 0 && isPageMultiple(bytes), EINVAL, "length is no multiple of a page");
        checkName(name);
        long start = place(address, bytes, flags, alignment(flags));
        Kind kind = (flags & STACK) != 0 ? Kind.STACK : Kind.PRIVATE;
        add(new Area(start, start + bytes, kind, 0, protection, 0, named(name, start)));
        return start;
    }

    private static long alignment(int flags) {
        check((flags & ~KNOWN_FLAGS) == 0, EINVAL, "unknown map flags 0x%x".formatted(flags & ~KNOWN_FLAGS));
        int exponent = flags >>> ALIGNMENT_SHIFT & 0x1f;
        check(exponent == 0 || exponent >= 14, EINVAL, "alignment exponent");
        return exponent == 0 ? PAGE_BYTES : 1L << exponent;
    }

    @Override
    public synchronized long reserve(long address, long bytes, int flags, long alignment) {
        check(bytes != 0 && isPageMultiple(bytes), EINVAL, "length is no multiple of a page");
        check(alignment == 0 || Long.bitCount(alignment) == 1 && isPageMultiple(alignment), EINVAL, "alignment");
        long start = place(address, bytes, flags, Math.max(PAGE_BYTES, alignment));
        add(new Area(start, start + bytes, Kind.RESERVED, 0, 0, 0, named("", start)));
        return start;
    }

    // ---- the memory pool

    @Override
    public synchronized long expandPool(long searchStart, long searchEnd, long bytes, long alignment) {
        check(bytes > 0 && bytes % POOL_PAGE_BYTES == 0 && alignment % POOL_PAGE_BYTES == 0, EINVAL, "no multiple of a pool page");
        try {
            long offset = allocateDirect(searchStart, searchEnd, bytes, Math.max(alignment, POOL_PAGE_BYTES), 0);
            pool.add(offset, bytes);
            return offset;
        } catch (GuestErrno e) {
            throw e.errno() == EAGAIN ? new GuestErrno(ENOMEM, "no free run of direct memory for the pool") : e;
        }
    }

    @Override
    public synchronized long reservePool(long address, long bytes, long alignment, int flags) {
        check(bytes > 0 && bytes % POOL_STEP_BYTES == 0, EINVAL, "length is no multiple of a pool step");
        check(alignment == 0 || Long.bitCount(alignment) == 1 && alignment % POOL_STEP_BYTES == 0, EINVAL, "alignment");
        long start = place(address, bytes, flags, Math.max(POOL_STEP_BYTES, alignment));
        add(new Area(start, start + bytes, Kind.POOL_RESERVED, 0, 0, 0, named("", start)));
        return start;
    }

    @Override
    public synchronized void commitPool(long address, long bytes, int type, int protection) {
        checkPoolRange(address, bytes);
        check((protection & EXECUTE) == 0, EINVAL, "pool memory is never executable");
        check(type >= 0 && type <= MAX_TYPE, EINVAL, "memory type");
        check(isAll(address, address + bytes, Kind.POOL_RESERVED, Kind.POOL_RESERVED), EACCES, "not reserved for the pool");
        check(pool.freePages() * POOL_PAGE_BYTES >= bytes, ENOMEM, "the pool is used up");
        long at = address;
        for (MemoryPool.Run run : pool.take(bytes)) {
            cut(at);
            cut(at + run.bytes());
            add(new Area(at, at + run.bytes(), Kind.POOLED, run.offset(), protection, type, named("", at)));
            at += run.bytes();
        }
    }

    @Override
    public synchronized void decommitPool(long address, long bytes) {
        checkPoolRange(address, bytes);
        check(isAll(address, address + bytes, Kind.POOL_RESERVED, Kind.POOLED), EACCES, "not memory of the pool");
        remove(address, address + bytes);
        add(new Area(address, address + bytes, Kind.POOL_RESERVED, 0, 0, 0, named("", address)));
    }

    private static void checkPoolRange(long address, long bytes) {
        check(address != 0 && address % POOL_PAGE_BYTES == 0, EINVAL, "address 0x%x".formatted(address));
        check(bytes > 0 && bytes % POOL_PAGE_BYTES == 0 && isInside(address, bytes), EINVAL, "length 0x%x".formatted(bytes));
    }

    private boolean isAll(long start, long end, Kind one, Kind other) {
        return isCovered(start, end) && within(start, end).stream().allMatch(a -> a.kind == one || a.kind == other);
    }

    @Override
    public synchronized PoolPages poolPages() {
        return new PoolPages(pool.freePages(), pool.usedPages());
    }

    /**
     * Finds the place of a new mapping; with {@link #FIXED} what is there goes away.
     *
     * @return its first address
     */
    private long place(long address, long bytes, int flags, long alignment) {
        if ((flags & FIXED) != 0) {
            check(address != 0 && address % alignment == 0, EINVAL, "fixed address 0x%x".formatted(address));
            check(isInside(address, bytes), ENOMEM, "0x%x..0x%x is outside of the user area".formatted(address, address + bytes));
            boolean used = isUsed(address, address + bytes);
            check(!used || (flags & NO_OVERWRITE) == 0, ENOMEM, "0x%x is in use".formatted(address));
            if (used) {
                remove(address, address + bytes);
            }
            return address;
        }
        long at = roundUp(Long.compareUnsigned(address, USER_LOW) < 0 ? USER_LOW : address, alignment);
        Area hinted = holding(at);
        if (hinted != null && hinted.kind == Kind.RESERVED && Long.compareUnsigned(bytes, hinted.end - at) <= 0) {
            remove(at, at + bytes);
            return at;
        }
        long found = firstFree(at, bytes, alignment);
        if (found == 0 && at > USER_LOW) {
            found = firstFree(roundUp(USER_LOW, alignment), bytes, alignment);
        }
        check(found != 0, ENOMEM, "no room for 0x%x bytes".formatted(bytes));
        return found;
    }

    private long firstFree(long from, long bytes, long alignment) {
        long at = from;
        while (isInside(at, bytes)) {
            Map.Entry<Long, Area> below = areas.lowerEntry(at + bytes);
            if (below == null || below.getValue().end <= at) {
                return at;
            }
            at = roundUp(below.getValue().end, alignment);
        }
        return 0;
    }

    private static boolean isInside(long address, long bytes) {
        return address >= USER_LOW && address < PLATFORM_LOW && Long.compareUnsigned(bytes, PLATFORM_LOW - address) <= 0;
    }

    private boolean isUsed(long start, long end) {
        Map.Entry<Long, Area> below = areas.lowerEntry(end);
        return below != null && below.getValue().end > start;
    }

    private @Nullable Area holding(long address) {
        Map.Entry<Long, Area> floor = areas.floorEntry(address);
        return floor != null && floor.getValue().end > address ? floor.getValue() : null;
    }

    @Override
    public synchronized void unmap(long address, long bytes) {
        check(bytes != 0 && Long.compareUnsigned(address + bytes, address) > 0, EINVAL, "length");
        long start = roundDown(address);
        long end = roundUp(address + bytes, PAGE_BYTES);
        check(isCovered(start, end), EACCES, "0x%x..0x%x has a hole".formatted(start, end));
        remove(start, end);
    }

    @Override
    public synchronized void protect(long address, long bytes, int protection) {
        change(address, bytes, -1, protection);
    }

    @Override
    public synchronized void protectAndType(long address, long bytes, int type, int protection) {
        check(type >= 0 && type <= MAX_TYPE, EINVAL, "memory type");
        change(address, bytes, type, protection);
    }

    private void change(long address, long bytes, int type, int protection) {
        if (bytes == 0) {
            return;
        }
        check(Long.compareUnsigned(address + bytes, address) > 0, EINVAL, "length");
        long start = roundDown(address);
        long end = roundUp(address + bytes, PAGE_BYTES);
        check(isCovered(start, end), EACCES, "0x%x..0x%x has a hole".formatted(start, end));
        for (Area area : within(start, end)) {
            check(!isReservation(area), EACCES, "0x%x is only reserved".formatted(area.start));
            check(!area.isPhysical() || (protection & EXECUTE) == 0, EACCES, "direct memory is never executable");
        }
        refuseWritableCode(start, protection);
        for (Area area : split(start, end)) {
            Area changed = area.withProtection(protection);
            areas.put(area.start, type >= 0 ? changed.withType(type) : changed);
        }
        // One call for the whole range: the host's number of mappings is limited (vm.max_map_count).
        protectHost(start, end, protection);
    }

    @Override
    public synchronized Optional<Mapping> mapping(long address, boolean next) {
        Area area = holding(address);
        if (area == null && next) {
            Map.Entry<Long, Area> above = areas.ceilingEntry(address);
            area = above == null ? null : above.getValue();
        }
        return area == null ? Optional.empty() : Optional.of(area.asMapping());
    }

    @Override
    public synchronized void name(long address, long bytes, String name) {
        checkName(name);
        if (bytes > 0) {
            for (Area area : split(roundDown(address), roundUp(address + bytes, PAGE_BYTES))) {
                areas.put(area.start, area.withName(name));
            }
        }
    }

    @Override
    public synchronized long availableFlexible() {
        return FLEXIBLE_BYTES - flexibleUsed;
    }

    @Override
    public long configuredFlexible() {
        return FLEXIBLE_BYTES;
    }

    // ---- for the loader

    /**
     * Maps writable memory for a module's image: 16 KiB pages, images 2 MiB apart.
     *
     * @param wanted where the image was linked to lie; taken if it is free image space, else the next free place is
     * @return the image's first address
     */
    public synchronized long placeImage(long wanted, long bytes, String name) {
        long size = roundUp(bytes, PAGE_BYTES);
        long imageHigh = imageLow + IMAGE_WINDOW_BYTES;
        check(size > 0 && Long.compareUnsigned(size, imageHigh - imageNext) <= 0, ENOMEM,
                "%s needs 0x%x bytes of image space".formatted(name, bytes));
        boolean isFree = wanted >= imageNext && wanted < imageHigh && size <= imageHigh - wanted;
        long start = isFree ? wanted : imageNext;
        imageNext = roundUp(start + size + PAGE_BYTES, IMAGE_STEP);
        add(new Area(start, start + size, Kind.PRIVATE, 0, READ | WRITE, 0, cut(name)));
        return start;
    }

    /** Memory for the platform at a place of its own, outside of what the guest can map over. */
    public synchronized void mapPlatform(long address, long bytes, int hostProtection, int file) {
        int flags = Shim.MAP_FIXED | (file < 0 ? Shim.MAP_PRIVATE | Shim.MAP_ANONYMOUS : Shim.MAP_SHARED);
        long got = Shim.map(address, bytes, hostProtection, flags, file, 0);
        if (got != address) {
            throw new IllegalStateException("the platform's memory at 0x%x cannot be mapped: error %d".formatted(address, -got));
        }
    }

    // ---- import by a GPU driver

    synchronized Optional<HostRange> importable(long address) {
        Area area = holding(address);
        return area == null || !isImportable(area) ? Optional.empty() : Optional.of(hostRange(area));
    }

    /** Goes up with each range that is unmapped, by a call of its own or to make room. */
    long unmappings() {
        return unmappings;
    }

    synchronized List<HostRange> importables() {
        return areas.values().stream().filter(MappedAddressSpace::isImportable).map(MappedAddressSpace::hostRange).toList();
    }

    private static boolean isImportable(Area area) {
        return (area.isPhysical() || area.kind == Kind.FLEXIBLE)
                && (hostProtection(area.protection) & Shim.PROT_WRITE) != 0;
    }

    private static HostRange hostRange(Area area) {
        return new HostRange(area.start, area.start, area.end - area.start);
    }

    // ---- watching writes

    /** Whether direct memory of the range is seen at no other address as well, where it would be written unnoticed. */
    synchronized boolean isShownOnce(long start, long end) {
        if (shownTwiceAt != changes) {
            shownTwice = shownTwice();
            shownTwiceAt = changes;
        }
        return shownTwice.stream().noneMatch(a -> a.start < end && start < a.end);
    }

    private List<Area> shownTwice() {
        List<Area> physical = areas.values().stream().filter(Area::isPhysical).sorted(Comparator.comparingLong(Area::offset)).toList();
        List<Area> found = new ArrayList<>();
        @Nullable Area furthest = null;
        for (Area area : physical) {
            if (furthest != null && area.offset < furthest.offset + furthest.end - furthest.start) {
                found.add(area);
                found.add(furthest);
            }
            if (furthest == null || area.offset + area.end - area.start > furthest.offset + furthest.end - furthest.start) {
                furthest = area;
            }
        }
        return found;
    }

    /** What is mapped in a range. */
    synchronized List<Mapping> mappings(long start, long end) {
        Long first = areas.floorKey(start);
        return areas.subMap(first == null ? start : first, end).values().stream().filter(a -> a.end > start).map(Area::asMapping).toList();
    }

    // ---- areas and the host's mappings

    private static boolean isReservation(Area area) {
        return area.kind == Kind.RESERVED || area.kind == Kind.POOL_RESERVED;
    }

    /** What is written to such memory later would run without having been seen by the sweep. */
    private void refuseWritableCode(long start, int protection) {
        if (sweep != null && start >= USER_LOW && (protection & (WRITE | EXECUTE)) == (WRITE | EXECUTE)) {
            throw new HleRefusal("memory that is writable and executable at once is not implemented; make it executable when it is written");
        }
    }

    private void add(Area area) {
        refuseWritableCode(area.start, area.protection);
        int protection = hostProtection(area.protection);
        int flags = Shim.MAP_FIXED
                | (area.isPhysical() ? Shim.MAP_SHARED : Shim.MAP_PRIVATE | Shim.MAP_ANONYMOUS | Shim.MAP_NORESERVE);
        if (!isReservation(area)) {
            int file = area.isPhysical() ? directFile() : -1;
            long got = Shim.map(area.start, area.end - area.start, protection, flags, file, area.isPhysical() ? area.offset : 0);
            check(got == area.start, ENOMEM, "the host refuses the mapping: error " + -got);
            pages.set(area.start, area.end, tableBits(area.protection));
        }
        areas.put(area.start, area);
        changes++;
    }

    private int directFile() {
        if (directFile < 0) {
            directFile = Shim.memoryFile("lierne-direct", DIRECT_BYTES);
        }
        return directFile;
    }

    private void remove(long start, long end) {
        for (Area area : split(start, end)) {
            areas.remove(area.start);
            if (area.kind == Kind.FLEXIBLE) {
                flexibleUsed -= area.end - area.start;
            } else if (area.kind == Kind.POOLED) {
                pool.giveBack(area.offset, area.end - area.start);
            }
            tellOfUnnoticedWrites(area);
        }
        pages.set(start, end, 0);
        unmapHost(start, end);
        unmappings++;
        changes++;
    }

    /** A view of direct memory went, through which what others show may have been written. */
    private void tellOfUnnoticedWrites(Area gone) {
        if (unnoticed == null || !gone.isPhysical()) {
            return;
        }
        for (Area other : showing(gone.offset, gone.offset + gone.end - gone.start)) {
            unnoticed.mayBeIn(other.start, other.end);
        }
    }

    private static void unmapHost(long start, long end) {
        long got = Shim.map(start, end - start, Shim.PROT_NONE,
                Shim.MAP_PRIVATE | Shim.MAP_ANONYMOUS | Shim.MAP_NORESERVE | Shim.MAP_FIXED, -1, 0);
        if (got != start) {
            throw new IllegalStateException("0x%x..0x%x cannot be unmapped: error %d".formatted(start, end, -got));
        }
    }

    private void protectHost(long start, long end, int protection) {
        if ((protection & EXECUTE) != 0 && sweep != null) {
            hostProtect(start, end, Shim.PROT_READ | Shim.PROT_WRITE);
            sweep.sweep(start, end - start);
        }
        hostProtect(start, end, hostProtection(protection));
        pages.set(start, end, tableBits(protection));
    }

    private static void hostProtect(long start, long end, int protection) {
        int error = Shim.protect(start, end - start, protection);
        check(error == 0, ENOMEM, "the host refuses the protection: error " + -error);
    }

    /**
     * What the host is told. A page that only the GPU may touch stays accessible: our GPU driver reads through this process. Assumed:
     * kernel.memory.gpu-pages.
     */
    private static int hostProtection(int protection) {
        int host = Shim.PROT_NONE;
        if ((protection & (READ | EXECUTE | GPU_READ)) != 0) {
            host |= Shim.PROT_READ;
        }
        if ((protection & (WRITE | GPU_WRITE)) != 0) {
            host |= Shim.PROT_READ | Shim.PROT_WRITE;
        }
        if ((protection & EXECUTE) != 0) {
            host |= Shim.PROT_EXEC;
        }
        return host;
    }

    private static int tableBits(int protection) {
        int host = hostProtection(protection);
        return ((host & Shim.PROT_READ) != 0 ? PageTable.READ : 0) | ((host & Shim.PROT_WRITE) != 0 ? PageTable.WRITE : 0)
                | ((host & Shim.PROT_EXEC) != 0 ? PageTable.EXECUTE : 0);
    }

    private boolean isCovered(long start, long end) {
        long at = start;
        while (at < end) {
            Area area = holding(at);
            if (area == null) {
                return false;
            }
            at = area.end;
        }
        return true;
    }

    private List<Area> within(long start, long end) {
        List<Area> found = new ArrayList<>();
        Area first = holding(start);
        if (first != null) {
            found.add(first);
        }
        for (Area area : areas.tailMap(start + 1).headMap(end).values()) {
            found.add(area);
        }
        return found;
    }

    /** Cuts areas at both ends of a range and gives those inside. */
    private List<Area> split(long start, long end) {
        cut(start);
        cut(end);
        return List.copyOf(areas.subMap(start, end).values());
    }

    private void cut(long at) {
        Area area = holding(at);
        if (area != null && area.start < at) {
            areas.put(area.start, area.slice(area.start, at));
            areas.put(at, area.slice(at, area.end));
        }
    }

    private static void check(boolean holds, Errno errno, String reason) {
        if (!holds) {
            throw new GuestErrno(errno, reason);
        }
    }

    private static void checkName(String name) {
        check(name.getBytes(StandardCharsets.UTF_8).length < NAME_BYTES, ENAMETOOLONG, "name of 32 bytes or more");
    }

    private static String named(String name, long start) {
        return name.isEmpty() ? "anon:%012x".formatted(start) : name;
    }

    private static String cut(String name) {
        return name.length() < NAME_BYTES ? name : name.substring(0, NAME_BYTES - 1);
    }

    private static boolean isPageMultiple(long value) {
        return (value & (PAGE_BYTES - 1)) == 0;
    }

    private static long roundDown(long address) {
        return address & -PAGE_BYTES;
    }

    private static long roundUp(long value, long step) {
        return Long.bitCount(step) == 1 ? value + step - 1 & -step : (value + step - 1) / step * step;
    }
}
