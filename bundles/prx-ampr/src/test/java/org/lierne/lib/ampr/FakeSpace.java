package org.lierne.lib.ampr;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.AddressSpace;

/** Mappings of direct memory, a page each. */
final class FakeSpace {
    static final long PAGE = AddressSpace.PAGE_BYTES;

    final TreeMap<Long, AddressSpace.Mapping> pages = new TreeMap<>();
    private long allocated;

    AddressSpace proxy() {
        return (AddressSpace) Proxy.newProxyInstance(AddressSpace.class.getClassLoader(), new Class<?>[] {AddressSpace.class},
                (_, method, arguments) -> switch (method.getName()) {
                    case "allocateDirect" -> allocate((long) arguments[2]);
                    case "directMappings" -> showing((long) arguments[0], (long) arguments[1]);
                    case "mapDirect" -> map((AddressSpace.DirectMap) arguments[0]);
                    case "unmap" -> unmap((long) arguments[0], (long) arguments[1]);
                    case "protect" -> protect((long) arguments[0], (long) arguments[1], -1, (int) arguments[2]);
                    case "protectAndType" -> protect((long) arguments[0], (long) arguments[1], (int) arguments[2], (int) arguments[3]);
                    case "mapping" -> Optional.ofNullable(pages.get((long) arguments[0] & -PAGE));
                    default -> throw new AssertionError(method);
                });
    }

    private long allocate(long bytes) {
        long offset = allocated;
        allocated += bytes;
        return offset;
    }

    private long map(AddressSpace.DirectMap m) {
        if ((m.flags() & AddressSpace.FIXED) == 0) {
            throw new GuestErrno(Errno.EINVAL, "not fixed");
        }
        for (long at = 0; at < m.bytes(); at += PAGE) {
            long address = m.address() + at;
            pages.put(address, new AddressSpace.Mapping(address, address + PAGE, AddressSpace.Kind.DIRECT, m.offset() + at, m.protection(),
                    m.type(), m.name()));
        }
        return m.address();
    }

    private List<AddressSpace.Mapping> showing(long offset, long bytes) {
        return pages.values().stream().filter(m -> m.offset() < offset + bytes && offset < m.offset() + PAGE).toList();
    }

    private Object unmap(long address, long bytes) {
        pages.subMap(address, address + bytes).clear();
        return null;
    }

    private Object protect(long address, long bytes, int type, int protection) {
        pages.subMap(address, address + bytes).replaceAll((_, m) -> new AddressSpace.Mapping(m.start(), m.end(), m.kind(), m.offset(), protection,
                type < 0 ? m.type() : type, m.name()));
        return null;
    }
}
