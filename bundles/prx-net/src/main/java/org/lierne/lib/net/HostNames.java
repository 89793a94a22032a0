package org.lierne.lib.net;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/** Names as the host knows them. */
final class HostNames {
    private HostNames() {}

    /** The first address of version 4; empty for a name without one. */
    static Optional<byte[]> addressOf(String name) {
        try {
            return Arrays.stream(InetAddress.getAllByName(name)).filter(Inet4Address.class::isInstance).map(InetAddress::getAddress).findFirst();
        } catch (UnknownHostException _) {
            return Optional.empty();
        }
    }
}
