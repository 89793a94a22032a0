package org.lierne.kernel.nativecpu;

import java.util.ArrayList;
import java.util.List;
import org.osgi.service.component.annotations.Component;

/** Which module lies where, so that every room names an address as module+offset. */
@Component(service = ModuleMap.class)
public final class ModuleMap {
    /** An image in guest memory. */
    public record Image(String name, long base, long bytes) {}

    private volatile List<Image> images = List.of();

    public synchronized void add(Image image) {
        List<Image> more = new ArrayList<>(images);
        more.add(image);
        images = List.copyOf(more);
    }

    public synchronized void clear() {
        images = List.of();
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
