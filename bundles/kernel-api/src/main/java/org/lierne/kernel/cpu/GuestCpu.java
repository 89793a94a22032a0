package org.lierne.kernel.cpu;

import java.util.function.Supplier;
import org.osgi.annotation.versioning.ProviderType;

/** An execution backend: makes imports callable and tells what it can do. The native one runs guest code in this process. */
@ProviderType
public interface GuestCpu {
    /** Plugin id, {@code kernel.cpu.native}. */
    String id();

    /**
     * Makes an import slot. Nothing is bound until the guest calls it first.
     *
     * @param target asked on the first call, and again after {@link ImportSlot#unbind}
     */
    ImportSlot slot(Supplier<CallTarget> target);

    /** One import as the guest calls it. */
    @ProviderType
    interface ImportSlot {
        /** The guest address that the import's GOT entry holds; stays the same for the slot's life. */
        long entry();

        /** The next call asks for the target again; calls in progress end in the target they began with. */
        void unbind();

        /** How often it was called. */
        long calls();
    }
}
