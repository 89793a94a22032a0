package org.lierne.kernel.sockets;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.lierne.kernel.socket.SocketAddress;

/** The network beyond this machine, for a title that its user has opened to it. */
interface Outside {
    /** As the host reaches it. */
    Outside HOST = address -> new InetSocketAddress(inet(address), address.port());

    /** Where the host finds an address. */
    InetSocketAddress of(SocketAddress address);

    private static InetAddress inet(SocketAddress address) {
        try {
            return InetAddress.getByAddress(ByteBuffer.allocate(Integer.BYTES).putInt(address.host()).array());
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }

    /** An address of the host as the guest knows it; another family than version 4 is no address there. */
    static SocketAddress from(InetSocketAddress address) {
        byte[] bytes = address.getAddress().getAddress();
        return new SocketAddress(bytes.length == Integer.BYTES ? ByteBuffer.wrap(bytes).getInt() : SocketAddress.ANY, address.getPort());
    }
}
