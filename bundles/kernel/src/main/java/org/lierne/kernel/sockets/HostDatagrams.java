package org.lierne.kernel.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.function.BiConsumer;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.socket.SocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A host's socket behind a guest's, for datagrams to and from other machines. */
final class HostDatagrams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostDatagrams.class);
    private static final int MOST_BYTES = 0x1_0000;

    private final DatagramChannel channel;

    /** @param received sender and bytes, on a thread of its own */
    HostDatagrams(BiConsumer<SocketAddress, byte[]> received) {
        try {
            channel = DatagramChannel.open(StandardProtocolFamily.INET).bind(null);
        } catch (IOException e) {
            throw new GuestErrno(Errno.ENETUNREACH, String.valueOf(e.getMessage()));
        }
        Thread.ofVirtual().name("network datagrams").start(() -> receive(received));
    }

    void send(byte[] bytes, InetSocketAddress target) {
        try {
            channel.send(ByteBuffer.wrap(bytes), target);
        } catch (IOException e) {
            // As on any network: it is lost.
            LOG.debug("a datagram to {} is lost", target, e);
        }
    }

    private void receive(BiConsumer<SocketAddress, byte[]> received) {
        ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
        try {
            while (channel.receive(bytes.clear()) instanceof InetSocketAddress from) {
                byte[] copy = new byte[bytes.flip().remaining()];
                bytes.get(copy);
                received.accept(Outside.from(from), copy);
            }
        } catch (IOException e) {
            LOG.debug("no more datagrams come", e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("a socket of the host cannot be closed", e);
        }
    }
}
