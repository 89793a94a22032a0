package org.lierne.agc.driver;

/** A packet that is refused alone: what comes behind it is executed. */
final class PacketRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    PacketRefused(String reason) {
        super(reason, null, false, false);
    }
}
