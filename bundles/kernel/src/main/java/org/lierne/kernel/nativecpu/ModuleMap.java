package org.lierne.kernel.nativecpu;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.lierne.kernel.space.MappedAddressSpace;
import org.osgi.service.component.annotations.Component;

/** Which module lies where, so that every room names an address as module+offset. */
@Component(service = ModuleMap.class)
public final class ModuleMap {
    /** An image in guest memory. */
    public record Image(String name, long base, long bytes) {}

    /** Addresses without memory that stand for data objects nobody serves, this far apart. */
    private static final long UNBOUND_STEP = 0x1000;
    private static final long UNBOUND_LOW = MappedAddressSpace.PLATFORM_LOW + 0x800_0000L;
    private static final int MAX_UNBOUND = 0x4000;

    private volatile List<Image> images = List.of();
    private volatile List<String> unbound = List.of();
    private volatile Set<Long> systemCalls = Set.of();

    public synchronized void add(Image image) {
        List<Image> more = new ArrayList<>(images);
        more.add(image);
        images = List.copyOf(more);
    }

    public synchronized void clear() {
        images = List.of();
        unbound = List.of();
        systemCalls = Set.of();
    }

    /** An address for a data object that nobody serves: reports name it when the guest reads or writes there. */
    public synchronized long unboundObject(String description) {
        if (unbound.size() == MAX_UNBOUND) {
            throw new IllegalStateException("more than %d data objects are served by nobody".formatted(MAX_UNBOUND));
        }
        List<String> more = new ArrayList<>(unbound);
        more.add(description);
        unbound = List.copyOf(more);
        return UNBOUND_LOW + UNBOUND_STEP * (more.size() - 1);
    }

    /** The data object that nobody serves at an address, if it is one. */
    public Optional<String> unboundAt(long address) {
        long index = (address - UNBOUND_LOW) / UNBOUND_STEP;
        return address >= UNBOUND_LOW && index < unbound.size() ? Optional.of(unbound.get((int) index)) : Optional.empty();
    }

    /** Remembers direct system call instructions, which were overwritten. */
    public synchronized void addSystemCalls(Collection<Long> addresses) {
        Set<Long> more = new HashSet<>(systemCalls);
        more.addAll(addresses);
        systemCalls = Set.copyOf(more);
    }

    public boolean isSystemCall(long address) {
        return systemCalls.contains(address);
    }

    public List<Image> images() {
        return images;
    }

    /** {@code module+0xoffset}, or the bare address if it lies in no module. */
    public String place(long address) {
        for (Image image : images) {
            if (address >= image.base && address < image.base + image.bytes) {
                return "%s+0x%x".formatted(image.name, address - image.base);
            }
        }
        return "0x%x (in no module)".formatted(address);
    }
}
