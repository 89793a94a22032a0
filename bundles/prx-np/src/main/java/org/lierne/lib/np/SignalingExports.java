package org.lierne.lib.np;

import java.util.HashSet;
import java.util.Set;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Session signaling: contexts exist, connections need a signed-in user. Documented: system calls, section 15; decisions, S-005. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.np", library = "libSceNpSessionSignaling")
public final class SignalingExports implements HleModule, TitleListener {
    /** Bytes in use and at most; nothing is allocated for connections that cannot be. */
    @GuestStruct(size = 0x28)
    public record MemoryInfo(@At(0x00) long total, @At(0x08) long current, @At(0x10) long most) {}

    /** Connections: most, all, connecting, connected. */
    @GuestStruct(size = 0x10)
    public record Statistics(@At(0x00) int most, @At(0x04) int total, @At(0x08) int connecting, @At(0x0C) int connected) {}

    /** Where the pool's size lies in the parameters of the start. */
    @GuestStruct(size = 0x28)
    public record Start(@At(0x00) int httpContext, @At(0x08) long poolBytes) {}

    private final Set<Integer> contexts = new HashSet<>();
    private boolean isInitialized;
    private long poolBytes;
    private int next = 1;

    @Activate
    public SignalingExports() {}

    @Override
    public synchronized void titleStarting(Title title) {
        isInitialized = false;
        contexts.clear();
        next = 1;
    }

    @HleExport(name = "sceNpSessionSignalingInitialize", nid = "ysmw6J-P8Ak")
    public synchronized GuestStatus initialize(GuestPtr<Start> start) {
        if (isInitialized) {
            return SignalingError.ALREADY_INITIALIZED;
        }
        if (start.isNull()) {
            return SignalingError.ARGUMENT;
        }
        isInitialized = true;
        poolBytes = start.get().poolBytes();
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpSessionSignalingTerminate", nid = "CqJuNXo5yiM")
    public synchronized GuestStatus terminate() {
        if (!isInitialized) {
            return SignalingError.NOT_INITIALIZED;
        }
        isInitialized = false;
        contexts.clear();
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpSessionSignalingCreateContext", nid = "GtuZGmN-tKw")
    @HleExport(name = "sceNpSessionSignalingCreateContext2", nid = "aBuX0PX-T7I")
    public synchronized GuestStatus createContext(GuestPtr<Long> parameters, @Out GuestPtr<Integer> context) {
        if (!isInitialized) {
            return SignalingError.NOT_INITIALIZED;
        }
        if (parameters.isNull() || context.isNull()) {
            return SignalingError.ARGUMENT;
        }
        contexts.add(next);
        context.set(next++);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpSessionSignalingDestroyContext", nid = "Z9Q9LzQDXf0")
    public synchronized GuestStatus destroyContext(int context) {
        GuestStatus known = check(context);
        contexts.remove(context);
        return known;
    }

    private GuestStatus check(int context) {
        if (!isInitialized) {
            return SignalingError.NOT_INITIALIZED;
        }
        return contexts.contains(context) ? GuestStatus.OK : SignalingError.CONTEXT_UNKNOWN;
    }

    /** Needs the network platform: fails as one made while signed out. */
    @HleExport(name = "sceNpSessionSignalingRequestPrepare", nid = "r8mVMwlafF8")
    public synchronized GuestStatus prepare(int context, GuestPtr<Integer> request) {
        GuestStatus known = check(context);
        return known.code() != 0 ? known : request.isNull() ? SignalingError.ARGUMENT : SignalingError.SIGNED_OUT;
    }

    /** Whatever it is given: nobody is signed in. */
    @HleExport(name = "sceNpSessionSignalingActivateSession", nid = "r4XacqHvkn4")
    @HleExport(name = "sceNpSessionSignalingActivateUser", nid = "9r7dM3puxMk")
    public synchronized GuestStatus connect() {
        return isInitialized ? SignalingError.SIGNED_OUT : SignalingError.NOT_INITIALIZED;
    }

    /** There are no connections to know. */
    @HleExport(name = "sceNpSessionSignalingGetConnectionStatus", nid = "n1fn2KFeLDA")
    public synchronized GuestStatus connection(int context, int connection, GuestPtr<Integer> status, long address, long port) {
        GuestStatus known = check(context);
        return known.code() != 0 ? known : SignalingError.CONNECTION_UNKNOWN;
    }

    @HleExport(name = "sceNpSessionSignalingGetMemoryInfo", nid = "lbXTXRG5nyM")
    public synchronized GuestStatus memory(@Out GuestPtr<MemoryInfo> info) {
        if (!isInitialized) {
            return SignalingError.NOT_INITIALIZED;
        }
        if (info.isNull()) {
            return SignalingError.ARGUMENT;
        }
        info.set(new MemoryInfo(poolBytes, 0, 0));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpSessionSignalingGetConnectionStatistics", nid = "+Q++Q49a9z8")
    public synchronized GuestStatus statistics(@Out GuestPtr<Statistics> statistics) {
        if (!isInitialized) {
            return SignalingError.NOT_INITIALIZED;
        }
        if (statistics.isNull()) {
            return SignalingError.ARGUMENT;
        }
        statistics.set(new Statistics(0, 0, 0, 0));
        return GuestStatus.OK;
    }
}
