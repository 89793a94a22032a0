package org.lierne.kernel.events;

import java.util.Optional;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.event.EventFilter;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;

/** Readiness of a descriptor for a filter. One that is closed is never ready. */
record Watch(GuestFiles files, int descriptor, int filter) {
    /** What was found. */
    record State(long data, boolean isHungUp) {}

    Optional<State> look() {
        try {
            OpenFile file = files.file(descriptor);
            boolean isReady = filter == EventFilter.READ ? file.isReadable() : file.isWritable();
            return isReady ? Optional.of(new State(filter == EventFilter.READ ? bytes(file) : 0, file.isHungUp())) : Optional.empty();
        } catch (GuestErrno closed) {
            return Optional.empty();
        }
    }

    private static long bytes(OpenFile file) {
        try {
            return file.readableBytes();
        } catch (GuestErrno uncounted) {
            return 0;
        }
    }
}
