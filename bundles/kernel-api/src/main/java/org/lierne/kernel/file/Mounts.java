package org.lierne.kernel.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** Host folders behind guest paths. {@code /app0} is mounted when a title starts, all mounts end with it. */
@ProviderType
public interface Mounts {
    /** A mounted folder; {@code point} is {@code /name}. */
    record Mount(String point, Path root, boolean isWritable) {}

    /** Mounts an existing folder. @throws IllegalStateException if something is mounted there */
    void mount(String point, Path root, boolean isWritable);

    /** Gives false if nothing was mounted. Files that are still open stay usable. */
    boolean unmount(String point);

    Optional<Mount> at(String point);

    List<Mount> all();
}
