package org.lierne.kernel.memory;

/** What an access wants to do with a range. */
public enum Access {
    READ,
    WRITE
}
