package org.lierne.kernel.title;

import org.osgi.annotation.versioning.ProviderType;

/** Ends the running title from inside. Usage: {@code throw titleExit.exit(code)}. */
@ProviderType
public interface TitleExit {
    /**
     * The title ends with this code: other guest threads are interrupted, and the exception unwinds the caller. The first call wins.
     *
     * @return an exception without a stack trace, to be thrown by the caller
     */
    RuntimeException exit(int code);
}
