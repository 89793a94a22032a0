package org.lierne.kernel.sockets;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.socket.SocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to another machine. The guest's socket is joined to an end in memory as within this machine; two threads move the bytes between
 * that end and the host's socket.
 */
final class HostConnection {
    private static final Logger LOG = LoggerFactory.getLogger(HostConnection.class);
    private static final int PIECE_BYTES = 0x4000;

    private final SocketChannel channel;
    private final SocketAddress local;

    private HostConnection(SocketChannel channel, SocketAddress local) {
        this.channel = channel;
        this.local = local;
    }

    /** Waits for the connection. */
    static HostConnection to(InetSocketAddress target, Socket.Interruption interruption) {
        SocketChannel channel = null;
        try {
            channel = SocketChannel.open(StandardProtocolFamily.INET);
            channel.connect(target);
            return new HostConnection(channel, Outside.from((InetSocketAddress) channel.getLocalAddress()));
        } catch (ClosedByInterruptException e) {
            throw interruption.get();
        } catch (IOException e) {
            close(channel);
            throw new GuestErrno(errno(e), "%s: %s".formatted(target, e.getMessage()));
        }
    }

    private static Errno errno(IOException e) {
        return switch (e) {
            case NoRouteToHostException _ -> Errno.EHOSTUNREACH;
            case SocketTimeoutException _ -> Errno.ETIMEDOUT;
            case ConnectException c when String.valueOf(c.getMessage()).contains("refused") -> Errno.ECONNREFUSED;
            case ConnectException c when String.valueOf(c.getMessage()).contains("timed out") -> Errno.ETIMEDOUT;
            default -> Errno.ENETUNREACH;
        };
    }

    /** Of the host's socket. */
    SocketAddress local() {
        return local;
    }

    /** Moves bytes until both sides have ended, or one is gone. */
    void join(StreamSocket far) {
        Thread.ofVirtual().name("network in").start(() -> pump(far, () -> takeIn(far)));
        Thread.ofVirtual().name("network out").start(() -> pump(far, () -> sendOut(far)));
    }

    private interface Pump {
        void run() throws IOException, InterruptedException;
    }

    private void pump(StreamSocket far, Pump work) {
        try {
            work.run();
        } catch (IOException | GuestErrno e) {
            LOG.debug("a connection to {} broke", local, e);
            far.breakOff();
            close(channel);
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts these threads", e);
        }
    }

    private void takeIn(StreamSocket far) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(PIECE_BYTES);
        while (channel.read(bytes.clear()) >= 0) {
            far.send(bytes.flip(), 0, Optional.empty());
        }
        far.shutDown(StreamSocket.SENDING);
    }

    /** Also sees to it that the host's socket goes when the guest's is closed. */
    private void sendOut(StreamSocket far) throws IOException, InterruptedException {
        ByteBuffer bytes = ByteBuffer.allocate(PIECE_BYTES);
        while (far.receive(bytes.clear(), 0).bytes() > 0) {
            bytes.flip();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
        channel.shutdownOutput();
        far.awaitAlone();
        close(channel);
    }

    private static void close(@Nullable SocketChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            LOG.debug("a socket of the host cannot be closed", e);
        }
    }
}
