package org.lierne.hle;

import org.osgi.annotation.versioning.ConsumerType;

/** An error code of a library; each library has one enum of them. The result register holds {@link #code()}. */
@ConsumerType
public interface GuestStatus {
    GuestStatus OK = () -> 0;

    /** The 32-bit value that the guest sees. */
    int code();
}
