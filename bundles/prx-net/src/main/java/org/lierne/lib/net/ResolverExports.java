package org.lierne.lib.net;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.socket.GuestSockets;
import org.lierne.kernel.socket.InternetAddress;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Look-ups of names. There is no server to ask: an address as text and this machine's own name have an address, all others the error that
 * says so. Documented: system calls, section 16.
 */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.net", library = "libSceNet")
public final class ResolverExports implements HleModule, TitleListener {
    private static final String THIS_MACHINE = "localhost";
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final NetErrors errors;
    private final GuestMemory memory;
    private final GuestSockets sockets;
    /** The error of the last look-up of each resolver. */
    private final Map<Integer, Integer> resolvers = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger(1);

    @Activate
    public ResolverExports(@Reference NetErrors errors, @Reference GuestMemory memory, @Reference GuestSockets sockets) {
        this.errors = errors;
        this.memory = memory;
        this.sockets = sockets;
    }

    @Override
    public void titleStarting(Title title) {
        resolvers.clear();
    }

    @HleExport(name = "sceNetResolverCreate", nid = "C4UgDHHPvdw")
    public GuestValue create(@OrNull GuestString name, int pool, int flags) {
        if (flags != 0) {
            return errors.failed(Errno.EINVAL);
        }
        int id = next.getAndIncrement();
        resolvers.put(id, 0);
        return GuestValue.of(id);
    }

    @HleExport(name = "sceNetResolverDestroy", nid = "kJlYH5uMAWI")
    public GuestValue destroy(int resolver) {
        return resolvers.remove(resolver) == null ? errors.failed(Errno.EBADF) : GuestValue.of(0);
    }

    /** A look-up ends before its call returns, so there is never one to stop. */
    @HleExport(name = "sceNetResolverAbort", nid = "AzqoBha7js4")
    public GuestValue abort(int resolver, int flags) {
        return resolvers.containsKey(resolver) ? GuestValue.of(0) : errors.failed(Errno.EBADF);
    }

    @HleExport(name = "sceNetResolverGetError", nid = "J5i3hiLJMPk")
    public GuestValue error(int resolver, @Out GuestPtr<Integer> status) {
        Integer last = resolvers.get(resolver);
        if (last == null) {
            return errors.failed(Errno.EBADF);
        }
        if (status.isNull()) {
            return errors.failed(Errno.EINVAL);
        }
        status.set(last);
        return GuestValue.of(0);
    }

    @HleExport(name = "sceNetResolverStartNtoa", nid = "Nd91WaWmG2w")
    public GuestValue addressOf(int resolver, GuestString name, @Out GuestPtr<Integer> address, int timeout, int retries, int flags) {
        if (!resolvers.containsKey(resolver)) {
            return errors.failed(Errno.EBADF);
        }
        if (name.isNull() || address.isNull()) {
            return errors.failed(Errno.EINVAL);
        }
        Optional<byte[]> known = known(name.get());
        if (known.isEmpty() && sockets.reachesNetwork()) {
            known = HostNames.addressOf(name.get());
            if (known.isEmpty()) {
                return failed(resolver, ResolverError.NO_HOST);
            }
        }
        if (known.isEmpty()) {
            return noServer(resolver);
        }
        memory.putBytes(address.address(), known.get());
        resolvers.put(resolver, 0);
        return GuestValue.of(0);
    }

    private static Optional<byte[]> known(String name) {
        return name.equals(THIS_MACHINE) ? Optional.of(LOOPBACK) : InternetAddress.parse(name);
    }

    private GuestValue noServer(int resolver) {
        return failed(resolver, ResolverError.NO_SERVER);
    }

    private GuestValue failed(int resolver, ResolverError error) {
        resolvers.put(resolver, error.code());
        return errors.failed(error, error.number());
    }

    /** The record of several addresses is not described, so a name that has one is refused. */
    @HleExport(name = "sceNetResolverStartNtoaMultipleRecords", nid = "RCCY01Xd+58")
    @HleExport(name = "sceNetResolverStartNtoaMultipleRecordsEx", nid = "sT4nBQKUPqM")
    public GuestValue addressesOf(int resolver, GuestString name, long records, int timeout, int retries, int flags) {
        if (!resolvers.containsKey(resolver)) {
            return errors.failed(Errno.EBADF);
        }
        if (name.isNull() || records == 0) {
            return errors.failed(Errno.EINVAL);
        }
        if (known(name.get()).isPresent()) {
            throw new HleRefusal("the record of a name's addresses is not described");
        }
        return noServer(resolver);
    }

    @HleExport(name = "sceNetResolverStartAton", nid = "Apb4YDxKsRI")
    public GuestValue nameOf(int resolver, long address, long name, int room, int timeout, int retries, int flags) {
        if (!resolvers.containsKey(resolver)) {
            return errors.failed(Errno.EBADF);
        }
        return address == 0 || name == 0 ? errors.failed(Errno.EINVAL) : noServer(resolver);
    }
}
