package org.lierne.lib.kernel;

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
import org.lierne.hle.StructLayout;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.thread.GuestThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Flexible memory, reservations, protection and queries of the address space. Documented: system calls, section 1. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel")
public final class MappingExports implements HleModule {
    private static final int FLEXIBLE_BIT = 1;
    private static final int DIRECT_BIT = 2;
    private static final int STACK_BIT = 4;
    private static final int POOLED_BIT = 8;
    private static final int COMMITTED_BIT = 0x10;

    /** What a query of an address tells. */
    @GuestStruct(size = 0x48)
    public record MappingInfo(@At(0x00) long start, @At(0x08) long end, @At(0x10) long offset, @At(0x18) int protection, @At(0x1C) int type,
            @At(0x20) byte bits, @At(value = 0x21, length = 32) String name) {
        static MappingInfo of(AddressSpace.Mapping m) {
            int bits = switch (m.kind()) {
                case FLEXIBLE -> FLEXIBLE_BIT | COMMITTED_BIT;
                case DIRECT -> DIRECT_BIT | COMMITTED_BIT;
                case STACK -> STACK_BIT | COMMITTED_BIT;
                case POOLED -> POOLED_BIT | COMMITTED_BIT;
                case POOL_RESERVED -> POOLED_BIT;
                case PRIVATE -> COMMITTED_BIT;
                case RESERVED -> 0;
            };
            return new MappingInfo(m.start(), m.end(), m.offset(), m.protection(), m.type(), (byte) bits, m.name());
        }
    }

    private final Answers answers;
    private final AddressSpace space;
    private final GuestThreads threads;

    @Activate
    public MappingExports(@Reference Answers answers, @Reference AddressSpace space, @Reference GuestThreads threads) {
        this.answers = answers;
        this.space = space;
        this.threads = threads;
    }

    @HleExport(name = "sceKernelMapFlexibleMemory", nid = "IWIBBdTHit4")
    @HleExport(name = "sceKernelMapNamedFlexibleMemoryInternal", nid = "4h6F1LLbTiw")
    public int mapFlexible(@InOut GuestPtr<Long> address, long bytes, int protection, int flags) {
        return answers.encoded(() -> map(address, bytes, protection, flags, "anon:%012x".formatted(threads.current().callerAddress())));
    }

    @HleExport(name = "sceKernelMapNamedFlexibleMemory", nid = "mL8NDH86iQI")
    @HleExport(name = "sceKernelMapNamedSystemFlexibleMemory", nid = "kc+LEEIYakc")
    public int mapNamedFlexible(@InOut GuestPtr<Long> address, long bytes, int protection, int flags, GuestString name) {
        return answers.encoded(() -> name.isNull() ? Errno.EFAULT
                : map(address, bytes, protection, flags, name.get(AddressSpace.NAME_BYTES)));
    }

    private Errno map(GuestPtr<Long> address, long bytes, int protection, int flags, String name) {
        if (address.isNull()) {
            return Errno.EINVAL;
        }
        address.set(space.mapFlexible(address.get(), bytes, protection, flags, name));
        return Errno.OK;
    }

    @HleExport(name = "sceKernelReserveVirtualRange", nid = "7oxv3PPCumo")
    public int reserve(@InOut GuestPtr<Long> address, long bytes, int flags, long alignment) {
        return answers.encoded(() -> {
            if (address.isNull()) {
                return Errno.EINVAL;
            }
            address.set(space.reserve(address.get(), bytes, flags, alignment));
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelMunmap", nid = "cQke9UuBQOk")
    @HleExport(name = "sceKernelReleaseFlexibleMemory", nid = "teiItL2boFw")
    public int unmap(long address, long bytes) {
        return answers.encoded(() -> {
            space.unmap(address, bytes);
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelMprotect", nid = "vSMAm3cxYTY")
    public int protect(long address, long bytes, int protection) {
        return answers.encoded(() -> {
            space.protect(address, bytes, protection);
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelMtypeprotect", nid = "9bfdLIyuwCY")
    public int protectAndType(long address, long bytes, int type, int protection) {
        return answers.encoded(() -> {
            space.protectAndType(address, bytes, type, protection);
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelQueryMemoryProtection", nid = "WFcfL2lzido")
    public int protection(long address, @Out @OrNull GuestPtr<Long> start, @Out @OrNull GuestPtr<Long> end,
            @Out @OrNull GuestPtr<Integer> protection) {
        return answers.encoded(() -> {
            AddressSpace.Mapping mapping = at(address, false);
            write(start, mapping.start());
            write(end, mapping.end());
            if (!protection.isNull()) {
                protection.set(mapping.protection());
            }
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelVirtualQuery", nid = "rVjRvHJ0X6c")
    public int query(long address, int flags, @Out GuestPtr<MappingInfo> info, long infoBytes) {
        return answers.encoded(() -> {
            if (info.isNull() || infoBytes != StructLayout.of(MappingInfo.class).bytes() || flags != 0 && flags != 1) {
                return Errno.EINVAL;
            }
            info.set(MappingInfo.of(at(address, flags == 1)));
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelIsStack", nid = "yDBwVAolDgg")
    public int isStack(long address, @Out @OrNull GuestPtr<Long> start, @Out @OrNull GuestPtr<Long> end) {
        return answers.encoded(() -> {
            AddressSpace.Mapping mapping = at(address, false);
            boolean isStack = mapping.kind() == AddressSpace.Kind.STACK;
            write(start, isStack ? mapping.start() : 0);
            write(end, isStack ? mapping.end() : 0);
            return Errno.OK;
        });
    }

    private static void write(GuestPtr<Long> out, long value) {
        if (!out.isNull()) {
            out.set(value);
        }
    }

    private AddressSpace.Mapping at(long address, boolean next) {
        return space.mapping(address, next).orElseThrow(() -> new GuestErrno(Errno.EACCES, "nothing at 0x%x".formatted(address)));
    }

    @HleExport(name = "sceKernelSetVirtualRangeName", nid = "DGMG3JshrZU")
    public int name(long address, long bytes, GuestString name) {
        return answers.encoded(() -> {
            if (name.isNull()) {
                return Errno.EFAULT;
            }
            space.name(address, bytes, name.get(AddressSpace.NAME_BYTES));
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelAvailableFlexibleMemorySize", nid = "aNz11fnnzi4")
    public int availableFlexible(@Out GuestPtr<Long> bytes) {
        if (bytes.isNull()) {
            return Errno.EINVAL.encoded();
        }
        bytes.set(space.availableFlexible());
        return Errno.OK.encoded();
    }

    @HleExport(name = "sceKernelConfiguredFlexibleMemorySize", nid = "n1-v6FgU7MQ")
    public int configuredFlexible(@Out GuestPtr<Long> bytes) {
        if (bytes.isNull()) {
            return Errno.EINVAL.encoded();
        }
        bytes.set(space.configuredFlexible());
        return Errno.OK.encoded();
    }

    /** Guest pages never leave the host's memory by a decision of ours, and are never written back anywhere. */
    @HleExport(name = "sceKernelMlock", nid = "3k6kx-zOOSQ")
    public int pin(long address, long bytes) {
        return answers.encoded(() -> {
            at(address, false);
            return Errno.OK;
        });
    }
}
