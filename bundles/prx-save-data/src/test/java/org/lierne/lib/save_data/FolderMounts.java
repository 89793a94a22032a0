package org.lierne.lib.save_data;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.lierne.kernel.file.Mounts;

/** Remembers what is mounted where. */
final class FolderMounts implements Mounts {
    private final Map<String, Mount> mounts = new TreeMap<>();

    @Override
    public void mount(String point, Path root, boolean isWritable) {
        if (mounts.putIfAbsent(point, new Mount(point, root, isWritable)) != null) {
            throw new IllegalStateException(point);
        }
    }

    @Override
    public boolean unmount(String point) {
        return mounts.remove(point) != null;
    }

    @Override
    public Optional<Mount> at(String point) {
        return Optional.ofNullable(mounts.get(point));
    }

    @Override
    public List<Mount> all() {
        return List.copyOf(mounts.values());
    }
}
