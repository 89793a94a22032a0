package org.lierne.hle.binding;

import org.lierne.hle.GuestCallback;
import org.lierne.kernel.thread.GuestThreads;

/** A guest function pointer that is called on the thread that runs the export. */
record ThreadCallback(GuestThreads threads, long address) implements GuestCallback {
    @Override
    public boolean isNull() {
        return address == 0;
    }

    @Override
    public long call(long... arguments) {
        return threads.current().call(address, arguments);
    }
}
