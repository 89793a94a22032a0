package org.lierne.lib.ampr;

import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Buffers that map memory: recording, measuring, submitting. Documented: system calls, section 17. Assumed: lib.ampr.mapping. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.ampr", library = "libSceAmpr")
public final class MapperExports implements HleModule {
    private static final int LAST_PRIORITY = 2;
    /** The type of memory that was given for the mapper, until it is mapped. */
    private static final int GIVEN_TYPE = 0;
    private static final long RANGE_BYTES = 32L << 30;
    private static final long RANGE_START = 0xC0_0000_0000L;
    private static final long ALIAS_START = RANGE_START + RANGE_BYTES;

    private final Recorder recorder;
    private final Submissions submissions;

    @Activate
    public MapperExports(@Reference GuestMemory memory, @Reference Submissions submissions) {
        this.recorder = new Recorder(memory);
        this.submissions = submissions;
    }

    private static Command.Mapping map(long address, long bytes, int type, int protection) {
        return new Command.Mapping(Command.MappingKind.MAP, address, bytes, 0, type, protection, 0);
    }

    @HleExport(name = "sceAmprAmmCommandBufferMap", nid = "JEVYGhDc97M")
    public int map(@InOut GuestPtr<CommandBuffer> buffer, long address, long bytes, int type, int protection) {
        return recorder.record(buffer, Checks.isMapping(address, bytes, type, protection), () -> map(address, bytes, type, protection));
    }

    @HleExport(name = "sceAmprAmmMeasureAmmCommandSizeMap", nid = "6hbai6KIXkk")
    public long mapSize(long address, long bytes, int type, int protection) {
        return MeasureExports.measure(Checks.isMapping(address, bytes, type, protection), () -> map(address, bytes, type, protection));
    }

    private static Command.Mapping mapDirect(long address, long physical, long bytes, int type, int protection) {
        return new Command.Mapping(Command.MappingKind.MAP_DIRECT, address, bytes, physical, type, protection, 0);
    }

    @HleExport(name = "sceAmprAmmCommandBufferMapDirect", nid = "8TBE+9XCZbI")
    public int mapDirect(@InOut GuestPtr<CommandBuffer> buffer, long address, long physical, long bytes, int type, int protection) {
        return recorder.record(buffer, Checks.isMapping(address, bytes, type, protection) && Checks.isPhysical(physical),
                () -> mapDirect(address, physical, bytes, type, protection));
    }

    @HleExport(name = "sceAmprAmmMeasureAmmCommandSizeMapDirect", nid = "ZFDZoN9IbVU")
    public long mapDirectSize(long address, long physical, long bytes, int type, int protection) {
        return MeasureExports.measure(Checks.isMapping(address, bytes, type, protection) && Checks.isPhysical(physical),
                () -> mapDirect(address, physical, bytes, type, protection));
    }

    private static Command.Mapping unmap(long address, long bytes) {
        return new Command.Mapping(Command.MappingKind.UNMAP, address, bytes, 0, 0, 0, 0);
    }

    @HleExport(name = "sceAmprAmmCommandBufferUnmap", nid = "M-VFI2DJWQA")
    public int unmap(@InOut GuestPtr<CommandBuffer> buffer, long address, long bytes) {
        return recorder.record(buffer, Checks.isRange(address, bytes), () -> unmap(address, bytes));
    }

    @HleExport(name = "sceAmprAmmMeasureAmmCommandSizeUnmap", nid = "Ayg6PIon2wA")
    public long unmapSize(long address, long bytes) {
        return MeasureExports.measure(Checks.isRange(address, bytes), () -> unmap(address, bytes));
    }

    private static Command.Mapping protect(long address, long bytes, int protection, int mask) {
        return new Command.Mapping(Command.MappingKind.PROTECT, address, bytes, 0, 0, protection, mask);
    }

    @HleExport(name = "sceAmprAmmCommandBufferModifyProtect", nid = "joNORJjCFhg")
    public int protect(@InOut GuestPtr<CommandBuffer> buffer, long address, long bytes, int protection, int mask) {
        return recorder.record(buffer, Checks.isMapping(address, bytes, 0, protection), () -> protect(address, bytes, protection, mask));
    }

    @HleExport(name = "sceAmprAmmMeasureAmmCommandSizeModifyProtect", nid = "JPQagYw-y+4")
    public long protectSize(long address, long bytes, int protection, int mask) {
        return MeasureExports.measure(Checks.isMapping(address, bytes, 0, protection), () -> protect(address, bytes, protection, mask));
    }

    private static Command.Mapping protectAndType(long address, long bytes, int type, int protection, int mask) {
        return new Command.Mapping(Command.MappingKind.PROTECT_AND_TYPE, address, bytes, 0, type, protection, mask);
    }

    @HleExport(name = "sceAmprAmmCommandBufferModifyMtypeProtect", nid = "rKq9nG+L9Xo")
    public int protectAndType(@InOut GuestPtr<CommandBuffer> buffer, long address, long bytes, int type, int protection, int mask) {
        return recorder.record(buffer, Checks.isMapping(address, bytes, type, protection),
                () -> protectAndType(address, bytes, type, protection, mask));
    }

    @HleExport(name = "sceAmprAmmMeasureAmmCommandSizeModifyMtypeProtect", nid = "Ok2Nxka7qI4")
    public long protectAndTypeSize(long address, long bytes, int type, int protection, int mask) {
        return MeasureExports.measure(Checks.isMapping(address, bytes, type, protection), () -> protectAndType(address, bytes, type, protection, mask));
    }

    private static Command.Mapping move(long to, long from, long bytes, int protection) {
        return new Command.Mapping(Command.MappingKind.REMAP, to, bytes, from, 0, protection, 0);
    }

    @HleExport(name = "sceAmprAmmCommandBufferRemap", nid = "ijvRMHfwwjc")
    public int move(@InOut GuestPtr<CommandBuffer> buffer, long to, long from, long bytes, int protection) {
        return recorder.record(buffer, Checks.isMapping(to, bytes, 0, protection) && Checks.isRange(from, bytes),
                () -> move(to, from, bytes, protection));
    }

    @HleExport(name = "sceAmprAmmMeasureAmmCommandSizeRemap", nid = "8sFq5s8eHnQ")
    public long moveSize(long to, long from, long bytes, int protection) {
        return MeasureExports.measure(Checks.isMapping(to, bytes, 0, protection) && Checks.isRange(from, bytes), () -> move(to, from, bytes, protection));
    }

    /** Two ranges of 32 GiB, the second for views of what is mapped in the first. */
    @HleExport(name = "sceAmprAmmGetVirtualAddressRanges", nid = "wkQR9+xTFKY")
    public int ranges(@Out GuestPtr<Long> start, @Out GuestPtr<Long> end, @Out GuestPtr<Long> aliasStart, @Out GuestPtr<Long> aliasEnd) {
        start.set(RANGE_START);
        end.set(RANGE_START + RANGE_BYTES);
        aliasStart.set(ALIAS_START);
        aliasEnd.set(ALIAS_START + RANGE_BYTES);
        return 0;
    }

    @HleExport(name = "sceAmprAmmGiveDirectMemory", nid = "Q07J7XpvhrU")
    public int give(long searchStart, long searchEnd, long bytes, long alignment, int usage, @Out @OrNull GuestPtr<Long> offset) {
        if (offset.isNull()) {
            return Errno.EINVAL.encoded();
        }
        try {
            offset.set(submissions.mapper().give(searchStart, searchEnd, bytes, alignment, GIVEN_TYPE));
            return 0;
        } catch (GuestErrno e) {
            return e.errno().encoded();
        }
    }

    private int submit(long commands, int bytes, int priority, long id, long result) {
        if (Integer.compareUnsigned(priority, LAST_PRIORITY) > 0) {
            return Errno.EINVAL.encoded();
        }
        if (commands == 0) {
            return Errno.EPERM.encoded();
        }
        submissions.start(commands, bytes, new Submissions.Told(id, result));
        return 0;
    }

    @HleExport(name = "sceAmprAmmSubmitCommandBuffer", nid = "lwS-7y3jcBI")
    public int submit(long commands, int bytes, int priority) {
        return submit(commands, bytes, priority, 0, 0);
    }

    @HleExport(name = "sceAmprAmmSubmitCommandBuffer2", nid = "OJf3vCckPAM")
    public int submitForResult(long commands, int bytes, int priority, @Out @OrNull GuestPtr<Submissions.ResultRecord> result,
            @Out @OrNull GuestPtr<Integer> id) {
        return submit(commands, bytes, priority, id.address(), result.address());
    }

    @HleExport(name = "sceAmprAmmSubmitCommandBuffer3", nid = "NnKhlMJtIsI")
    public int submitForId(long commands, int bytes, int priority, @Out @OrNull GuestPtr<Integer> id) {
        return submit(commands, bytes, priority, id.address(), 0);
    }

    @HleExport(name = "sceAmprAmmWaitCommandBufferCompletion", nid = "HXymib4T8gc")
    public int await(int id) {
        return submissions.await(id).encoded();
    }
}
