package org.lierne.host;

import org.osgi.annotation.versioning.ConsumerType;

/** Whiteboard service: one controller of the host. Every thread may ask. */
@ConsumerType
public interface ControllerSource {
    /** A name for people, such as {@code keyboard}. */
    String name();

    /** Whether it can be used now. */
    boolean isConnected();

    /** The newest state; {@link ControllerState#RELEASED} while it is not connected. */
    ControllerState state();
}
