package org.lierne.kernel.module;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** The modules of the running title. Failures are {@link org.lierne.kernel.error.GuestErrno}. */
@ProviderType
public interface Modules {
    /**
     * Loads and starts a module and whatever it needs, or gives the one that is loaded already. Runs guest code on the current thread.
     *
     * @param guestPath path as the guest names it
     * @param argumentBytes, arguments given to {@code module_start}
     */
    Started loadStart(String guestPath, long argumentBytes, long arguments);

    /** Runs {@code module_stop} and the terminators; the image stays mapped, since threads may still be in it. @return its value */
    int stopUnload(int handle, long argumentBytes, long arguments);

    /** Loaded modules in load order, the program first. */
    List<GuestModule> all();

    Optional<GuestModule> byHandle(int handle);

    /** The module whose image holds the address. */
    Optional<GuestModule> byAddress(long address);

    /** The module that exports this module name or has this file name. */
    Optional<GuestModule> byName(String name);

    /** An address as {@code module+0xoffset}, or bare if it is in none. */
    String place(long address);

    /** The program's process parameter block, 0 without one. */
    long processParameters();

    /** A module that runs, and what its {@code module_start} returned. */
    record Started(GuestModule module, int result) {}
}
