package org.lierne.kernel.event;

import java.util.List;
import org.lierne.kernel.error.Errno;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The title's event queues. Queues are named by positive handles; a handle of 0 is never valid. Methods may be called from any thread,
 * guest or host.
 */
@ProviderType
public interface EventQueues {
    /** A new queue. */
    long create(String name);

    /** Ends the queue; threads that wait on it get {@code EBADF}. Gives {@code EBADF} if there is none. */
    Errno delete(long queue);

    boolean exists(long queue);

    /**
     * Registers an event; the same (ident, filter) again replaces the registration. Gives {@code EBADF} for an unknown queue.
     *
     * @param flags {@link EventFlags#CLEAR}, {@link EventFlags#ONE_SHOT} and {@link EventFlags#EACH}, the others are ignored
     */
    Errno register(long queue, long ident, int filter, int flags, long userData);

    /**
     * Registers a timer event: it triggers itself after each period (or once, with {@link EventFlags#ONE_SHOT}); data counts the expiries
     * since the last delivery.
     */
    Errno registerTimer(long queue, long ident, int filter, int flags, long periodNs, long userData);

    /**
     * Registers readiness of a descriptor ({@link EventFilter#READ}, {@link EventFilter#WRITE}): it is triggered as long as a transfer would
     * not wait, with {@link EventFlags#CLEAR} once for each change. Data is what is there to read, {@link EventFlags#END_OF_FILE} tells that
     * nobody is at the other end. Gives {@code EBADF} for an unknown queue or descriptor.
     */
    Errno watch(long queue, int descriptor, int filter, int flags, long userData);

    /** Gives {@code EBADF} for an unknown queue, {@code ENOENT} for an event that is not registered. */
    Errno unregister(long queue, long ident, int filter);

    boolean isRegistered(long queue, long ident, int filter);

    /** Triggers the event in every queue that registered it: sets data, counts filter flags. Gives the number of queues. */
    default int trigger(long ident, int filter, long data) {
        return trigger(ident, filter, (before, pending) -> before.withData(data).withFilterFlags(before.filterFlags() + 1));
    }

    /** Triggers the event in every queue that registered it. Gives the number of queues. */
    int trigger(long ident, int filter, EventUpdate update);

    /** Triggers the event in one queue. Gives {@code EBADF} or {@code ENOENT} as {@link #unregister}. */
    default Errno trigger(long queue, long ident, int filter, long data) {
        return trigger(queue, ident, filter, (before, pending) -> before.withData(data).withFilterFlags(before.filterFlags() + 1));
    }

    Errno trigger(long queue, long ident, int filter, EventUpdate update);

    /**
     * Takes triggered events in the order of their registration, waiting for the first.
     *
     * @param max       most events taken, at least 1
     * @param timeoutNs negative waits for ever, 0 only looks
     * @return the events; empty at the time-out
     * @throws org.lierne.kernel.error.GuestErrno with {@code EBADF} if there is no such queue, or it is deleted meanwhile
     * @throws InterruptedException if the title stops
     */
    List<Event> await(long queue, int max, long timeoutNs) throws InterruptedException;
}
