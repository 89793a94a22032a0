package org.lierne.agc.driver;

/** Raises end-of-pipe events for the guest. */
@FunctionalInterface
interface Interrupts {
    /**
     * @param queue   queue id
     * @param context the packet's interrupt context
     */
    void raise(int queue, int context);
}
