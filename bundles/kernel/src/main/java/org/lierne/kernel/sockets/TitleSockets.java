package org.lierne.kernel.sockets;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.files.TitleFiles;
import org.lierne.kernel.socket.GuestSockets;
import org.lierne.kernel.socket.SocketAddress;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.lierne.kernel.title.TitleSwitches;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/** The running title's sockets, among its descriptors; they end with these. */
@Component(service = {GuestSockets.class, TitleListener.class})
public final class TitleSockets implements GuestSockets, TitleListener {
    private static final Logger LOG = LoggerFactory.getLogger(TitleSockets.class);
    private static final Marker KERNEL = MarkerFactory.getMarker("KERNEL");
    private static final int STREAM_PROTOCOL = 6;
    private static final int DATAGRAM_PROTOCOL = 17;
    private static final int MOST_HOW = 2;

    private final TitleFiles files;
    private final Network network;
    private final Socket.Interruption interruption;

    /** Absent where nothing is switched for good. */
    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable TitleSwitches switches;

    @Activate
    public TitleSockets(@Reference TitleFiles files, @Reference GuestThreads threads) {
        this(files, threads::interrupted);
    }

    TitleSockets(TitleFiles files, Socket.Interruption interruption) {
        this.files = files;
        this.network = new Network(files.changesOfDescriptors());
        this.interruption = interruption;
    }

    @Override
    public void titleStarting(Title title) {
        TitleSwitches kept = switches;
        boolean isOpen = SocketCompat.NETWORK.isOn(kept == null ? Map.of() : kept.ofTitle(title.id()), title.request());
        network.setOutside(isOpen ? Outside.HOST : null);
        if (isOpen) {
            LOG.info(KERNEL, "title {} may reach the network ({})", title.id(), SocketCompat.NETWORK.id());
        }
    }

    /** For tests: other machines, wherever they are. */
    void setOutside(@Nullable Outside outside) {
        network.setOutside(outside);
    }

    @Override
    public boolean reachesNetwork() {
        return network.reachesOutside();
    }

    private Socket socket(int descriptor) {
        OpenFile open = files.file(descriptor);
        if (open instanceof Socket socket) {
            return socket;
        }
        throw new GuestErrno(Errno.ENOTSOCK, open.path());
    }

    private StreamSocket stream(int descriptor) {
        if (socket(descriptor) instanceof StreamSocket stream) {
            return stream;
        }
        throw new GuestErrno(Errno.EOPNOTSUPP, "datagrams have no connections");
    }

    @Override
    public int create(int family, int type, int protocol) {
        if (family != SocketAddress.INTERNET) {
            throw new GuestErrno(Errno.EAFNOSUPPORT, "family " + family);
        }
        if (type == StreamSocket.TYPE && (protocol == 0 || protocol == STREAM_PROTOCOL)) {
            return files.add(new StreamSocket(network, interruption));
        }
        if (type == DatagramSocket.TYPE && (protocol == 0 || protocol == DATAGRAM_PROTOCOL)) {
            return files.add(new DatagramSocket(network, interruption));
        }
        throw new GuestErrno(Errno.EPROTONOSUPPORT, "type " + type + ", protocol " + protocol);
    }

    @Override
    public void bind(int socket, SocketAddress address) {
        socket(socket).bind(address);
    }

    @Override
    public void listen(int socket, int backlog) {
        stream(socket).listen(backlog);
    }

    @Override
    public Accepted accept(int socket) {
        StreamSocket accepted = stream(socket).accept();
        return new Accepted(files.add(accepted), accepted.peer());
    }

    @Override
    public void connect(int socket, SocketAddress address) {
        socket(socket).connect(address);
    }

    @Override
    public int send(int socket, ByteBuffer source, int flags, Optional<SocketAddress> to) {
        return socket(socket).send(source, flags, to);
    }

    @Override
    public Received receive(int socket, ByteBuffer target, int flags) {
        return socket(socket).receive(target, flags);
    }

    @Override
    public void shutDown(int socket, int how) {
        Socket known = socket(socket);
        if (how < 0 || how > MOST_HOW) {
            throw new GuestErrno(Errno.EINVAL, "shutting " + how);
        }
        known.shutDown(how);
    }

    @Override
    public SocketAddress localAddress(int socket) {
        return socket(socket).local();
    }

    @Override
    public SocketAddress peerAddress(int socket) {
        return socket(socket).peer();
    }

    @Override
    public byte[] option(int socket, int level, int name) {
        return socket(socket).option(level, name);
    }

    @Override
    public void setOption(int socket, int level, int name, byte[] value) {
        socket(socket).setOption(level, name, value);
    }

    @Override
    public void abort(int socket) {
        socket(socket).abort();
    }
}
