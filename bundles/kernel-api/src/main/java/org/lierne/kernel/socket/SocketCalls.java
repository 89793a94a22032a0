package org.lierne.kernel.socket;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;

/**
 * Calls of sockets on guest memory, worked out once for the two libraries that have them; failures are {@link GuestErrno}. Message record, as
 * POSIX has it: 00 name, 08 its length u32, 10 pieces, 18 their number i32, 20 control data, 28 its length u32, 2C flags i32.
 */
public final class SocketCalls {
    private static final int NAME_LENGTH = 0x08;
    private static final int PIECES = 0x10;
    private static final int PIECE_COUNT = 0x18;
    private static final int CONTROL_LENGTH = 0x28;
    private static final int FLAGS = 0x2C;
    private static final int PIECE_BYTES = 0x10;
    private static final int MOST_PIECES = 1024;
    private static final int MOST_OPTION_BYTES = 256;
    private static final int MOST_BYTES = 1 << 26;

    private final GuestMemory memory;
    private final GuestSockets sockets;

    public SocketCalls(GuestMemory memory, GuestSockets sockets) {
        this.memory = memory;
        this.sockets = sockets;
    }

    private ByteBuffer buffer(long address, long bytes, Access access) {
        if (bytes < 0) {
            throw new GuestErrno(Errno.EINVAL, "length " + bytes);
        }
        int count = (int) Math.min(bytes, MOST_BYTES);
        if (count == 0) {
            return ByteBuffer.allocate(0);
        }
        if (address == 0 || !memory.isMapped(address, count, access)) {
            throw new GuestErrno(Errno.EFAULT, "0x%x, %d bytes".formatted(address, count));
        }
        return memory.view(address, count, access).asByteBuffer();
    }

    public void bind(int socket, long address, int length) {
        sockets.localAddress(socket);
        sockets.bind(socket, SocketAddress.read(memory, address, length));
    }

    public void connect(int socket, long address, int length) {
        sockets.localAddress(socket);
        sockets.connect(socket, SocketAddress.read(memory, address, length));
    }

    /** The peer's address goes where the guest wants it, if it does. */
    public int accept(int socket, long address, long lengthAddress) {
        GuestSockets.Accepted accepted = sockets.accept(socket);
        accepted.peer().write(memory, address, lengthAddress);
        return accepted.descriptor();
    }

    public void localAddress(int socket, long address, long lengthAddress) {
        SocketAddress local = sockets.localAddress(socket);
        needsPlace(address, lengthAddress);
        local.write(memory, address, lengthAddress);
    }

    public void peerAddress(int socket, long address, long lengthAddress) {
        SocketAddress peer = sockets.peerAddress(socket);
        needsPlace(address, lengthAddress);
        peer.write(memory, address, lengthAddress);
    }

    private static void needsPlace(long address, long lengthAddress) {
        if (address == 0 || lengthAddress == 0) {
            throw new GuestErrno(Errno.EFAULT, "no place for an address");
        }
    }

    public int send(int socket, long data, long bytes, int flags) {
        sockets.localAddress(socket);
        return sockets.send(socket, buffer(data, bytes, Access.READ), flags, Optional.empty());
    }

    public int sendTo(int socket, long data, long bytes, int flags, long address, int length) {
        sockets.localAddress(socket);
        Optional<SocketAddress> to = address == 0 ? Optional.empty() : Optional.of(SocketAddress.read(memory, address, length));
        return sockets.send(socket, buffer(data, bytes, Access.READ), flags, to);
    }

    public int receive(int socket, long data, long bytes, int flags) {
        sockets.localAddress(socket);
        return sockets.receive(socket, buffer(data, bytes, Access.WRITE), flags).bytes();
    }

    public int receiveFrom(int socket, long data, long bytes, int flags, long address, long lengthAddress) {
        sockets.localAddress(socket);
        GuestSockets.Received received = sockets.receive(socket, buffer(data, bytes, Access.WRITE), flags);
        received.from().ifPresent(f -> f.write(memory, address, lengthAddress));
        return received.bytes();
    }

    public int sendMessage(int socket, long message, int flags) {
        sockets.localAddress(socket);
        ByteBuffer whole = ByteBuffer.allocate(bytes(message));
        eachPiece(message, (address, bytes) -> whole.put(buffer(address, bytes, Access.READ)));
        long name = memory.getLong(message);
        Optional<SocketAddress> to =
                name == 0 ? Optional.empty() : Optional.of(SocketAddress.read(memory, name, memory.getInt(message + NAME_LENGTH)));
        return sockets.send(socket, whole.flip(), flags, to);
    }

    /** There is never control data. */
    public int receiveMessage(int socket, long message, int flags) {
        sockets.localAddress(socket);
        ByteBuffer whole = ByteBuffer.allocate(bytes(message));
        GuestSockets.Received received = sockets.receive(socket, whole, flags);
        whole.flip();
        eachPiece(message, (address, bytes) -> {
            int moved = (int) Math.min(bytes, whole.remaining());
            buffer(address, moved, Access.WRITE).put(whole.slice(whole.position(), moved));
            whole.position(whole.position() + moved);
        });
        received.from().ifPresent(f -> f.write(memory, memory.getLong(message), message + NAME_LENGTH));
        memory.putInt(message + CONTROL_LENGTH, 0);
        memory.putInt(message + FLAGS, received.flags());
        return received.bytes();
    }

    private interface Piece {
        void at(long address, long bytes);
    }

    private void eachPiece(long message, Piece piece) {
        long pieces = memory.getLong(message + PIECES);
        for (int i = 0; i < memory.getInt(message + PIECE_COUNT); i++) {
            piece.at(memory.getLong(pieces + (long) i * PIECE_BYTES), memory.getLong(pieces + (long) i * PIECE_BYTES + Long.BYTES));
        }
    }

    private int bytes(long message) {
        if (message == 0) {
            throw new GuestErrno(Errno.EFAULT, "no message");
        }
        int count = memory.getInt(message + PIECE_COUNT);
        if (count < 0 || count > MOST_PIECES) {
            throw new GuestErrno(Errno.EMSGSIZE, count + " pieces");
        }
        long[] total = {0};
        eachPiece(message, (address, bytes) -> {
            if (bytes < 0 || bytes > MOST_BYTES - total[0]) {
                throw new GuestErrno(Errno.EINVAL, "a message of more than " + MOST_BYTES + " bytes");
            }
            total[0] += bytes;
        });
        return (int) total[0];
    }

    /** As much of the value as there is room for; the length becomes what was written. */
    public void option(int socket, int level, int name, long value, long lengthAddress) {
        byte[] bytes = sockets.option(socket, level, name);
        if (value == 0 || lengthAddress == 0) {
            throw new GuestErrno(Errno.EFAULT, "no place for an option");
        }
        int length = Math.min(bytes.length, Math.max(0, memory.getInt(lengthAddress)));
        buffer(value, length, Access.WRITE).put(bytes, 0, length);
        memory.putInt(lengthAddress, length);
    }

    public void setOption(int socket, int level, int name, long value, int length) {
        sockets.option(socket, level, name);
        if (length < 0 || length > MOST_OPTION_BYTES) {
            throw new GuestErrno(Errno.EINVAL, "an option of " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        buffer(value, length, Access.READ).get(bytes);
        sockets.setOption(socket, level, name, bytes);
    }
}
