package org.lierne.kernel.event;

import org.osgi.annotation.versioning.ConsumerType;

/** What one trigger makes of a registered event; called under the queue's lock, so it must be short and must not wait. */
@ConsumerType
@FunctionalInterface
public interface EventUpdate {
    /**
     * The event after this trigger.
     *
     * @param before  the event as the last trigger left it; data and filter flags are zero after a delivery that cleared them
     * @param pending triggers since the last delivery, this one not counted
     */
    Event apply(Event before, int pending);
}
