package org.lierne.lib.pad;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.host.ControllerSource;
import org.lierne.host.ControllerState;
import org.lierne.kernel.title.LocalUser;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Opening and reading the user's controller. Documented: system calls, section 11. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.pad", library = "libScePad")
public final class PadExports implements HleModule, TitleListener {
    private static final int STANDARD = 0;
    private static final int SPECIAL = 2;
    private static final int REMOTE = 16;
    private static final int MOST_SAMPLES = 64;
    private static final int HANDLE = 1;
    /** L2 and R2. */
    private static final int TRIGGERS = 3;
    private static final int LAST_VIBRATION_MODE = 2;

    /** A controller's facts. */
    @GuestStruct(size = 0x1C)
    public record ControllerInfo(@At(0x00) float touchDotsPerMillimetre, @At(0x04) short touchWidth, @At(0x06) short touchHeight,
            @At(0x08) byte leftDeadZone, @At(0x09) byte rightDeadZone, @At(0x0A) byte connection, @At(0x0B) byte connectedCount,
            @At(0x0C) byte connected, @At(0x10) int deviceClass) {
        static final ControllerInfo STANDARD_CONTROLLER =
                new ControllerInfo(44.86f, (short) 1920, (short) 1080, (byte) 2, (byte) 2, (byte) 0, (byte) 1, (byte) 1, 0);
    }

    private final List<ControllerSource> sources = new CopyOnWriteArrayList<>();
    private boolean isInitialized;
    private boolean isOpen;

    @Activate
    public PadExports() {}

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addSource(ControllerSource source) {
        sources.add(source);
    }

    void removeSource(ControllerSource source) {
        sources.remove(source);
    }

    @Override
    public synchronized void titleStarting(Title title) {
        isInitialized = false;
        isOpen = false;
    }

    @HleExport(name = "scePadInit", nid = "hv1luiJrqQM")
    public synchronized GuestStatus initialize() {
        isInitialized = true;
        return GuestStatus.OK;
    }

    @HleExport(name = "scePadOpen", nid = "xk0AcarP3V4")
    @HleExport(name = "scePadOpenExt", nid = "WFIiSfXGUq8")
    public synchronized GuestValue open(int user, int type, int index, @OrNull GuestPtr<Integer> parameters) {
        if (!isInitialized) {
            return GuestValue.error(PadError.NOT_INITIALIZED);
        }
        boolean isType = type == STANDARD || type == SPECIAL || type == REMOTE && user == LocalUser.SYSTEM;
        if (!isType || index != 0) {
            return GuestValue.error(PadError.ARGUMENT);
        }
        if (user != LocalUser.PLAYER.id() && user != LocalUser.SYSTEM) {
            return GuestValue.error(PadError.NOT_CONNECTED);
        }
        if (isOpen) {
            return GuestValue.error(PadError.ALREADY_OPENED);
        }
        isOpen = true;
        return GuestValue.of(HANDLE);
    }

    @HleExport(name = "scePadGetHandle", nid = "u1GRHp+oWoY")
    public synchronized GuestValue handle(int user, int type, int index) {
        if (!isInitialized) {
            return GuestValue.error(PadError.NOT_INITIALIZED);
        }
        return isOpen ? GuestValue.of(HANDLE) : GuestValue.error(PadError.NO_HANDLE);
    }

    @HleExport(name = "scePadClose", nid = "6ncge5+l5Qs")
    public synchronized GuestStatus close(int handle) {
        if (isNone(handle)) {
            return PadError.HANDLE;
        }
        isOpen = false;
        return GuestStatus.OK;
    }

    private synchronized boolean isNone(int handle) {
        return !isOpen || handle != HANDLE;
    }

    /** The first connected source, or a controller that nobody touches. */
    private PadSample sample() {
        ControllerState state = sources.stream().filter(ControllerSource::isConnected).findFirst().map(ControllerSource::state)
                .orElse(ControllerState.RELEASED);
        return PadSample.of(state, System.nanoTime() / 1000);
    }

    @HleExport(name = "scePadReadState", nid = "YndgXqQVV7c")
    public GuestStatus readState(int handle, @Out GuestPtr<PadSample> out) {
        if (isNone(handle)) {
            return PadError.HANDLE;
        }
        if (out.isNull()) {
            return PadError.ARGUMENT;
        }
        out.set(sample());
        return GuestStatus.OK;
    }

    /** One sample a call: the state now. Earlier ones between two calls are not kept. */
    @HleExport(name = "scePadRead", nid = "q1cHNfGycLI")
    public GuestValue read(int handle, @Out GuestPtr<PadSample> out, int count) {
        if (isNone(handle)) {
            return GuestValue.error(PadError.HANDLE);
        }
        if (out.isNull() || count < 1 || count > MOST_SAMPLES) {
            return GuestValue.error(PadError.ARGUMENT);
        }
        out.set(sample());
        return GuestValue.of(1);
    }

    @HleExport(name = "scePadGetControllerInformation", nid = "gjP9-KQzoUk")
    public GuestStatus information(int handle, @Out GuestPtr<ControllerInfo> out) {
        if (isNone(handle)) {
            return PadError.HANDLE;
        }
        if (out.isNull()) {
            return PadError.ARGUMENT;
        }
        out.set(ControllerInfo.STANDARD_CONTROLLER);
        return GuestStatus.OK;
    }

    @HleExport(name = "scePadIsRemoteController", nid = "fCWdlnmB1Ks")
    public GuestStatus isRemote(int handle, @Out GuestPtr<Byte> out) {
        if (isNone(handle)) {
            return PadError.HANDLE;
        }
        if (out.isNull()) {
            return PadError.ARGUMENT;
        }
        out.set((byte) 0);
        return GuestStatus.OK;
    }

    /** Host controllers neither shake nor shine nor pull their triggers yet: what the title sets is checked and dropped. */
    @HleExport(name = "scePadSetVibration", nid = "yFVnOdGxvZY")
    @HleExport(name = "scePadSetLightBar", nid = "RR4novUEENY")
    @SilentStub("lib.pad.feedback")
    public GuestStatus setFeedback(int handle, GuestPtr<Integer> parameters) {
        if (isNone(handle)) {
            return PadError.HANDLE;
        }
        return parameters.isNull() ? PadError.ARGUMENT : GuestStatus.OK;
    }

    @HleExport(name = "scePadSetTriggerEffect", nid = "2JgFB2n9oUM")
    @SilentStub("lib.pad.feedback")
    public GuestStatus setTriggerEffect(int handle, GuestPtr<Byte> parameters) {
        if (isNone(handle)) {
            return PadError.HANDLE;
        }
        boolean isMask = !parameters.isNull() && (parameters.get() & ~TRIGGERS) == 0;
        return isMask ? GuestStatus.OK : PadError.ARGUMENT;
    }

    @HleExport(name = "scePadSetVibrationMode", nid = "W2G-yoyMF5U")
    @SilentStub("lib.pad.feedback")
    public GuestStatus setVibrationMode(int handle, int mode) {
        if (isNone(handle)) {
            return PadError.HANDLE;
        }
        return mode < 0 || mode > LAST_VIBRATION_MODE ? PadError.ARGUMENT : GuestStatus.OK;
    }

    @HleExport(name = "scePadResetLightBar", nid = "DscD1i9HX1w")
    @HleExport(name = "scePadResetOrientation", nid = "rIZnR6eSpvk")
    @SilentStub("lib.pad.feedback")
    public GuestStatus reset(int handle) {
        return isNone(handle) ? PadError.HANDLE : GuestStatus.OK;
    }

    @HleExport(name = "scePadSetMotionSensorState", nid = "clVvL4ZDntw")
    @HleExport(name = "scePadSetTiltCorrectionState", nid = "vDLMoJLde8I")
    @HleExport(name = "scePadSetAngularVelocityDeadbandState", nid = "r44mAxdSG+U")
    @SilentStub("lib.pad.feedback")
    public GuestStatus setSensor(int handle, boolean isOn) {
        return isNone(handle) ? PadError.HANDLE : GuestStatus.OK;
    }

    /** Both triggers are off and stay so. */
    @HleExport(name = "scePadGetTriggerEffectState", nid = "znaWI0gpuo8")
    public GuestStatus triggerState(int handle, @Out GuestPtr<Long> state) {
        if (isNone(handle)) {
            return PadError.HANDLE;
        }
        if (state.isNull()) {
            return PadError.ARGUMENT;
        }
        state.set(0L);
        return GuestStatus.OK;
    }
}
