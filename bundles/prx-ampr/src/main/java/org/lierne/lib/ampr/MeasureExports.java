package org.lierne.lib.ampr;

import java.util.function.Supplier;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.kernel.error.Errno;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Sizes of commands before they are recorded; a failed check is the bare error number. Documented: system calls, section 17. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.ampr", library = "libSceAmpr")
public final class MeasureExports implements HleModule {
    private static final int MOST_DATA_WORDS = 15;

    @Activate
    public MeasureExports() {}

    static long measure(boolean isValid, Supplier<Command> command) {
        return isValid ? command.get().bytes() : Errno.EINVAL.number();
    }

    @HleExport(name = "sceAmprMeasureCommandSizeNopWithData", nid = "Xp85BP3+BBI")
    public long nopWithData(int words) {
        return measure(words >= 1 && words <= MOST_DATA_WORDS + 1, () -> new Command.Nop(words, new int[0]));
    }

    @HleExport(name = "sceAmprMeasureCommandSizePopMarker", nid = "pbnNnahE8vk")
    @HleExport(name = "sceAmprMeasureCommandSizeMapEnd", nid = "iwTNhyaemnw")
    @HleExport(name = "sceAmprMeasureCommandSizeResetGatherScatterState", nid = "rddQYXM0CjM")
    public long oneWord() {
        return Integer.BYTES;
    }

    @HleExport(name = "sceAmprMeasureCommandSizeNop", nid = "NNIZ-FMyz3M")
    public long nop(int words) {
        return measure(words >= 1 && words <= 16,
                () -> new Command.Nop(words, new int[0]));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWaitOnAddress", nid = "jIlc4p5dSD0")
    public long waitOnAddress(long address, long reference, byte compare, byte flush) {
        return measure(Checks.isAddress(address) && Checks.isWait(compare, flush),
                () -> new Command.WaitAddress(address, reference, compare, flush != 0));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWaitOnAddress_04_00", nid = "0BMj1hgG+kE")
    public long waitOnAddressAt(long address, long reference, int compare, int flush) {
        return measure(Checks.isAddress(address) && compare >= 0 && compare <= 6 && (flush == 0 || flush == 1),
                () -> new Command.WaitAddress(address, reference, compare, flush != 0));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWaitOnCounter", nid = "6jLL5BIZ88U")
    public long waitOnCounter(byte counter, int reference, byte compare, byte flush) {
        return measure(Checks.isCounter(counter) && Checks.isWait(compare, flush),
                () -> new Command.WaitCounter(counter, Counters.WORD, Integer.toUnsignedLong(reference), compare, -1, flush != 0));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWriteAddressOnCompletion", nid = "C+IEj+BsAFM")
    public long writeAddressOnCompletion(long address, long value) {
        return measure(Checks.isAddress(address),
                () -> new Command.WriteAddress(address, value, false));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWriteCounterOnCompletion", nid = "4muPEJ-x5N8")
    public long writeCounterOnCompletion(byte counter, int value) {
        return measure(Checks.isCounter(counter),
                () -> new Command.WriteCounter(counter, Counters.WORD, Integer.toUnsignedLong(value), Counters.STORE, false));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWriteAddressFromTimeCounterOnCompletion", nid = "x7SQEXfeovg")
    public long writeAddressFromTimeCounterOnCompletion(long address) {
        return measure(Checks.isAddress(address),
                () -> new Command.WriteTime(address, false));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWriteAddressFromCounterOnCompletion", nid = "32AcaTaBPSY")
    public long writeAddressFromCounterOnCompletion(long address, byte counter) {
        return measure(Checks.isAddress(address) && Checks.isCounter(counter),
                () -> new Command.AddressFromCounter(address, counter, false, false));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWriteAddressFromCounterPairOnCompletion", nid = "vxC58+DRk-U")
    public long writeAddressFromCounterPairOnCompletion(long address, byte counter) {
        return measure(Checks.isAddress(address) && Checks.isCounter(counter) && counter % 2 == 0,
                () -> new Command.AddressFromCounter(address, counter, true, false));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWriteKernelEventQueueOnCompletion", nid = "Zi3dBUjgyXI")
    public long writeKernelEventQueueOnCompletion(long queue, int id, long data) {
        return measure(queue != 0,
                () -> new Command.PostEvent(queue, id, data, false));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWriteAddress_04_00", nid = "4fgtGfXDrFc")
    public long writeAddressAt(long address, long value) {
        return measure(Checks.isAddress(address),
                () -> new Command.WriteAddress(address, value, false));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWriteAddressFromTimeCounter_04_00", nid = "gAtc79UTt5E")
    public long writeAddressFromTimeCounterAt(long address) {
        return measure(Checks.isAddress(address),
                () -> new Command.WriteTime(address, false));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWriteAddressFromCounter_04_00", nid = "JYd9g9L+TmE")
    public long writeAddressFromCounterAt(long address, byte counter) {
        return measure(Checks.isAddress(address) && Checks.isCounter(counter),
                () -> new Command.AddressFromCounter(address, counter, false, false));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWriteAddressFromCounterPair_04_00", nid = "2Hw8gjMdwSY")
    public long writeAddressFromCounterPairAt(long address, byte counter) {
        return measure(Checks.isAddress(address) && Checks.isCounter(counter) && counter % 2 == 0,
                () -> new Command.AddressFromCounter(address, counter, true, false));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWriteKernelEventQueue_04_00", nid = "sSAUCCU1dv4")
    public long writeKernelEventQueueAt(long queue, int id, long data) {
        return measure(queue != 0,
                () -> new Command.PostEvent(queue, id, data, false));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWaitOnCounter_04_00", nid = "ClnsFLLLcss")
    public long waitOnCounterAt(byte counter, byte access, long reference, byte compare, byte maskOperation, long mask, byte flush) {
        return measure(Checks.isWait(counter, access, compare, maskOperation, flush),
                () -> new Command.WaitCounter(counter, access, reference, compare, maskOperation == 0 ? -1 : mask, flush != 0));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeWriteCounter_04_00", nid = "I-Qm+MEso5c")
    public long writeCounterAt(byte counter, byte access, long value, byte operation) {
        return measure(Checks.isChange(counter, access, operation),
                () -> new Command.WriteCounter(counter, access, value, operation, false));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeMapBegin", nid = "kdFImtTD0hc")
    public long mapBegin(long address, long bytes, int type, int protection) {
        return measure(Checks.isMapping(address, bytes, type, protection),
                () -> new Command.Mapping(Command.MappingKind.BEGIN, address, bytes, 0, type, protection, 0));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeMapDirectBegin", nid = "qvbdJc7bG+s")
    public long mapDirectBegin(long address, long physical, long bytes, int type, int protection) {
        return measure(Checks.isMapping(address, bytes, type, protection) && Checks.isPhysical(physical),
                () -> new Command.Mapping(Command.MappingKind.BEGIN_DIRECT, address, bytes, physical, type, protection, 0));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeReadFile", nid = "vWU-odnS+fU")
    public long readFile(int file, long target, long length, long offset) {
        return measure(Checks.isRead(new Command.ReadFile(file, target, length, offset)),
                () -> new Command.ReadFile(file, target, length, offset));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeReadFileGather", nid = "qesF88X4DRg")
    public long readFileGather(long length, long offset) {
        return measure(Checks.isLength(length) && Checks.isOffset(offset),
                () -> new Command.Gather(length, offset));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeReadFileScatter", nid = "7nXGDGMXSqo")
    public long readFileScatter(long target, long length) {
        return measure(Checks.isLength(length) && Checks.isTarget(target, length),
                () -> new Command.Scatter(target, length));
    }

    @HleExport(name = "sceAmprMeasureCommandSizeReadFileGatherScatter", nid = "DXmgc5op8Yw")
    public long readFileGatherScatter(long target, long length, long offset) {
        return measure(Checks.isLength(length) && Checks.isOffset(offset) && Checks.isTarget(target, length),
                () -> new Command.GatherScatter(target, length, offset));
    }
}
