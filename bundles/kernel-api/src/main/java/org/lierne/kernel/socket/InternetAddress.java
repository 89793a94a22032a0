package org.lierne.kernel.socket;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.GuestMemory;

/** Internet addresses of four bytes, most significant first, as text. */
public final class InternetAddress {
    private static final int BYTES = 4;

    private InternetAddress() {}

    /** Four decimal numbers up to 255, without leading zeros. */
    public static Optional<byte[]> parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != BYTES) {
            return Optional.empty();
        }
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            if (!parts[i].matches("0|[1-9]\\d{0,2}") || Integer.parseInt(parts[i]) > 255) {
                return Optional.empty();
            }
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return Optional.of(bytes);
    }

    public static String format(byte[] bytes) {
        return (bytes[0] & 0xFF) + "." + (bytes[1] & 0xFF) + "." + (bytes[2] & 0xFF) + "." + (bytes[3] & 0xFF);
    }

    /** Writes the address and gives true, if the text is one; {@code EAFNOSUPPORT} for another family. */
    public static boolean parse(GuestMemory memory, int family, String text, long address) {
        if (family != SocketAddress.INTERNET) {
            throw new GuestErrno(Errno.EAFNOSUPPORT, "family " + family);
        }
        Optional<byte[]> parsed = parse(text);
        parsed.ifPresent(bytes -> memory.putBytes(address, bytes));
        return parsed.isPresent();
    }

    /** Writes the text with its zero; gives {@code EAFNOSUPPORT} for another family, {@code ENOSPC} if there is not enough room. */
    public static Errno format(GuestMemory memory, int family, long address, long text, int room) {
        if (family != SocketAddress.INTERNET) {
            return Errno.EAFNOSUPPORT;
        }
        byte[] written = (format(memory.getBytes(address, BYTES)) + "\0").getBytes(StandardCharsets.US_ASCII);
        if (Integer.compareUnsigned(room, written.length) < 0) {
            return Errno.ENOSPC;
        }
        memory.putBytes(text, written);
        return Errno.OK;
    }
}
