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

/** Datagrams. One that finds no room, or nobody, is lost. */
final class DatagramSocket extends Socket {
    static final int TYPE = 2;
    /** 65535 less the headers. */
    private static final int MOST_BYTES = 65_507;

    private record Datagram(SocketAddress from, byte[] bytes) {}

    private final Deque<Datagram> queue = new ArrayDeque<>();
    private int queuedBytes;
    private @Nullable SocketAddress peer;
    private boolean isRefused;
    private boolean receivesNoMore;
    private boolean sendsNoMore;
    private @Nullable HostDatagrams outside;

    DatagramSocket(Network network, Interruption interruption) {
        super(network, interruption);
    }

    @Override
    int type() {
        return TYPE;
    }

    @Override
    int takePort(int wanted) {
        return network.datagrams.take(wanted, this);
    }

    @Override
    void connect(SocketAddress address) {
        ensureReachable(address);
        synchronized (network) {
            ensureBound();
            peer = address;
        }
    }

    private void ensureReachable(SocketAddress address) {
        if (!address.isThisMachine()) {
            network.outside(address);
        }
    }

    private void ensureBound() {
        if (!isBound()) {
            setLocal(new SocketAddress(SocketAddress.ANY, takePort(0)));
        }
    }

    @Override
    int send(ByteBuffer source, int flags, Optional<SocketAddress> to) {
        if (source.remaining() > MOST_BYTES) {
            throw new GuestErrno(Errno.EMSGSIZE, source.remaining() + " bytes");
        }
        to.ifPresent(this::ensureReachable);
        byte[] bytes = new byte[source.remaining()];
        synchronized (network) {
            if (to.isPresent() && peer != null) {
                throw new GuestErrno(Errno.EISCONN, path());
            }
            SocketAddress target = to.orElse(peer);
            if (target == null) {
                throw new GuestErrno(Errno.EDESTADDRREQ, path());
            }
            if (sendsNoMore) {
                throw new GuestErrno(Errno.EPIPE, path());
            }
            throwRefusal();
            ensureBound();
            source.get(bytes);
            DatagramSocket receiver = target.isThisMachine() ? network.datagrams.at(target.port()) : null;
            if (!target.isThisMachine()) {
                outside().send(bytes, network.outside(target));
            } else if (receiver != null) {
                receiver.deliver(new Datagram(new SocketAddress(SocketAddress.LOOPBACK, local().port()), bytes));
            } else if (peer != null) {
                isRefused = true;
                setPendingError(Errno.ECONNREFUSED);
            }
        }
        network.changed();
        return bytes.length;
    }

    private HostDatagrams outside() {
        HostDatagrams known = outside;
        if (known == null) {
            known = new HostDatagrams(this::deliverFromOutside);
            outside = known;
        }
        return known;
    }

    private void deliverFromOutside(SocketAddress from, byte[] bytes) {
        synchronized (network) {
            deliver(new Datagram(from, bytes));
        }
        network.changed();
    }

    private void deliver(Datagram datagram) {
        if (isWanted(datagram.from) && !receivesNoMore && queuedBytes + datagram.bytes.length <= SocketOptions.BUFFER_BYTES) {
            queue.add(datagram);
            queuedBytes += datagram.bytes.length;
        }
    }

    /** Who is connected hears its peer alone. */
    private boolean isWanted(SocketAddress from) {
        if (peer == null || peer.isThisMachine()) {
            return peer == null || from.isThisMachine() && peer.port() == from.port();
        }
        return Outside.from(network.outside(peer)).equals(from);
    }

    /** A peer that was not there is told at the next call, once. */
    private void throwRefusal() {
        if (isRefused) {
            isRefused = false;
            throw new GuestErrno(Errno.ECONNREFUSED, path());
        }
    }

    @Override
    Received receive(ByteBuffer target, int flags) {
        return await(mayWait(flags), options.receiveTimeoutNs(), () -> take(target, flags));
    }

    private @Nullable Received take(ByteBuffer target, int flags) {
        throwRefusal();
        Datagram first = (flags & GuestSockets.PEEK) != 0 ? queue.peek() : queue.poll();
        if (first == null) {
            return receivesNoMore ? new Received(0, Optional.empty(), 0) : null;
        }
        if ((flags & GuestSockets.PEEK) == 0) {
            queuedBytes -= first.bytes.length;
        }
        int moved = Math.min(first.bytes.length, target.remaining());
        target.put(first.bytes, 0, moved);
        return new Received(moved, Optional.of(first.from), moved < first.bytes.length ? GuestSockets.TRUNCATED : 0);
    }

    @Override
    void shutDown(int how) {
        synchronized (network) {
            if (peer == null) {
                throw new GuestErrno(Errno.ENOTCONN, path());
            }
            receivesNoMore |= how != 1;
            sendsNoMore |= how != 0;
        }
        network.changed();
    }

    @Override
    SocketAddress peer() {
        synchronized (network) {
            if (peer == null) {
                throw new GuestErrno(Errno.ENOTCONN, path());
            }
            return peer;
        }
    }

    @Override
    void leave() {
        if (isBound()) {
            network.datagrams.release(local().port(), this);
        }
        if (outside != null) {
            outside.close();
        }
        queue.clear();
    }

    @Override
    public int readableBytes() {
        synchronized (network) {
            Datagram first = queue.peek();
            return first == null ? 0 : first.bytes.length;
        }
    }

    @Override
    public boolean isReadable() {
        synchronized (network) {
            return !queue.isEmpty() || isRefused || receivesNoMore;
        }
    }
}
