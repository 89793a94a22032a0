package org.lierne.lib.kernel;

import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.socket.GuestSockets;
import org.lierne.kernel.socket.InternetAddress;
import org.lierne.kernel.socket.SocketCalls;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Sockets as POSIX calls. Documented: system calls, section 16. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class SocketExports implements HleModule {
    private final Answers answers;
    private final GuestSockets sockets;
    private final SocketCalls calls;
    private final GuestMemory memory;

    @Activate
    public SocketExports(@Reference Answers answers, @Reference GuestSockets sockets, @Reference GuestMemory memory) {
        this.answers = answers;
        this.sockets = sockets;
        this.calls = new SocketCalls(memory, sockets);
        this.memory = memory;
    }

    private long done(Runnable call) {
        return answers.posixValue(() -> {
            call.run();
            return 0;
        });
    }

    @HleExport(name = "socket", nid = "TU-d9PfIHPM")
    public long create(int family, int type, int protocol) {
        return answers.posixValue(() -> sockets.create(family, type, protocol));
    }

    @HleExport(name = "bind", nid = "KuOmgKoqCdY")
    public long bind(int socket, long address, int length) {
        return done(() -> calls.bind(socket, address, length));
    }

    @HleExport(name = "listen", nid = "pxnCmagrtao")
    public long listen(int socket, int backlog) {
        return done(() -> sockets.listen(socket, backlog));
    }

    @HleExport(name = "accept", nid = "3e+4Iv7IJ8U")
    public long accept(int socket, long address, long length) {
        return answers.posixValue(answers.valuePoint(() -> calls.accept(socket, address, length)));
    }

    @HleExport(name = "connect", nid = "XVL8So3QJUk")
    public long connect(int socket, long address, int length) {
        return done(() -> calls.connect(socket, address, length));
    }

    @HleExport(name = "send", nid = "fZOeZIOEmLw")
    public long send(int socket, long data, long bytes, int flags) {
        return answers.posixValue(answers.valuePoint(() -> calls.send(socket, data, bytes, flags)));
    }

    @HleExport(name = "sendto", nid = "oBr313PppNE")
    public long sendTo(int socket, long data, long bytes, int flags, long address, int length) {
        return answers.posixValue(answers.valuePoint(() -> calls.sendTo(socket, data, bytes, flags, address, length)));
    }

    @HleExport(name = "sendmsg", nid = "aNeavPDNKzA")
    public long sendMessage(int socket, long message, int flags) {
        return answers.posixValue(answers.valuePoint(() -> calls.sendMessage(socket, message, flags)));
    }

    @HleExport(name = "recv", nid = "Ez8xjo9UF4E")
    public long receive(int socket, long data, long bytes, int flags) {
        return answers.posixValue(answers.valuePoint(() -> calls.receive(socket, data, bytes, flags)));
    }

    @HleExport(name = "recvfrom", nid = "lUk6wrGXyMw")
    public long receiveFrom(int socket, long data, long bytes, int flags, long address, long length) {
        return answers.posixValue(answers.valuePoint(() -> calls.receiveFrom(socket, data, bytes, flags, address, length)));
    }

    @HleExport(name = "recvmsg", nid = "hI7oVeOluPM")
    public long receiveMessage(int socket, long message, int flags) {
        return answers.posixValue(answers.valuePoint(() -> calls.receiveMessage(socket, message, flags)));
    }

    @HleExport(name = "shutdown", nid = "TUuiYS2kE8s")
    public long shutDown(int socket, int how) {
        return done(() -> sockets.shutDown(socket, how));
    }

    @HleExport(name = "getsockname", nid = "RenI1lL1WFk")
    public long localAddress(int socket, long address, long length) {
        return done(() -> calls.localAddress(socket, address, length));
    }

    @HleExport(name = "getpeername", nid = "TXFFFiNldU8")
    public long peerAddress(int socket, long address, long length) {
        return done(() -> calls.peerAddress(socket, address, length));
    }

    @HleExport(name = "getsockopt", nid = "6O8EwYOgH9Y")
    public long option(int socket, int level, int name, long value, long length) {
        return done(() -> calls.option(socket, level, name, value, length));
    }

    @HleExport(name = "setsockopt", nid = "fFxGkxF2bVo")
    public long setOption(int socket, int level, int name, long value, int length) {
        return done(() -> calls.setOption(socket, level, name, value, length));
    }

    @HleExport(name = "htons", nid = "jogUIsOV3-U")
    public int swap(short value) {
        return Short.toUnsignedInt(Short.reverseBytes(value));
    }

    /** 1 if the text is an address, 0 if not. */
    @HleExport(name = "inet_pton", nid = "4n51s0zEf0c")
    public long parse(int family, GuestString text, @Out GuestPtr<Integer> address) {
        return answers.posixValue(() -> InternetAddress.parse(memory, family, text.get(), address.address()) ? 1 : 0);
    }

    /** The text's address, or null. */
    @HleExport(name = "inet_ntop", nid = "5jRCs2axtr4")
    public long format(int family, GuestPtr<Integer> address, @Out @SizedBy("size") GuestBytes text, int size) {
        Errno errno = InternetAddress.format(memory, family, address.address(), text.address(), size);
        if (errno != Errno.OK) {
            answers.failed(errno);
            return 0;
        }
        return text.address();
    }
}
