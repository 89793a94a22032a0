package org.lierne.kernel.sync;

import org.osgi.annotation.versioning.ProviderType;

/** Anything that {@link SyncObjects} keeps under a guest address. */
@ProviderType
public interface SyncObject {
    /** The name the guest gave, or empty. */
    String name();
}
