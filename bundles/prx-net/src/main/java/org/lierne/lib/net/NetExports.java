package org.lierne.lib.net;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.socket.InternetAddress;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Start, pools, byte orders and addresses. Documented: system calls, section 16. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.net", library = "libSceNet")
public final class NetExports implements HleModule, TitleListener {
    private static final int HARDWARE_BYTES = 6;
    /** With its zero. */
    private static final int HARDWARE_TEXT_BYTES = 18;

    private final GuestMemory memory;
    private final NetErrors errors;
    private final Set<Integer> pools = new HashSet<>();
    private int next = 1;

    @Activate
    public NetExports(@Reference GuestMemory memory, @Reference NetErrors errors) {
        this.memory = memory;
        this.errors = errors;
    }

    @Override
    public synchronized void titleStarting(Title title) {
        pools.clear();
    }

    @HleExport(name = "sceNetInit", nid = "Nlev7Lg8k3A")
    @HleExport(name = "sceNetTerm", nid = "cTGkc6-TBlI")
    public int start() {
        return 0;
    }

    @HleExport(name = "sceNetErrnoLoc", nid = "HQOwnfMGipQ")
    public long errno() {
        return errors.location();
    }

    @HleExport(name = "sceNetPoolCreate", nid = "dgJBaeJnGpo")
    public synchronized GuestValue createPool(@OrNull GuestString name, int bytes, int flags) {
        if (bytes <= 0) {
            return errors.failed(Errno.EINVAL);
        }
        pools.add(next);
        return GuestValue.of(next++);
    }

    @HleExport(name = "sceNetPoolDestroy", nid = "K7RlrTkI-mw")
    public synchronized GuestValue destroyPool(int pool) {
        return pools.remove(pool) ? GuestValue.of(0) : errors.failed(Errno.EBADF);
    }

    @HleExport(name = "sceNetHtonl", nid = "9T2pDF2Ryqg")
    @HleExport(name = "sceNetNtohl", nid = "pQGpHYopAIY")
    public int swap(int value) {
        return Integer.reverseBytes(value);
    }

    @HleExport(name = "sceNetHtonll", nid = "3CHi1K1wsCQ")
    @HleExport(name = "sceNetNtohll", nid = "tOrRi-v3AOM")
    public long swap(long value) {
        return Long.reverseBytes(value);
    }

    @HleExport(name = "sceNetHtons", nid = "iWQWrwiSt8A")
    @HleExport(name = "sceNetNtohs", nid = "Rbvt+5Y2iEw")
    public int swap(short value) {
        return Short.toUnsignedInt(Short.reverseBytes(value));
    }

    /** 1 if the text is an address, 0 if not. */
    @HleExport(name = "sceNetInetPton", nid = "8Kcp5d-q1Uo")
    public GuestValue parse(int family, GuestString text, @Out GuestPtr<Integer> address) {
        return errors.value(() -> InternetAddress.parse(memory, family, text.get(), address.address()) ? 1 : 0);
    }

    /** The text's address, or null. */
    @HleExport(name = "sceNetInetNtop", nid = "9vA2aW+CHuA")
    public long format(int family, GuestPtr<Integer> address, @Out @SizedBy("size") GuestBytes text, int size) {
        Errno errno = InternetAddress.format(memory, family, address.address(), text.address(), size);
        if (errno != Errno.OK) {
            errors.failed(errno);
            return 0;
        }
        return text.address();
    }

    /** A hardware address as text, six pairs of digits between colons. */
    @HleExport(name = "sceNetEtherNtostr", nid = "v6M4txecCuo")
    public GuestValue formatHardware(GuestPtr<Long> address, @Out @SizedBy("size") GuestBytes text, long size) {
        if (address.isNull() || text.isNull()) {
            return errors.failed(Errno.EINVAL);
        }
        if (Long.compareUnsigned(size, HARDWARE_TEXT_BYTES) < 0) {
            return errors.failed(Errno.ENOSPC);
        }
        String written = HexFormat.ofDelimiter(":").formatHex(memory.getBytes(address.address(), HARDWARE_BYTES)) + "\0";
        text.write(written.getBytes(StandardCharsets.US_ASCII));
        return GuestValue.of(0);
    }
}
