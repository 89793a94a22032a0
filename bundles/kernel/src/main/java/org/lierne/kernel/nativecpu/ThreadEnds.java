package org.lierne.kernel.nativecpu;

import org.lierne.kernel.cpu.GuestStop;
import org.lierne.kernel.thread.GuestThread;

/** Told when a guest thread ended by a fault or a refusal: the title ends with it. */
@FunctionalInterface
public interface ThreadEnds {
    void stopped(GuestStop stop, GuestThread thread);
}
