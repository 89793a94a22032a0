package org.lierne.kernel.module;

import java.util.Optional;
import org.lierne.kernel.cpu.CallTarget;
import org.osgi.annotation.versioning.ProviderType;

/** Finds the Java side of an import. Provided by the hle room, asked by the loader and again whenever a slot was unbound. */
@ProviderType
public interface ImportResolver {
    /** Never null: an unknown import gives a refusing binding. */
    ImportBinding resolve(ImportKey key, String importer);

    /** Who would serve it, as one phrase ({@code lib.random: RandomExports}, {@code nobody}), without making anything. */
    String servedBy(ImportKey key);

    /** Told when a call ended in a refusal or another exception, for the list of refusals; {@code message} is the stop's line. */
    void refused(CallTarget target, String message);

    /** The name behind a NID, if an annotation or a names file has it. */
    Optional<String> nameOf(String nid);
}
