package org.lierne.kernel.socket;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Sockets by descriptor. They are closed, read, written and waited on through {@link org.lierne.kernel.file.GuestFiles} as well. Methods
 * throw {@link org.lierne.kernel.error.GuestErrno}: {@code EBADF} for a descriptor that is not open, {@code ENOTSOCK} for one that is no
 * socket, {@code EAGAIN} where one that does not wait would have to, {@code ECONNABORTED} from a wait that was aborted.
 */
@ProviderType
public interface GuestSockets {
    /** Bits of the flags of a transfer. Documented: system calls, section 16. */
    int PEEK = 0x2;
    int WAIT_FOR_ALL = 0x40;
    int DO_NOT_WAIT = 0x80;
    /** Given back: the datagram was longer than the buffer. */
    int TRUNCATED = 0x10;

    /** Whether the title's user lets it reach other machines. */
    boolean reachesNetwork();

    /** {@code EAFNOSUPPORT} for another family than internet addresses, {@code EPROTONOSUPPORT} for a type or protocol. */
    int create(int family, int type, int protocol);

    void bind(int socket, SocketAddress address);

    void listen(int socket, int backlog);

    /** Waits for a connection and gives its descriptor. */
    Accepted accept(int socket);

    /** A new connection. */
    record Accepted(int descriptor, SocketAddress peer) {}

    void connect(int socket, SocketAddress address);

    /** Gives the bytes taken. */
    int send(int socket, ByteBuffer source, int flags, Optional<SocketAddress> to);

    Received receive(int socket, ByteBuffer target, int flags);

    /**
     * What a receive got.
     *
     * @param bytes 0 at the end of a stream
     * @param from  sender of a datagram
     * @param flags {@link #TRUNCATED} or 0
     */
    record Received(int bytes, Optional<SocketAddress> from, int flags) {}

    /** @param how 0 receiving, 1 sending, 2 both */
    void shutDown(int socket, int how);

    SocketAddress localAddress(int socket);

    /** {@code ENOTCONN} without one. */
    SocketAddress peerAddress(int socket);

    /** The option's bytes, as they were set; {@code ENOPROTOOPT} for one that is not known. */
    byte[] option(int socket, int level, int name);

    void setOption(int socket, int level, int name, byte[] value);

    /** Ends the calls that wait on the socket now. */
    void abort(int socket);
}
