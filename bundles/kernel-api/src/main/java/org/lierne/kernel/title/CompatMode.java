package org.lierne.kernel.title;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A compatibility mode of the kernel or of a library (docs/style.md, section 6): something we knowingly do otherwise than the system, or
 * cannot prove. Each is a constant of its room's enum and has an entry in {@code docs/debt}.
 */
@ConsumerType
public interface CompatMode {
    /** What happens without the mode. */
    enum Off {
        REFUSE,
        PLAIN,
        /** There is no other behaviour: an assumption that stands in the ledger and has no switch. */
        UNAVAILABLE
    }

    /** Plugin id. */
    String id();

    default List<String> rules() {
        return List.of();
    }

    default boolean on() {
        return true;
    }

    default Off off() {
        return Off.UNAVAILABLE;
    }
}
