package org.lierne.host.media;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** Pictures or pieces of sound, one after another. */
@ProviderType
public interface Frames<F> {
    /** The next one; empty at the end. */
    Optional<F> next() throws MediaRefused;
}
