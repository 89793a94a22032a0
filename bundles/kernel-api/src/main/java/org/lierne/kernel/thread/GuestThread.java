package org.lierne.kernel.thread;

import org.osgi.annotation.versioning.ProviderType;

/** One guest thread. */
@ProviderType
public interface GuestThread {
    /** Positive and unique while the thread lives. */
    int id();

    String name();

    /** Calls guest code on this thread (which must be the current one) and returns {@code rax}; nests inside exports. */
    long call(long guestFunction, long... arguments);

    /** The return address of the export call in progress, as {@code module+0xoffset}; "host" outside of one. */
    String caller();

    /** Like {@link #call} for a function that returns {@code double} or {@code float} in {@code xmm0}: the raw low 64 bits. */
    long callForXmm0(long guestFunction, long... arguments);

    /** The return address of the export call in progress; 0 outside of one. */
    long callerAddress();

    /** Address of the guest thread block ({@code gs} base, what the guest takes for {@code fs:0}). */
    long threadBlock();

    /** The guest address of the thread's object, as the guest sees it ({@code gs:0x10}); 0 until set. */
    long guestObject();

    void setGuestObject(long address);

    long stackLow();

    long stackHigh();
}
