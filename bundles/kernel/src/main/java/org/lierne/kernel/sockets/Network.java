package org.lierne.kernel.sockets;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.files.Changes;
import org.lierne.kernel.socket.SocketAddress;

/** A network of one machine, which may be open to others. Its monitor guards the state of all sockets; whoever changes that state says so to {@link Changes}. */
final class Network {
    /** Tries once, under the lock; null if it has to wait. */
    interface Attempt<T> {
        @Nullable T run();
    }

    private final Changes changes;
    final Ports<StreamSocket> streams = new Ports<>();
    final Ports<DatagramSocket> datagrams = new Ports<>();

    private volatile @Nullable Outside outside;

    Network(Changes changes) {
        this.changes = changes;
    }

    /** Lets the sockets reach other machines, or not. */
    void setOutside(@Nullable Outside reached) {
        outside = reached;
    }

    boolean reachesOutside() {
        return outside != null;
    }

    /** Where the host finds another machine. @throws GuestErrno {@code ENETUNREACH} if there is only this one */
    InetSocketAddress outside(SocketAddress address) {
        Outside reached = outside;
        if (reached == null) {
            throw new GuestErrno(Errno.ENETUNREACH, "there is no network");
        }
        return reached.of(address);
    }

    void changed() {
        changes.changed();
    }

    /**
     * Tries until it succeeds.
     *
     * @param mayWait   false: {@code EAGAIN} instead of waiting
     * @param timeoutNs 0 waits for ever; {@code EAGAIN} when it is over
     */
    <T> T await(Socket socket, boolean mayWait, long timeoutNs, Attempt<T> attempt) throws InterruptedException {
        long end = System.nanoTime() + timeoutNs;
        long aborts = socket.aborts();
        while (true) {
            long seen = changes.count();
            synchronized (this) {
                if (socket.isClosed()) {
                    throw new GuestErrno(Errno.EBADF, "the socket was closed");
                }
                if (socket.aborts() != aborts) {
                    throw new GuestErrno(Errno.ECONNABORTED, "the wait was aborted");
                }
                T done = attempt.run();
                if (done != null) {
                    return done;
                }
            }
            long left = end - System.nanoTime();
            if (!mayWait || timeoutNs > 0 && left <= 0) {
                throw new GuestErrno(Errno.EAGAIN, "the socket would wait");
            }
            changes.await(seen, timeoutNs > 0 ? left : -1);
        }
    }
}
