package org.lierne.kernel.title;

import java.nio.file.Path;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** Looks at titles on disk without running them. Provided by the kernel room. */
@ProviderType
public interface TitleFolders {
    /**
     * The title of a folder or of one executable file; empty where there is no program.
     *
     * @throws TitleRefused if its {@code param.json} cannot be read
     */
    Optional<TitleFacts> look(Path path);
}
