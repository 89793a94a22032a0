package org.lierne.hle;

import org.osgi.annotation.versioning.ProviderType;

/** A guest function that an export may call on the current thread. */
@ProviderType
public interface GuestCallback {
    boolean isNull();

    long address();

    /** Calls it with integer and pointer arguments and gives {@code rax}. */
    long call(long... arguments);
}
