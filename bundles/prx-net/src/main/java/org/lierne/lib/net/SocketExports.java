package org.lierne.lib.net;

import org.lierne.hle.GuestString;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.socket.GuestSockets;
import org.lierne.kernel.socket.SocketCalls;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Sockets of the network library. Documented: system calls, section 16. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.net", library = "libSceNet")
public final class SocketExports implements HleModule {
    private final NetErrors errors;
    private final GuestSockets sockets;
    private final GuestFiles files;
    private final SocketCalls calls;

    @Activate
    public SocketExports(@Reference NetErrors errors, @Reference GuestSockets sockets, @Reference GuestFiles files,
            @Reference GuestMemory memory) {
        this.errors = errors;
        this.sockets = sockets;
        this.files = files;
        this.calls = new SocketCalls(memory, sockets);
    }

    private GuestValue done(Runnable call) {
        return errors.value(() -> {
            call.run();
            return 0;
        });
    }

    @HleExport(name = "sceNetSocket", nid = "Q4qBuN-c0ZM")
    public GuestValue create(@OrNull GuestString name, int family, int type, int protocol) {
        return errors.value(() -> sockets.create(family, type, protocol));
    }

    @HleExport(name = "sceNetSocketClose", nid = "45ggEzakPJQ")
    public GuestValue close(int socket) {
        return done(() -> {
            sockets.localAddress(socket);
            files.close(socket);
        });
    }

    @HleExport(name = "sceNetSocketAbort", nid = "zJGf8xjFnQE")
    public GuestValue abort(int socket, int flags) {
        return done(() -> sockets.abort(socket));
    }

    @HleExport(name = "sceNetBind", nid = "bErx49PgxyY")
    public GuestValue bind(int socket, long address, int length) {
        return done(() -> calls.bind(socket, address, length));
    }

    @HleExport(name = "sceNetListen", nid = "kOj1HiAGE54")
    public GuestValue listen(int socket, int backlog) {
        return done(() -> sockets.listen(socket, backlog));
    }

    @HleExport(name = "sceNetAccept", nid = "PIWqhn9oSxc")
    public GuestValue accept(int socket, long address, long length) {
        return errors.value(() -> calls.accept(socket, address, length));
    }

    @HleExport(name = "sceNetConnect", nid = "OXXX4mUk3uk")
    public GuestValue connect(int socket, long address, int length) {
        return done(() -> calls.connect(socket, address, length));
    }

    @HleExport(name = "sceNetSend", nid = "beRjXBn-z+o")
    public GuestValue send(int socket, long data, long bytes, int flags) {
        return errors.value(() -> calls.send(socket, data, bytes, flags));
    }

    @HleExport(name = "sceNetSendto", nid = "gvD1greCu0A")
    public GuestValue sendTo(int socket, long data, long bytes, int flags, long address, int length) {
        return errors.value(() -> calls.sendTo(socket, data, bytes, flags, address, length));
    }

    @HleExport(name = "sceNetSendmsg", nid = "2eKbgcboJso")
    public GuestValue sendMessage(int socket, long message, int flags) {
        return errors.value(() -> calls.sendMessage(socket, message, flags));
    }

    @HleExport(name = "sceNetRecv", nid = "9wO9XrMsNhc")
    public GuestValue receive(int socket, long data, long bytes, int flags) {
        return errors.value(() -> calls.receive(socket, data, bytes, flags));
    }

    @HleExport(name = "sceNetRecvfrom", nid = "304ooNZxWDY")
    public GuestValue receiveFrom(int socket, long data, long bytes, int flags, long address, long length) {
        return errors.value(() -> calls.receiveFrom(socket, data, bytes, flags, address, length));
    }

    @HleExport(name = "sceNetRecvmsg", nid = "wvuUDv0jrMI")
    public GuestValue receiveMessage(int socket, long message, int flags) {
        return errors.value(() -> calls.receiveMessage(socket, message, flags));
    }

    @HleExport(name = "sceNetShutdown", nid = "TSM6whtekok")
    public GuestValue shutDown(int socket, int how) {
        return done(() -> sockets.shutDown(socket, how));
    }

    @HleExport(name = "sceNetGetsockname", nid = "hoOAofhhRvE")
    public GuestValue localAddress(int socket, long address, long length) {
        return done(() -> calls.localAddress(socket, address, length));
    }

    @HleExport(name = "sceNetGetpeername", nid = "TCkRD0DWNLg")
    public GuestValue peerAddress(int socket, long address, long length) {
        return done(() -> calls.peerAddress(socket, address, length));
    }

    @HleExport(name = "sceNetGetsockopt", nid = "xphrZusl78E")
    public GuestValue option(int socket, int level, int name, long value, long length) {
        return done(() -> calls.option(socket, level, name, value, length));
    }

    @HleExport(name = "sceNetSetsockopt", nid = "2mKX2Spso7I")
    public GuestValue setOption(int socket, int level, int name, long value, int length) {
        return done(() -> calls.setOption(socket, level, name, value, length));
    }
}
