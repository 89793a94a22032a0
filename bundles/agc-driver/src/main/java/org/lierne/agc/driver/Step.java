package org.lierne.agc.driver;

import java.util.function.BooleanSupplier;

/** How far a command processor got. */
sealed interface Step {
    /** The end of the buffer. */
    record Done() implements Step {}

    /**
     * A wait that does not hold yet. The processor goes on from it when run again.
     *
     * @param text    what is waited for
     * @param address the guest's word that ends the wait; 0 where it is none
     */
    record Waiting(String text, long address, BooleanSupplier holds) implements Step {}
}
