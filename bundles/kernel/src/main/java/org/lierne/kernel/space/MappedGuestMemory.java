package org.lierne.kernel.space;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.GuestMemoryFault;
import org.lierne.kernel.memory.HostRange;
import org.lierne.kernel.shim.Shim;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Guest memory as it is mapped in this process: guest and host address are the same number. Every access asks the page table first; if the
 * guest unmaps between question and access, the shim turns the fault into an {@link InternalError} of the accessing method.
 */
@Component(service = GuestMemory.class)
public final class MappedGuestMemory implements GuestMemory {
    private static final MemorySegment MEMORY = Shim.MEMORY;

    private final MappedAddressSpace space;
    private final PageTable pages;
    private final WrittenPages written = new WrittenPages();

    @Activate
    public MappedGuestMemory(@Reference MappedAddressSpace space) {
        this.space = space;
        this.pages = space.pages();
        space.setUnnoticedWrites(written::mark);
    }

    private static int bits(Access access) {
        return access == Access.READ ? PageTable.READ : PageTable.WRITE;
    }

    private void read(long address, long bytes) {
        if (!pages.allows(address, bytes, PageTable.READ)) {
            throw new GuestMemoryFault(address, bytes, Access.READ);
        }
    }

    private void write(long address, long bytes) {
        if (!pages.allows(address, bytes, PageTable.WRITE)) {
            throw new GuestMemoryFault(address, bytes, Access.WRITE);
        }
    }

    private void range(long address, long bytes, Access access) {
        if (!pages.allowsRange(address, bytes, bits(access))) {
            throw new GuestMemoryFault(address, bytes, access);
        }
    }

    @Override
    public MemorySegment view(long address, long bytes, Access access) {
        range(address, bytes, access);
        MemorySegment view = MEMORY.asSlice(address, bytes);
        return access == Access.READ ? view.asReadOnly() : view;
    }

    @Override
    public boolean isMapped(long address, long bytes, Access access) {
        return pages.allowsRange(address, bytes, bits(access));
    }

    @Override
    public byte getByte(long address) {
        read(address, 1);
        return MEMORY.get(JAVA_BYTE, address);
    }

    @Override
    public short getShort(long address) {
        read(address, 2);
        return MEMORY.get(JAVA_SHORT_UNALIGNED, address);
    }

    @Override
    public int getInt(long address) {
        read(address, 4);
        return MEMORY.get(JAVA_INT_UNALIGNED, address);
    }

    @Override
    public long getLong(long address) {
        read(address, 8);
        return MEMORY.get(JAVA_LONG_UNALIGNED, address);
    }

    @Override
    public void putByte(long address, byte value) {
        write(address, 1);
        MEMORY.set(JAVA_BYTE, address, value);
    }

    @Override
    public void putShort(long address, short value) {
        write(address, 2);
        MEMORY.set(JAVA_SHORT_UNALIGNED, address, value);
    }

    @Override
    public void putInt(long address, int value) {
        write(address, 4);
        MEMORY.set(JAVA_INT_UNALIGNED, address, value);
    }

    @Override
    public void putLong(long address, long value) {
        write(address, 8);
        MEMORY.set(JAVA_LONG_UNALIGNED, address, value);
    }

    @Override
    public byte[] getBytes(long address, int bytes) {
        range(address, bytes, Access.READ);
        byte[] copy = new byte[bytes];
        MemorySegment.copy(MEMORY, JAVA_BYTE, address, copy, 0, bytes);
        return copy;
    }

    @Override
    public void putBytes(long address, byte[] source) {
        range(address, source.length, Access.WRITE);
        MemorySegment.copy(source, 0, MEMORY, JAVA_BYTE, address, source.length);
    }

    @Override
    public String getString(long address, int maxBytes) {
        int length = 0;
        while (length < maxBytes) {
            long run = pages.run(address + length, maxBytes - length, PageTable.READ);
            if (run == 0) {
                throw new GuestMemoryFault(address, length + 1L, Access.READ);
            }
            for (int end = length + (int) run; length < end; length++) {
                if (MEMORY.get(JAVA_BYTE, address + length) == 0) {
                    return text(address, length);
                }
            }
        }
        return text(address, length);
    }

    private static String text(long address, int bytes) {
        byte[] copy = new byte[bytes];
        MemorySegment.copy(MEMORY, JAVA_BYTE, address, copy, 0, bytes);
        return new String(copy, StandardCharsets.UTF_8);
    }

    @Override
    public Optional<HostRange> importable(long address) {
        return space.importable(address);
    }

    @Override
    public long unmappings() {
        return space.unmappings();
    }

    @Override
    public List<HostRange> importables() {
        return space.importables();
    }

    @Override
    public long writtenAt(long address, long bytes) {
        if (bytes <= 0 || !written.isOpen() || !pages.allowsRange(address, bytes, PageTable.READ) || !space.isShownOnce(address, address + bytes)) {
            return NOT_WATCHED;
        }
        long number = written.writtenAt(address, bytes);
        if (number == NOT_WATCHED) {
            space.mappings(address, address + bytes).forEach(each -> written.watch(each.start(), each.end()));
            number = written.writtenAt(address, bytes);
        }
        return number;
    }
}
