package org.lierne.agc.driver;

/** Is told which guest memory the device itself reads and writes. */
@FunctionalInterface
interface RangeUse {
    /** Nobody listens. */
    RangeUse NONE = (address, bytes, isWritten) -> {};

    /** @param isWritten whether work that is recorded now may write the range */
    void used(long address, long bytes, boolean isWritten);
}
