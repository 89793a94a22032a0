package org.lierne.kernel.module;

import java.util.Map;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/** What the imports of the running title (or, between titles, the last one) did. Provided by the kernel room. */
@ProviderType
public interface ImportStatistics {
    /** Calls by import, for every import that a loaded module has. */
    Map<ImportKey, Long> calls();

    /** NIDs that the platform serves by guest-native code, preferred over Java exports. */
    Set<String> nativeNids();
}
