package org.lierne.kernel.module;

import java.util.List;
import java.util.OptionalLong;
import org.osgi.annotation.versioning.ProviderType;

/** A module in guest memory. */
@ProviderType
public interface GuestModule {
    /** Positive; 1 is the program. */
    int handle();

    /** The exported module name. */
    String name();

    /** The file's name as the guest sees it, {@code user.prx}. */
    String fileName();

    /** The guest path it was loaded from, {@code /app0/sce_module/user.prx}; empty for the platform's own. */
    String path();

    /** Lowest address. */
    long base();

    long bytes();

    List<Segment> segments();

    /** TLS module id, 0 without thread-local variables. */
    int tlsId();

    /** Address of the process or module parameter block, 0 without one. */
    long parameters();

    /** Address of an exported symbol by its plain name, or of an exported NID. */
    OptionalLong symbol(String nameOrNid);

    /** {@code PT_GNU_EH_FRAME}: address and length, 0 without. */
    long ehFrameHeader();

    long ehFrameHeaderBytes();

    /** Start address of {@code .eh_frame} and its length, 0 without. */
    long ehFrame();

    long ehFrameBytes();

    /** 20 bytes. */
    byte[] fingerprint();

    /** A loaded segment; protection as in {@link org.lierne.kernel.memory.AddressSpace}. */
    record Segment(long address, long bytes, int protection) {}
}
