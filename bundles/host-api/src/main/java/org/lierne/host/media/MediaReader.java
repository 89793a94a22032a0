package org.lierne.host.media;

import org.osgi.annotation.versioning.ProviderType;

/** Opens files that hold streams of pictures and sound. */
@ProviderType
public interface MediaReader {
    /** @throws MediaRefused if it is no such file, or of a kind that is not known */
    MediaFile open(MediaSource source) throws MediaRefused;
}
