package org.lierne.lib.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.module.GuestModule;
import org.lierne.kernel.module.Modules;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Loading modules, finding symbols and describing what is loaded. Documented: system calls, section 8. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class ModuleExports implements HleModule {
    private static final int NAME_BYTES = 256;
    private static final int FINGERPRINT_BYTES = 20;
    private static final int SEGMENTS = 4;
    private static final int SEGMENT_BYTES = 0x10;
    private static final int LAST_UNWIND_FLAG = 2;

    /** Module description; the four segments are {address u64, size u32, protection u32} each. */
    @GuestStruct(size = 0x160)
    public record ModuleInfo(@At(0x00) long size, @At(value = 0x08, length = NAME_BYTES) String name,
            @At(value = 0x108, length = SEGMENTS * SEGMENT_BYTES) byte[] segments, @At(0x148) int segmentCount,
            @At(value = 0x14C, length = FINGERPRINT_BYTES) byte[] fingerprint) {
        static final long BYTES = 0x160;

        static ModuleInfo of(GuestModule module) {
            ByteBuffer segments = ByteBuffer.allocate(SEGMENTS * SEGMENT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            int count = Math.min(SEGMENTS, module.segments().size());
            for (GuestModule.Segment s : module.segments().subList(0, count)) {
                segments.putLong(s.address()).putInt((int) s.bytes()).putInt(s.protection());
            }
            return new ModuleInfo(BYTES, module.fileName(), segments.array(), count, module.fingerprint());
        }
    }

    /** What an unwinder needs of the module that holds an address. */
    @GuestStruct(size = 0x130)
    public record UnwindInfo(@At(0x00) long size, @At(value = 0x08, length = NAME_BYTES) String name, @At(0x108) long ehFrameHeader,
            @At(0x110) long ehFrame, @At(0x118) long ehFrameBytes, @At(0x120) long segment, @At(0x128) long segmentBytes) {
        static final long BYTES = 0x130;
    }

    private final Answers answers;
    private final Modules modules;

    @Activate
    public ModuleExports(@Reference Answers answers, @Reference Modules modules) {
        this.answers = answers;
        this.modules = modules;
    }

    @HleExport(name = "sceKernelLoadStartModule", nid = "wzvqT4UqKX8")
    public int loadStart(GuestString path, long argumentBytes, long arguments, int flags, @OrNull GuestPtr<Long> option,
            @Out @OrNull GuestPtr<Integer> result) {
        return (int) answers.encodedValue(() -> {
            if (flags != 0) {
                throw new GuestErrno(Errno.EINVAL, "flags 0x" + Integer.toHexString(flags));
            }
            Modules.Started started = modules.loadStart(FileCalls.path(path), argumentBytes, arguments);
            if (!result.isNull()) {
                result.set(started.result());
            }
            return started.module().handle();
        });
    }

    @HleExport(name = "sceKernelStopUnloadModule", nid = "QKd0qM58Qes")
    public int stopUnload(int handle, long argumentBytes, long arguments, int flags, @OrNull GuestPtr<Long> option,
            @Out @OrNull GuestPtr<Integer> result) {
        return answers.encoded(() -> {
            int value = modules.stopUnload(handle, argumentBytes, arguments);
            if (!result.isNull()) {
                result.set(value);
            }
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelDlsym", nid = "LwG8g3niqwA")
    public int symbol(int handle, GuestString name, @Out GuestPtr<Long> address) {
        return answers.encoded(() -> {
            if (name.isNull() || address.isNull()) {
                return Errno.EFAULT;
            }
            // Handle 0 is taken for the program.
            Optional<GuestModule> module = handle == 0 ? modules.all().stream().findFirst() : modules.byHandle(handle);
            OptionalLong found = module.map(m -> m.symbol(name.get())).orElse(OptionalLong.empty());
            if (found.isEmpty()) {
                return Errno.ESRCH;
            }
            address.set(found.getAsLong());
            return Errno.OK;
        });
    }

    /** The handle as a pointer, or null. */
    @HleExport(name = "dlopen", nid = "UteVS6B1ZrU")
    public long open(GuestString path, int mode) {
        long handle = answers.encodedValue(() -> modules.loadStart(FileCalls.path(path), 0, 0).module().handle());
        return Math.max(0, handle);
    }

    /** The address, or null. */
    @HleExport(name = "dlsym", nid = "biY+kcVB5D4")
    public long symbol(long handle, GuestString name) {
        return modules.byHandle((int) handle).map(m -> m.symbol(name.get()).orElse(0)).orElse(0L);
    }

    @HleExport(name = "sceKernelGetModuleInfo", nid = "kUpgrXIrz7Q")
    @HleExport(name = "sceKernelGetModuleInfo2", nid = "QgsKEUfkqMA")
    public int info(int handle, @InOut GuestPtr<ModuleInfo> info) {
        return answers.encoded(() -> {
            if (info.isNull()) {
                return Errno.EFAULT;
            }
            if (info.get().size() != ModuleInfo.BYTES) {
                return Errno.EINVAL;
            }
            return write(modules.byHandle(handle), info);
        });
    }

    private static Errno write(Optional<GuestModule> module, GuestPtr<ModuleInfo> info) {
        if (module.isEmpty()) {
            return Errno.ESRCH;
        }
        info.set(ModuleInfo.of(module.get()));
        return Errno.OK;
    }

    @HleExport(name = "sceKernelGetModuleInfoFromAddr", nid = "f7KBOafysXo")
    public int infoAt(long address, int form, @Out GuestPtr<ModuleInfo> info) {
        return answers.encoded(() -> info.isNull() ? Errno.EFAULT : write(modules.byAddress(address), info));
    }

    /** The unwinder of a title's own run-time library asks by the second name. */
    @HleExport(name = "sceKernelGetModuleInfoForUnwind", nid = "RpQJJVKTiFM")
    @HleExport(name = "sceSysmoduleGetModuleInfoForUnwind", nid = "4fU5yvOkVG4", library = "libSceSysmodule")
    public int unwindInfo(long address, int flags, @InOut GuestPtr<UnwindInfo> info) {
        return answers.encoded(() -> {
            if (Integer.compareUnsigned(flags, LAST_UNWIND_FLAG) > 0) {
                return Errno.EINVAL;
            }
            if (info.isNull()) {
                return Errno.EFAULT;
            }
            if (info.get().size() != UnwindInfo.BYTES) {
                return Errno.EINVAL;
            }
            Optional<GuestModule> module = modules.byAddress(address);
            if (module.isEmpty() || module.get().segments().isEmpty()) {
                return Errno.ESRCH;
            }
            GuestModule m = module.get();
            GuestModule.Segment first = m.segments().getFirst();
            info.set(new UnwindInfo(UnwindInfo.BYTES, m.fileName(), m.ehFrameHeader(), m.ehFrame(), m.ehFrameBytes(), first.address(),
                    first.bytes()));
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelGetModuleList", nid = "IuxnUuXk6Bg")
    @HleExport(name = "sceKernelGetModuleList2", nid = "ZzzC3ZGVAkc")
    public int list(@Out GuestPtr<Integer> handles, long capacity, @Out GuestPtr<Long> count) {
        if (handles.isNull() || count.isNull()) {
            return Errno.EFAULT.encoded();
        }
        List<GuestModule> all = modules.all();
        if (Long.compareUnsigned(capacity, all.size()) < 0) {
            return Errno.ENOMEM.encoded();
        }
        for (int i = 0; i < all.size(); i++) {
            handles.plus(i).set(all.get(i).handle());
        }
        count.set((long) all.size());
        return Errno.OK.encoded();
    }

    @HleExport(name = "sceKernelGetProcParam", nid = "959qrazPIrg")
    public long processParameters() {
        return modules.processParameters();
    }
}
