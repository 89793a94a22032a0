package org.lierne.host.media;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** An open file. Streams may be read side by side, each by one thread at a time. */
@ProviderType
public interface MediaFile {
    List<MediaStream> streams();

    /** Pictures of a stream in the order in which they are shown, from the one that is shown at a time on. */
    Frames<Picture> pictures(int stream, long fromMs) throws MediaRefused;

    /** Sound of a stream from a time on. */
    Frames<Sound> sound(int stream, long fromMs) throws MediaRefused;
}
