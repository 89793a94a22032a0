package org.lierne.lib.zlib;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Requests to inflate, waiting for them and their results. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.zlib", library = "libSceZlib")
public final class ZlibExports implements HleModule, TitleListener {
    private static final int MOST_BYTES = 0x1_0000;
    private static final int STEP_BYTES = 0x800;

    private final GuestThreads threads;
    private volatile @Nullable Requests requests;

    @Activate
    public ZlibExports(@Reference GuestThreads threads) {
        this.threads = threads;
    }

    @Override
    public void titleStarting(Title title) {
        requests = null;
    }

    /** The memory would be the library's to work in. */
    @HleExport(name = "sceZlibInitialize", nid = "m1YErdIXCp4")
    public synchronized GuestStatus initialize(@OrNull @SizedBy("bytes") GuestBytes memory, long bytes) {
        if (requests != null) {
            return ZlibError.ALREADY_INITIALIZED;
        }
        requests = new Requests();
        return GuestStatus.OK;
    }

    @HleExport(name = "sceZlibFinalize", nid = "6na+Sa-B83w")
    public synchronized GuestStatus terminate() {
        if (requests == null) {
            return ZlibError.NOT_INITIALIZED;
        }
        requests = null;
        return GuestStatus.OK;
    }

    @HleExport(name = "sceZlibInflate", nid = "TLar1HULv1Q")
    public GuestStatus inflate(@OrNull @SizedBy("sourceBytes") GuestBytes source, int sourceBytes,
            @OrNull @Out @SizedBy("targetBytes") GuestBytes target, int targetBytes, @OrNull @Out GuestPtr<Long> request) {
        Requests known = requests;
        if (known == null) {
            return ZlibError.NOT_INITIALIZED;
        }
        boolean isTarget = targetBytes > 0 && targetBytes <= MOST_BYTES && targetBytes % STEP_BYTES == 0;
        if (source.isNull() || sourceBytes <= 0 || target.isNull() || !isTarget || request.isNull()) {
            return ZlibError.INVALID;
        }
        Inflated inflated = Inflated.of(source.read(), targetBytes);
        target.write(inflated.bytes());
        request.set(known.add(new Requests.Result(inflated.bytes().length, inflated.status().code())));
        return GuestStatus.OK;
    }

    /** @param timeout milliseconds; null waits without end */
    @HleExport(name = "sceZlibWaitForDone", nid = "uB8VlDD4e0s")
    public GuestStatus await(@OrNull @Out GuestPtr<Long> request, @OrNull GuestPtr<Integer> timeout) {
        Requests known = requests;
        if (known == null) {
            return ZlibError.NOT_INITIALIZED;
        }
        if (request.isNull()) {
            return ZlibError.INVALID;
        }
        try {
            OptionalLong done = known.await(timeout.isNull() ? OptionalLong.empty() : OptionalLong.of(Integer.toUnsignedLong(timeout.get())));
            done.ifPresent(request::set);
            return done.isPresent() ? GuestStatus.OK : ZlibError.TIMED_OUT;
        } catch (InterruptedException e) {
            throw threads.interrupted();
        }
    }

    @HleExport(name = "sceZlibGetResult", nid = "2eDcGHC0YaM")
    public GuestStatus result(long request, @OrNull @Out GuestPtr<Integer> bytes, @OrNull @Out GuestPtr<Integer> status) {
        Requests known = requests;
        if (known == null) {
            return ZlibError.NOT_INITIALIZED;
        }
        if (bytes.isNull() || status.isNull()) {
            return ZlibError.INVALID;
        }
        Optional<Requests.Result> result = known.result(request);
        if (result.isEmpty()) {
            return ZlibError.NOT_FOUND;
        }
        bytes.set(result.get().bytes());
        status.set(result.get().status());
        return GuestStatus.OK;
    }
}
