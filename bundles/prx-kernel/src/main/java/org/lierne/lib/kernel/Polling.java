package org.lierne.lib.kernel;

import java.util.function.IntSupplier;
import org.lierne.kernel.file.GuestFiles;

/** Waiting on several descriptors: looks at all of them, and again whenever one of them may have changed. */
final class Polling {
    private final GuestFiles files;

    Polling(GuestFiles files) {
        this.files = files;
    }

    /**
     * Waits until a look finds something, or the time is over.
     *
     * @param look      gives the number of descriptors found ready
     * @param timeoutNs negative waits for ever
     */
    int await(IntSupplier look, long timeoutNs) throws InterruptedException {
        long end = System.nanoTime() + timeoutNs;
        while (true) {
            long seen = files.changes();
            int found = look.getAsInt();
            long left = end - System.nanoTime();
            if (found > 0 || timeoutNs >= 0 && left <= 0) {
                return found;
            }
            files.awaitChange(seen, timeoutNs < 0 ? timeoutNs : left);
        }
    }
}
