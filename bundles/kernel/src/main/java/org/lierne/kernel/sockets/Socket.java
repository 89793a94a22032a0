package org.lierne.kernel.sockets;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.DirectoryEntry;
import org.lierne.kernel.file.FileAttributes;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.files.Descriptor;
import org.lierne.kernel.socket.GuestSockets;
import org.lierne.kernel.socket.GuestSockets.Received;
import org.lierne.kernel.socket.SocketAddress;
import org.lierne.kernel.thread.GuestThreads;

/** What both transports have in common. Fields are guarded by the network. */
abstract class Socket extends Descriptor {
    private static final int SOCKET_MODE = 0xC000;
    private static final SocketAddress UNBOUND = new SocketAddress(SocketAddress.ANY, 0);

    final Network network;
    final SocketOptions options = new SocketOptions();
    private final Interruption interruption;
    private volatile long aborts;
    private volatile boolean isClosed;
    private SocketAddress local = UNBOUND;
    private int pendingError;

    /** What a wait throws that was interrupted: see {@link GuestThreads#interrupted}. */
    interface Interruption {
        RuntimeException get();
    }

    Socket(Network network, Interruption interruption) {
        super("socket", OpenFlags.READ_WRITE);
        this.network = network;
        this.interruption = interruption;
    }

    Interruption interruption() {
        return interruption;
    }

    final long aborts() {
        return aborts;
    }

    final boolean isClosed() {
        return isClosed;
    }

    final void abort() {
        synchronized (network) {
            aborts++;
        }
        network.changed();
    }

    final boolean mayWait(int transferFlags) {
        return (flags() & OpenFlags.NON_BLOCK) == 0 && (transferFlags & GuestSockets.DO_NOT_WAIT) == 0;
    }

    /** A whole call that waits: nothing of it is done when it is interrupted. */
    final <T> T await(boolean mayWait, long timeoutNs, Network.Attempt<T> attempt) {
        try {
            return network.await(this, mayWait, timeoutNs, attempt);
        } catch (InterruptedException e) {
            throw interruption.get();
        }
    }

    final boolean isBound() {
        return local.port() != 0;
    }

    final SocketAddress local() {
        synchronized (network) {
            return local;
        }
    }

    final void setLocal(SocketAddress address) {
        local = address;
    }

    final void bind(SocketAddress address) {
        if (!address.isThisMachine()) {
            throw new GuestErrno(Errno.EADDRNOTAVAIL, "0x%08x is no address of this machine".formatted(address.host()));
        }
        synchronized (network) {
            if (isBound()) {
                throw new GuestErrno(Errno.EINVAL, "bound to port " + local.port());
            }
            local = new SocketAddress(address.host(), takePort(address.port()));
        }
    }

    final void setPendingError(Errno errno) {
        pendingError = errno.number();
    }

    final byte[] option(int level, int name) {
        synchronized (network) {
            if (level == SocketOptions.SOCKET_LEVEL && name == SocketOptions.ERROR) {
                int error = pendingError;
                pendingError = 0;
                return SocketOptions.word(error);
            }
            return level == SocketOptions.SOCKET_LEVEL && name == SocketOptions.TYPE ? SocketOptions.word(type()) : options.get(level, name);
        }
    }

    final void setOption(int level, int name, byte[] value) {
        synchronized (network) {
            options.set(level, name, value);
        }
        if (level == SocketOptions.SOCKET_LEVEL && name == SocketOptions.NON_BLOCKING) {
            setStatus(flags() & ~OpenFlags.NON_BLOCK | (SocketOptions.word(value) != 0 ? OpenFlags.NON_BLOCK : 0));
        }
    }

    abstract int type();

    /** @return the port taken */
    abstract int takePort(int wanted);

    abstract void connect(SocketAddress address);

    abstract int send(ByteBuffer source, int flags, Optional<SocketAddress> to);

    abstract Received receive(ByteBuffer target, int flags);

    abstract void shutDown(int how);

    abstract SocketAddress peer();

    /** Under the lock: gives back ports, tells the other end. */
    abstract void leave();

    @Override
    protected final void closeHost() {
        synchronized (network) {
            isClosed = true;
            leave();
        }
        network.changed();
    }

    @Override
    public int read(ByteBuffer target) {
        return receive(target, 0).bytes();
    }

    @Override
    public int write(ByteBuffer source) {
        return send(source, 0, Optional.empty());
    }

    @Override
    public int read(ByteBuffer target, long offset) {
        throw new GuestErrno(Errno.ESPIPE, path());
    }

    @Override
    public int write(ByteBuffer source, long offset) {
        throw new GuestErrno(Errno.ESPIPE, path());
    }

    @Override
    public long seek(long offset, int whence) {
        throw new GuestErrno(Errno.ESPIPE, path());
    }

    @Override
    public FileAttributes attributes() {
        return new FileAttributes(0, 0, SOCKET_MODE | 0777, 0, Instant.EPOCH, Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
    }

    @Override
    public void truncate(long length) {
        throw new GuestErrno(Errno.EINVAL, path());
    }

    @Override
    public void sync() {
        throw new GuestErrno(Errno.EINVAL, path());
    }

    @Override
    public List<DirectoryEntry> entries() {
        throw new GuestErrno(Errno.ENOTDIR, path());
    }
}
