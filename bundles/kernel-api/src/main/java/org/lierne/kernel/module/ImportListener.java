package org.lierne.kernel.module;

import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;

/** Whiteboard: told when the Java side of imports changes because a library bundle came or went. */
@ConsumerType
public interface ImportListener {
    /** Imports of these NIDs may have another target from now on. */
    void importsChanged(Set<String> nids);
}
