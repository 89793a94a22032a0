package org.lierne.agc;

import java.util.OptionalLong;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Workload streams of the title: ids 1..31, each with a 64-bit slot in guest memory whose bits are the active
 * workloads.
 */
@ProviderType
public interface WorkloadStreams {
    /** Address of a registered stream's slot; empty if the stream is not registered. */
    OptionalLong slot(int stream);

    /** Registers a stream. @return false if the id is out of range or taken */
    boolean register(int stream, String name);

    boolean unregister(int stream);

    /** The name a stream was registered with, or "" */
    String name(int stream);
}
