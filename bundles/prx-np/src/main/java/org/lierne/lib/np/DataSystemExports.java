package org.lierne.lib.np;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The event service: events are made, filled and posted, and go nowhere. Documented: system calls, section 15. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.np", library = "libSceNpUniversalDataSystem")
public final class DataSystemExports implements HleModule, TitleListener {
    private static final String MODE = "lib.np.data-system";
    private static final long OBJECT_BYTES = 0x20;
    private static final long START_BYTES = 0x10;

    private final GuestHeap heap;
    private final Set<Long> objects = ConcurrentHashMap.newKeySet();
    private final AtomicInteger next = new AtomicInteger(1);

    @Activate
    public DataSystemExports(@Reference GuestHeap heap) {
        this.heap = heap;
    }

    @Override
    public void titleStarting(Title title) {
        objects.clear();
    }

    @HleExport(name = "sceNpUniversalDataSystemInitialize", nid = "sjaobBgqeB4")
    public GuestStatus initialize(GuestPtr<Long> start) {
        return start.isNull() || start.get() != START_BYTES ? DataSystemError.ARGUMENT : GuestStatus.OK;
    }

    @HleExport(name = "sceNpUniversalDataSystemTerminate", nid = "47UAEuQl+iI")
    public GuestStatus terminate() {
        return GuestStatus.OK;
    }

    private GuestStatus number(GuestPtr<Integer> out) {
        if (out.isNull()) {
            return DataSystemError.ARGUMENT;
        }
        out.set(next.getAndIncrement());
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpUniversalDataSystemCreateContext", nid = "5zBnau1uIEo")
    public GuestStatus createContext(@Out GuestPtr<Integer> context, int user, int service, long options) {
        return number(context);
    }

    @HleExport(name = "sceNpUniversalDataSystemCreateHandle", nid = "hT0IAEvN+M0")
    public GuestStatus createHandle(@Out GuestPtr<Integer> handle) {
        return number(handle);
    }

    @HleExport(name = "sceNpUniversalDataSystemDestroyContext", nid = "wB7IWzGp2v0")
    @HleExport(name = "sceNpUniversalDataSystemDestroyHandle", nid = "AUIHb7jUX3I")
    @HleExport(name = "sceNpUniversalDataSystemAbortHandle", nid = "jZCqWFgMehE")
    public GuestStatus endNumber(int number) {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpUniversalDataSystemRegisterContext", nid = "tpFJ8LIKvPw")
    @SilentStub(MODE)
    public GuestStatus registerContext(int context, int handle, long options) {
        return GuestStatus.OK;
    }

    private long make() {
        long made = heap.allocate(OBJECT_BYTES);
        objects.add(made);
        return made;
    }

    /** The second object is the event's own properties. */
    @HleExport(name = "sceNpUniversalDataSystemCreateEvent", nid = "p+GcLqwpL9M")
    public GuestStatus createEvent(GuestString name, long properties, @Out GuestPtr<Long> event, @Out @OrNull GuestPtr<Long> own) {
        if (name.isNull() || event.isNull()) {
            return DataSystemError.ARGUMENT;
        }
        event.set(make());
        if (!own.isNull()) {
            own.set(properties == 0 ? make() : properties);
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpUniversalDataSystemCreateEventPropertyObject", nid = "s6W4Zl4Slgk")
    @HleExport(name = "sceNpUniversalDataSystemCreateEventPropertyArray", nid = "Hm7qubT3b70")
    public GuestStatus createProperties(@Out GuestPtr<Long> made) {
        if (made.isNull()) {
            return DataSystemError.ARGUMENT;
        }
        made.set(make());
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpUniversalDataSystemDestroyEvent", nid = "wG+84pnNIuo")
    @HleExport(name = "sceNpUniversalDataSystemDestroyEventPropertyObject", nid = "kKUH0Viib3c")
    @HleExport(name = "sceNpUniversalDataSystemDestroyEventPropertyArray", nid = "W-0xwY0ZMjw")
    public GuestStatus destroy(long object) {
        if (!objects.remove(object)) {
            return DataSystemError.ARGUMENT;
        }
        heap.free(object);
        return GuestStatus.OK;
    }

    private GuestStatus known(long object) {
        return objects.contains(object) ? GuestStatus.OK : DataSystemError.ARGUMENT;
    }

    @HleExport(name = "sceNpUniversalDataSystemEventPropertyObjectSetBool", nid = "Fidd8vWgyVE")
    @HleExport(name = "sceNpUniversalDataSystemEventPropertyObjectSetInt32", nid = "YE4dbtbz6OE")
    @HleExport(name = "sceNpUniversalDataSystemEventPropertyObjectSetInt64", nid = "56QLTqx911s")
    @HleExport(name = "sceNpUniversalDataSystemEventPropertyObjectSetUInt32", nid = "AzD4irAcKE4")
    @HleExport(name = "sceNpUniversalDataSystemEventPropertyObjectSetUInt64", nid = "xvsP5Yz6FmY")
    @HleExport(name = "sceNpUniversalDataSystemEventPropertyObjectSetString", nid = "MfDb+4Nln64")
    @SilentStub(MODE)
    public GuestStatus set(long object, GuestString key, long value) {
        return key.isNull() ? DataSystemError.ARGUMENT : known(object);
    }

    @HleExport(name = "sceNpUniversalDataSystemEventPropertyObjectSetBinary", nid = "wAcxBDLHj1M")
    @SilentStub(MODE)
    public GuestStatus set(long object, GuestString key, long value, long size) {
        return key.isNull() ? DataSystemError.ARGUMENT : known(object);
    }

    @HleExport(name = "sceNpUniversalDataSystemEventPropertyObjectSetFloat32", nid = "lbPlT4+QVcE")
    @SilentStub(MODE)
    public GuestStatus set(long object, GuestString key, float value) {
        return key.isNull() ? DataSystemError.ARGUMENT : known(object);
    }

    @HleExport(name = "sceNpUniversalDataSystemEventPropertyObjectSetFloat64", nid = "4Fu8tHW+u-k")
    @SilentStub(MODE)
    public GuestStatus set(long object, GuestString key, double value) {
        return key.isNull() ? DataSystemError.ARGUMENT : known(object);
    }

    @HleExport(name = "sceNpUniversalDataSystemEventPropertyArraySetBool", nid = "0+l4QSWCM4E")
    @HleExport(name = "sceNpUniversalDataSystemEventPropertyArraySetInt32", nid = "BypQuF113-k")
    @HleExport(name = "sceNpUniversalDataSystemEventPropertyArraySetInt64", nid = "viVXAwmmYrY")
    @HleExport(name = "sceNpUniversalDataSystemEventPropertyArraySetUInt32", nid = "yMi0xAOpmXM")
    @HleExport(name = "sceNpUniversalDataSystemEventPropertyArraySetUInt64", nid = "Qo9qR7v5zO4")
    @HleExport(name = "sceNpUniversalDataSystemEventPropertyArraySetString", nid = "4llLk7YJRTE")
    @SilentStub(MODE)
    public GuestStatus append(long array, long value) {
        return known(array);
    }

    @HleExport(name = "sceNpUniversalDataSystemEventPropertyArraySetFloat32", nid = "JmgwKm96Lq4")
    @SilentStub(MODE)
    public GuestStatus append(long array, float value) {
        return known(array);
    }

    @HleExport(name = "sceNpUniversalDataSystemEventPropertyArraySetFloat64", nid = "sbSYZLR5AiE")
    @SilentStub(MODE)
    public GuestStatus append(long array, double value) {
        return known(array);
    }

    /** A copy of the nested properties, if the caller wants to go on with it. */
    @HleExport(name = "sceNpUniversalDataSystemEventPropertyObjectSetObject", nid = "74ASEqxSnkM")
    @HleExport(name = "sceNpUniversalDataSystemEventPropertyObjectSetArray", nid = "Wxbg5x3pTXA")
    @SilentStub(MODE)
    public GuestStatus nest(long object, GuestString key, long value, @Out @OrNull GuestPtr<Long> nested) {
        return key.isNull() ? DataSystemError.ARGUMENT : nest(object, value, nested);
    }

    @HleExport(name = "sceNpUniversalDataSystemEventPropertyArraySetObject", nid = "XY14n3jNIpE")
    @HleExport(name = "sceNpUniversalDataSystemEventPropertyArraySetArray", nid = "rdi9BAfDLq8")
    @SilentStub(MODE)
    public GuestStatus nest(long array, long value, @Out @OrNull GuestPtr<Long> nested) {
        GuestStatus known = known(array);
        if (known.code() == 0 && !nested.isNull()) {
            nested.set(value == 0 ? make() : value);
        }
        return known;
    }

    /** Succeeds and drops the event, as while signed out. */
    @HleExport(name = "sceNpUniversalDataSystemPostEvent", nid = "CzkKf7ahIyU")
    @SilentStub(MODE)
    public GuestStatus post(int context, int handle, long event, long options) {
        return known(event);
    }
}
