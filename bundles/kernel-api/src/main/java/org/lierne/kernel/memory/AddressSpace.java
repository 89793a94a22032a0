package org.lierne.kernel.memory;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The guest's mappings and its direct and flexible memory: the mechanism behind the memory exports. Every method makes the checks of its call
 * in the order in which the guest observes them and throws {@link org.lierne.kernel.error.GuestErrno}; null pointers of the guest are the
 * exports' business. Addresses and lengths are bytes; a page is 0x4000 bytes.
 */
@ProviderType
public interface AddressSpace {
    long PAGE_BYTES = 0x4000;
    /** Bytes of a mapping's name with its zero byte. */
    int NAME_BYTES = 32;
    /** Protection bits: CPU read, write, execute, GPU read, write. */
    int READ = 1, WRITE = 2, EXECUTE = 4, GPU_READ = 0x10, GPU_WRITE = 0x20;
    /** Map flags. */
    int FIXED = 0x10, NO_OVERWRITE = 0x80, STACK = 0x400, NO_COALESCE = 0x400000;

    /** Bytes of direct memory: physical offsets run from 0 to here. */
    long directBytes();

    /** Takes a run of direct memory inside {@code [searchStart, searchEnd)} and gives its physical offset. */
    long allocateDirect(long searchStart, long searchEnd, long bytes, long alignment, int type);

    /**
     * Gives direct memory back; views of it are unmapped.
     *
     * @param checked true for the form that fails if a part is not allocated
     */
    void releaseDirect(long offset, long bytes, boolean checked);

    /** The longest free run of direct memory in a search range. */
    DirectRun availableDirect(long searchStart, long searchEnd, long alignment);

    /** The allocated block that holds an offset, or with {@code next} the first one at or above it. */
    Optional<DirectBlock> directBlock(long offset, boolean next);

    /** The mappings that show a part of a range of direct memory, by address. */
    List<Mapping> directMappings(long offset, long bytes);

    /** Maps direct memory and gives the address. */
    long mapDirect(DirectMap request);

    /** Maps zeroed flexible memory and gives the address. */
    long mapFlexible(long address, long bytes, int protection, int flags, String name);

    /**
     * Maps private zeroed memory that counts against nothing: stacks, module images, {@code mmap} of anonymous memory.
     *
     * @param address a hint, or the address with {@link #FIXED}; 0 for anywhere
     */
    long mapPrivate(long address, long bytes, int protection, int flags, String name);

    /** Reserves addresses without memory. */
    long reserve(long address, long bytes, int flags, long alignment);

    void unmap(long address, long bytes);

    void protect(long address, long bytes, int protection);

    /** Sets protection and memory type. */
    void protectAndType(long address, long bytes, int type, int protection);

    /** The mapping that holds an address, or with {@code next} the first one at or above it. */
    Optional<Mapping> mapping(long address, boolean next);

    void name(long address, long bytes, String name);

    /** Free bytes of flexible memory. */
    long availableFlexible();

    /** Bytes of flexible memory the title was given. */
    long configuredFlexible();

    /** Unit of pool memory: what is given to a pool, committed and decommitted are multiples of it. */
    long POOL_PAGE_BYTES = 0x1_0000;
    /** Unit of pool reservations. */
    long POOL_STEP_BYTES = 0x20_0000;

    /** Gives a run of direct memory to the pool and tells its physical offset; {@code ENOMEM} where none is free. */
    long expandPool(long searchStart, long searchEnd, long bytes, long alignment);

    /** Reserves addresses that pool memory can be committed to. */
    long reservePool(long address, long bytes, long alignment, int flags);

    /** Backs reserved pool addresses; {@code EACCES} outside of a reservation or where memory is already, {@code ENOMEM} if the pool is empty. */
    void commitPool(long address, long bytes, int type, int protection);

    /** Takes committed memory back to the pool; the addresses stay reserved. */
    void decommitPool(long address, long bytes);

    /** Pages of the pool, free and committed, in units of {@link #POOL_PAGE_BYTES}. */
    PoolPages poolPages();

    /** How the pool is used. */
    record PoolPages(long free, long used) {}

    /** A free run of direct memory. */
    record DirectRun(long offset, long bytes) {}

    /** An allocated block of direct memory. */
    record DirectBlock(long start, long end, int type) {}

    /**
     * A mapping of direct memory to be made.
     *
     * @param address   hint, or the address with {@link #FIXED}
     * @param alignment 0, or a power of two that is a multiple of the page
     * @param type      memory type to set, or -1 to leave it
     * @param exclusive true for the form that refuses a physical range which is mapped already
     * @param name      empty for a generated one
     */
    record DirectMap(long address, long bytes, int protection, int flags, long offset, long alignment, int type, boolean exclusive,
            String name) {}

    /** What kind of memory a mapping shows. */
    enum Kind { DIRECT, FLEXIBLE, PRIVATE, STACK, POOLED, POOL_RESERVED, RESERVED }

    /**
     * One mapping.
     *
     * @param offset physical offset of {@code start} if the kind is direct or pooled, else 0
     */
    record Mapping(long start, long end, Kind kind, long offset, int protection, int type, String name) {}
}
