package org.lierne.kernel.socket;

import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.GuestMemory;

/**
 * An internet address of a socket. In guest memory: 00 length u8, 01 family u8, 02 port and 04 host, both most significant byte first, 08
 * virtual port u16, 0A zero. Documented: system calls, section 16.
 *
 * @param host most significant byte first: 0x7F000001 is this machine
 */
public record SocketAddress(int host, int port) {
    public static final int BYTES = 16;
    /** The family of these addresses. */
    public static final int INTERNET = 2;
    /** This machine. */
    public static final int LOOPBACK = 0x7F00_0001;
    /** Any address of this machine. */
    public static final int ANY = 0;

    private static final int FAMILY = 1;
    private static final int PORT = 2;
    private static final int HOST = 4;
    private static final int REST = 8;
    private static final int LOOPBACK_NETWORK = 0x7F;

    /** {@code EFAULT}, {@code EINVAL} for a length that holds none, or {@code EAFNOSUPPORT} for another family. */
    public static SocketAddress read(GuestMemory memory, long address, int length) {
        if (address == 0) {
            throw new GuestErrno(Errno.EFAULT, "no address");
        }
        if (length < BYTES) {
            throw new GuestErrno(Errno.EINVAL, "an address of " + length + " bytes");
        }
        int family = memory.getByte(address + FAMILY);
        if (family != INTERNET) {
            throw new GuestErrno(Errno.EAFNOSUPPORT, "family " + family);
        }
        return new SocketAddress(Integer.reverseBytes(memory.getInt(address + HOST)),
                Short.toUnsignedInt(Short.reverseBytes(memory.getShort(address + PORT))));
    }

    /** As many bytes as the guest has room for; the length word becomes the whole length. A null address writes nothing. */
    public void write(GuestMemory memory, long address, long lengthAddress) {
        if (address == 0 || lengthAddress == 0) {
            return;
        }
        int room = memory.getInt(lengthAddress);
        byte[] bytes = new byte[BYTES];
        bytes[0] = BYTES;
        bytes[FAMILY] = INTERNET;
        bytes[PORT] = (byte) (port >> Byte.SIZE);
        bytes[PORT + 1] = (byte) port;
        for (int i = HOST; i < REST; i++) {
            bytes[i] = (byte) (host >> Byte.SIZE * (REST - 1 - i));
        }
        byte[] cut = new byte[Math.max(0, Math.min(room, BYTES))];
        System.arraycopy(bytes, 0, cut, 0, cut.length);
        memory.putBytes(address, cut);
        memory.putInt(lengthAddress, BYTES);
    }

    public boolean isThisMachine() {
        return host == ANY || host >>> 3 * Byte.SIZE == LOOPBACK_NETWORK;
    }
}
