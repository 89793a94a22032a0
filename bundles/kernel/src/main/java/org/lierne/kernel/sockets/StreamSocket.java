package org.lierne.kernel.sockets;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.socket.GuestSockets;
import org.lierne.kernel.socket.GuestSockets.Received;
import org.lierne.kernel.socket.SocketAddress;

/** A connection's end, or a socket that listens for connections. */
final class StreamSocket extends Socket {
    static final int TYPE = 1;
    private static final int RECEIVING = 0;
    static final int SENDING = 1;
    private static final int BOTH = 2;

    /** What came and was not read. */
    private final byte[] ring = new byte[SocketOptions.BUFFER_BYTES];
    private int start;
    private int count;
    private boolean holdsPort;
    private int backlog = -1;
    private final Deque<StreamSocket> arrivals = new ArrayDeque<>();
    private @Nullable StreamSocket other;
    private SocketAddress peer = new SocketAddress(SocketAddress.ANY, 0);
    private boolean isConnected;
    /** The other end sends no more. */
    private boolean isAtEnd;
    private boolean isReset;
    private boolean receivesNoMore;
    private boolean sendsNoMore;

    StreamSocket(Network network, Interruption interruption) {
        super(network, interruption);
    }

    @Override
    int type() {
        return TYPE;
    }

    @Override
    int takePort(int wanted) {
        int port = network.streams.take(wanted, this);
        holdsPort = true;
        return port;
    }

    void listen(int wanted) {
        synchronized (network) {
            if (isConnected) {
                throw new GuestErrno(Errno.EINVAL, "listening on a connection");
            }
            if (!isBound()) {
                setLocal(new SocketAddress(SocketAddress.ANY, takePort(0)));
            }
            backlog = Math.max(1, wanted);
        }
    }

    /** Waits for a connection. */
    StreamSocket accept() {
        synchronized (network) {
            if (backlog < 0) {
                throw new GuestErrno(Errno.EINVAL, "not listening");
            }
        }
        StreamSocket taken = await(mayWait(0), options.receiveTimeoutNs(), arrivals::poll);
        taken.setStatus(flags());
        return taken;
    }

    @Override
    void connect(SocketAddress address) {
        if (address.isThisMachine()) {
            connectWithin(address);
        } else {
            connectOutside(address);
        }
    }

    private void ensureConnectable() {
        if (isConnected) {
            throw new GuestErrno(Errno.EISCONN, "connected to port " + peer.port());
        }
        if (backlog >= 0) {
            throw new GuestErrno(Errno.EOPNOTSUPP, "connecting a socket that listens");
        }
    }

    private void connectOutside(SocketAddress address) {
        synchronized (network) {
            ensureConnectable();
        }
        HostConnection connection = HostConnection.to(network.outside(address), interruption());
        StreamSocket far = new StreamSocket(network, interruption());
        synchronized (network) {
            far.setLocal(address);
            if (!isBound()) {
                setLocal(connection.local());
            }
            join(far);
            far.join(this);
        }
        connection.join(far);
        network.changed();
    }

    private void connectWithin(SocketAddress address) {
        synchronized (network) {
            ensureConnectable();
            StreamSocket listener = network.streams.at(address.port());
            if (listener == null || listener.backlog < 0 || listener.arrivals.size() >= listener.backlog) {
                throw new GuestErrno(Errno.ECONNREFUSED, "nobody listens on port " + address.port());
            }
            int port = isBound() ? local().port() : takePort(0);
            setLocal(new SocketAddress(SocketAddress.LOOPBACK, port));
            StreamSocket accepted = new StreamSocket(network, listener.interruption());
            accepted.setLocal(new SocketAddress(SocketAddress.LOOPBACK, address.port()));
            join(accepted);
            accepted.join(this);
            listener.arrivals.add(accepted);
        }
        network.changed();
    }

    private void join(StreamSocket end) {
        other = end;
        peer = end.local();
        isConnected = true;
    }

    @Override
    int send(ByteBuffer source, int flags, Optional<SocketAddress> to) {
        if (to.isPresent()) {
            throw new GuestErrno(isConnectedNow() ? Errno.EISCONN : Errno.ENOTCONN, "an address for a stream");
        }
        int total = source.remaining();
        do {
            try {
                network.await(this, mayWait(flags), options.sendTimeoutNs(), () -> put(source) || !source.hasRemaining() ? Boolean.TRUE : null);
            } catch (GuestErrno e) {
                if (total - source.remaining() > 0 && (e.errno() == Errno.EAGAIN || e.errno() == Errno.ECONNABORTED)) {
                    break;
                }
                throw e;
            } catch (InterruptedException e) {
                if (total - source.remaining() == 0) {
                    throw interruption().get();
                }
                // What was sent stays sent; whoever waits next finds the mark again.
                Thread.currentThread().interrupt();
                break;
            }
        } while (source.hasRemaining());
        return total - source.remaining();
    }

    private boolean isConnectedNow() {
        synchronized (network) {
            return isConnected;
        }
    }

    private boolean put(ByteBuffer source) {
        if (!isConnected) {
            throw new GuestErrno(Errno.ENOTCONN, path());
        }
        if (isReset) {
            throw new GuestErrno(Errno.ECONNRESET, path());
        }
        StreamSocket end = other;
        if (sendsNoMore || end == null || end.receivesNoMore) {
            throw new GuestErrno(Errno.EPIPE, path());
        }
        int moved = Math.min(end.ring.length - end.count, source.remaining());
        int at = (end.start + end.count) % end.ring.length;
        int first = Math.min(moved, end.ring.length - at);
        source.get(end.ring, at, first).get(end.ring, 0, moved - first);
        end.count += moved;
        if (moved > 0) {
            network.changed();
        }
        return moved > 0;
    }

    @Override
    Received receive(ByteBuffer target, int flags) {
        boolean wantsAll = (flags & GuestSockets.WAIT_FOR_ALL) != 0 && (flags & GuestSockets.PEEK) == 0;
        int total = 0;
        do {
            try {
                int moved = network.await(this, mayWait(flags), options.receiveTimeoutNs(), () -> take(target, flags));
                total += moved;
                if (moved == 0) {
                    break;
                }
            } catch (GuestErrno e) {
                if (total > 0) {
                    break;
                }
                throw e;
            } catch (InterruptedException e) {
                if (total == 0) {
                    throw interruption().get();
                }
                Thread.currentThread().interrupt();
                break;
            }
        } while (wantsAll && target.hasRemaining());
        return new Received(total, Optional.empty(), 0);
    }

    /** The bytes there are, 0 at the end, null if there will be some. */
    private @Nullable Integer take(ByteBuffer target, int flags) {
        if (!isConnected) {
            throw new GuestErrno(Errno.ENOTCONN, path());
        }
        if (count == 0 && isReset) {
            throw new GuestErrno(Errno.ECONNRESET, path());
        }
        if (count == 0 && !isAtEnd && !receivesNoMore && target.hasRemaining()) {
            return null;
        }
        int moved = Math.min(count, target.remaining());
        int first = Math.min(moved, ring.length - start);
        target.put(ring, start, first).put(ring, 0, moved - first);
        if ((flags & GuestSockets.PEEK) == 0) {
            start = (start + moved) % ring.length;
            count -= moved;
            network.changed();
        }
        return moved;
    }

    @Override
    void shutDown(int how) {
        synchronized (network) {
            if (!isConnected) {
                throw new GuestErrno(Errno.ENOTCONN, path());
            }
            if (how == RECEIVING || how == BOTH) {
                receivesNoMore = true;
                count = 0;
            }
            if (how != RECEIVING) {
                sendsNoMore = true;
                if (other != null) {
                    other.isAtEnd = true;
                }
            }
        }
        network.changed();
    }

    @Override
    SocketAddress peer() {
        synchronized (network) {
            if (!isConnected) {
                throw new GuestErrno(Errno.ENOTCONN, path());
            }
            return peer;
        }
    }

    /** Bytes that nobody will read end the connection at once, as a stream's rules want it. */
    @Override
    void leave() {
        if (holdsPort) {
            network.streams.release(local().port(), this);
        }
        arrivals.forEach(s -> s.reset(s.other));
        arrivals.clear();
        if (count > 0) {
            reset(other);
        } else if (other != null) {
            other.isAtEnd = true;
            other.other = null;
        }
        other = null;
    }

    /** The way to the other end is gone. */
    void breakOff() {
        synchronized (network) {
            reset(other);
            isReset = true;
        }
        network.changed();
    }

    /** Waits until the other end is closed. */
    void awaitAlone() throws InterruptedException {
        network.await(this, true, 0, () -> other == null ? Boolean.TRUE : null);
    }

    private void reset(@Nullable StreamSocket end) {
        if (end != null) {
            end.isReset = true;
            end.setPendingError(Errno.ECONNRESET);
            end.other = null;
        }
    }

    @Override
    public int readableBytes() {
        synchronized (network) {
            return count;
        }
    }

    @Override
    public boolean isReadable() {
        synchronized (network) {
            return backlog >= 0 ? !arrivals.isEmpty() : count > 0 || isAtEnd || isReset || receivesNoMore;
        }
    }

    @Override
    public boolean isWritable() {
        synchronized (network) {
            StreamSocket end = other;
            return isConnected && (end == null || sendsNoMore || end.receivesNoMore || end.count < end.ring.length);
        }
    }

    @Override
    public boolean isHungUp() {
        synchronized (network) {
            return isReset || isConnected && isAtEnd && (sendsNoMore || other == null);
        }
    }
}
