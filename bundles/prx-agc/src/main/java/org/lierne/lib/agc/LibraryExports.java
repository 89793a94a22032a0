package org.lierne.lib.agc;

import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.Out;
import org.lierne.kernel.memory.Access;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Start of the library, register defaults, semaphore memory, suspend points. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc", library = "libSceAgc")
public final class LibraryExports implements HleModule {
    private static final long PAGE = 0x4000;

    private final LibraryState state;

    @Activate
    public LibraryExports(@Reference LibraryState state) {
        this.state = state;
    }

    /** The title keeps the version in {@code state}; the same version again changes nothing. */
    @HleExport(name = "sceAgcInit_0090", nid = "23LRUSvYu1M")
    public GuestStatus init(GuestPtr<Integer> recorded, int version) {
        if (recorded.get() != version) {
            state.start(version);
            recorded.set(version);
        }
        return GuestStatus.OK;
    }

    /** The one-argument form that two of three sources know. */
    @HleExport(name = "sceAgcInit", nid = "kW3GLb7QfPg")
    public GuestStatus initByVersion(int version) {
        if (state.version() != version) {
            state.start(version);
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcGetRegisterDefaults", nid = "Wi82ArQtAwg")
    public long registerDefaults() {
        return state.table(state.version(), false);
    }

    @HleExport(name = "sceAgcGetRegisterDefaultsInternal", nid = "uIwxsqDlHRc")
    public long internalRegisterDefaults() {
        return state.table(state.version(), true);
    }

    @HleExport(name = "sceAgcGetRegisterDefaults2", nid = "2JtWUUiYBXs")
    public long registerDefaultsOf(int version) {
        return state.table(version, false);
    }

    @HleExport(name = "sceAgcGetRegisterDefaults2Internal", nid = "wRbq6ZjNop4")
    public long internalRegisterDefaultsOf(int version) {
        return state.table(version, true);
    }

    /**
     * Tells the system that nothing of the title is half submitted. A host never suspends a title, so there is nothing
     * to do.
     */
    @HleExport(name = "sceAgcSuspendPoint", nid = "h9z6+0hEydk")
    public GuestStatus suspendPoint() {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcDebugRaiseException", nid = "T6xuVw0KUJo")
    public GuestStatus raiseDebugException(int id) {
        return GuestStatus.OK;
    }

    /** Mode 0 is the normal one; others are not known. */
    @HleExport(name = "sceAgcSetSubmitMode", nid = "-DtvmQ-tgEA")
    public GuestStatus setSubmitMode(int mode) {
        if (mode != 0) {
            throw new HleRefusal("submit mode " + mode + ": only the normal one, 0, is known");
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcSetShaderInstrumentation", nid = "RTpj-tIlvZc")
    public GuestStatus setShaderInstrumentation(int flags) {
        state.setInstrumentation(flags);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcGetShaderInstrumentation", nid = "SwI6QxqwAC0")
    public int shaderInstrumentation() {
        return state.instrumentation();
    }

    /** Address and size are multiples of 16 KiB; the memory is cleared. */
    @HleExport(name = "sceAgcSetAmmSemaphoreMemory", nid = "OQTgEXyihvA")
    public GuestStatus setSemaphoreMemory(GuestPtr<Byte> memory, long bytes) {
        if (state.hasSemaphores()) {
            return AgcError.ALREADY_SET;
        }
        if (memory.address() % PAGE != 0 || bytes % PAGE != 0) {
            return AgcError.BAD_ALIGNMENT;
        }
        memory.memory().view(memory.address(), bytes, Access.WRITE).fill((byte) 0);
        state.setSemaphores(memory.address(), bytes);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcGetSemaphoreLabel", nid = "hFQ9pUxoLQ4")
    public GuestStatus semaphoreLabel(int index, @Out GuestPtr<Long> out) {
        if (!state.hasSemaphores()) {
            return AgcError.NOT_SET;
        }
        long label = state.semaphore(index);
        if (label == 0) {
            return AgcError.OUT_OF_RANGE;
        }
        out.set(label);
        return GuestStatus.OK;
    }
}
