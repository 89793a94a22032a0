package org.lierne.kernel.title;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** Runs titles, one at a time. Provided by the kernel room. */
@ProviderType
public interface TitleRunner {
    /**
     * Loads and runs a title on the calling thread until it ends.
     *
     * @throws org.lierne.kernel.title.TitleRefused if the input cannot be run at all (exit code 3)
     */
    TitleOutcome run(TitleRequest request);

    Optional<Title> current();
}
