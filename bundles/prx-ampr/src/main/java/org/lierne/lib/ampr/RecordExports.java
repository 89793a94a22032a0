package org.lierne.lib.ampr;

import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Recording commands: checks, then bytes in the buffer. Documented: system calls, section 17; decisions, S-002. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.ampr", library = "libSceAmpr")
public final class RecordExports implements HleModule {
    private static final int MOST_DATA_WORDS = 15;

    private final GuestMemory memory;
    private final Recorder recorder;

    @Activate
    public RecordExports(@Reference GuestMemory memory) {
        this.memory = memory;
        this.recorder = new Recorder(memory);
    }

    @HleExport(name = "sceAmprCommandBufferNopWithData", nid = "pFQ9UHpO52s")
    public int nopWithData(@InOut GuestPtr<CommandBuffer> buffer, int words, long data) {
        return recorder.record(buffer, words >= 0 && words <= MOST_DATA_WORDS, () -> {
            int[] content = new int[words];
            for (int i = 0; i < words; i++) {
                content[i] = memory.getInt(data + 4L * i);
            }
            return new Command.Nop(words + 1, content);
        });
    }

    @HleExport(name = "sceAmprCommandBufferPopMarker", nid = "mv0O8Zg0woU")
    public int popMarker(@InOut GuestPtr<CommandBuffer> buffer) {
        return recorder.record(buffer, true, () -> new Command.Nop(1, new int[0]));
    }

    @HleExport(name = "sceAmprAprCommandBufferResetGatherScatterState", nid = "YPxkUDhgoNI")
    public int resetChain(@InOut GuestPtr<CommandBuffer> buffer) {
        return recorder.recordReset(buffer);
    }

    @HleExport(name = "sceAmprCommandBufferNop", nid = "tNn5WBkta60")
    public int nop(@InOut GuestPtr<CommandBuffer> buffer, int words) {
        return recorder.record(buffer, words >= 1 && words <= 16,
                () -> new Command.Nop(words, new int[0]));
    }

    @HleExport(name = "sceAmprCommandBufferWaitOnAddress", nid = "V7GQTEeUfhw")
    public int waitOnAddress(@InOut GuestPtr<CommandBuffer> buffer, long address, long reference, byte compare, byte flush) {
        return recorder.record(buffer, Checks.isAddress(address) && Checks.isWait(compare, flush),
                () -> new Command.WaitAddress(address, reference, compare, flush != 0));
    }

    @HleExport(name = "sceAmprCommandBufferWaitOnAddress_04_00", nid = "DLfoNxTFNVk")
    public int waitOnAddressAt(@InOut GuestPtr<CommandBuffer> buffer, long address, long reference, int compare, int flush) {
        return recorder.record(buffer, Checks.isAddress(address) && compare >= 0 && compare <= 6 && (flush == 0 || flush == 1),
                () -> new Command.WaitAddress(address, reference, compare, flush != 0));
    }

    @HleExport(name = "sceAmprCommandBufferWaitOnCounter", nid = "FrCNL9TQ8ms")
    public int waitOnCounter(@InOut GuestPtr<CommandBuffer> buffer, byte counter, int reference, byte compare, byte flush) {
        return recorder.record(buffer, Checks.isCounter(counter) && Checks.isWait(compare, flush),
                () -> new Command.WaitCounter(counter, Counters.WORD, Integer.toUnsignedLong(reference), compare, -1, flush != 0));
    }

    @HleExport(name = "sceAmprCommandBufferWriteAddressOnCompletion", nid = "sJXyWHjP-F8")
    public int writeAddressOnCompletion(@InOut GuestPtr<CommandBuffer> buffer, long address, long value) {
        return recorder.recordOutside(buffer, Checks.isAddress(address),
                () -> new Command.WriteAddress(address, value, false));
    }

    @HleExport(name = "sceAmprCommandBufferWriteCounterOnCompletion", nid = "3wn42MWTzTs")
    public int writeCounterOnCompletion(@InOut GuestPtr<CommandBuffer> buffer, byte counter, int value) {
        return recorder.recordOutside(buffer, Checks.isCounter(counter),
                () -> new Command.WriteCounter(counter, Counters.WORD, Integer.toUnsignedLong(value), Counters.STORE, false));
    }

    @HleExport(name = "sceAmprCommandBufferWriteAddressFromTimeCounterOnCompletion", nid = "FI2JD0jAHCs")
    public int writeAddressFromTimeCounterOnCompletion(@InOut GuestPtr<CommandBuffer> buffer, long address) {
        return recorder.recordOutside(buffer, Checks.isAddress(address),
                () -> new Command.WriteTime(address, false));
    }

    @HleExport(name = "sceAmprCommandBufferWriteAddressFromCounterOnCompletion", nid = "gSF5OsXdfIg")
    public int writeAddressFromCounterOnCompletion(@InOut GuestPtr<CommandBuffer> buffer, long address, byte counter) {
        return recorder.recordOutside(buffer, Checks.isAddress(address) && Checks.isCounter(counter),
                () -> new Command.AddressFromCounter(address, counter, false, false));
    }

    @HleExport(name = "sceAmprCommandBufferWriteAddressFromCounterPairOnCompletion", nid = "ZLWtNUP6R5E")
    public int writeAddressFromCounterPairOnCompletion(@InOut GuestPtr<CommandBuffer> buffer, long address, byte counter) {
        return recorder.recordOutside(buffer, Checks.isAddress(address) && Checks.isCounter(counter) && counter % 2 == 0,
                () -> new Command.AddressFromCounter(address, counter, true, false));
    }

    @HleExport(name = "sceAmprCommandBufferWriteKernelEventQueueOnCompletion", nid = "o67gODLFpls")
    public int writeKernelEventQueueOnCompletion(@InOut GuestPtr<CommandBuffer> buffer, long queue, int id, long data) {
        return recorder.recordOutside(buffer, queue != 0,
                () -> new Command.PostEvent(queue, id, data, false));
    }

    @HleExport(name = "sceAmprCommandBufferWriteAddress_04_00", nid = "j0+3uJMxYJY")
    public int writeAddressAt(@InOut GuestPtr<CommandBuffer> buffer, long address, long value, long atStart) {
        return recorder.record(buffer, Checks.isAddress(address),
                () -> new Command.WriteAddress(address, value, atStart != 0));
    }

    @HleExport(name = "sceAmprCommandBufferWriteAddressFromTimeCounter_04_00", nid = "bt3LHR9xjK4")
    public int writeAddressFromTimeCounterAt(@InOut GuestPtr<CommandBuffer> buffer, long address, long atStart) {
        return recorder.record(buffer, Checks.isAddress(address),
                () -> new Command.WriteTime(address, atStart != 0));
    }

    @HleExport(name = "sceAmprCommandBufferWriteAddressFromCounter_04_00", nid = "t4ExS+SwLjs")
    public int writeAddressFromCounterAt(@InOut GuestPtr<CommandBuffer> buffer, long address, byte counter, long atStart) {
        return recorder.record(buffer, Checks.isAddress(address) && Checks.isCounter(counter),
                () -> new Command.AddressFromCounter(address, counter, false, atStart != 0));
    }

    @HleExport(name = "sceAmprCommandBufferWriteAddressFromCounterPair_04_00", nid = "enZm-6GjWqw")
    public int writeAddressFromCounterPairAt(@InOut GuestPtr<CommandBuffer> buffer, long address, byte counter, long atStart) {
        return recorder.record(buffer, Checks.isAddress(address) && Checks.isCounter(counter) && counter % 2 == 0,
                () -> new Command.AddressFromCounter(address, counter, true, atStart != 0));
    }

    @HleExport(name = "sceAmprCommandBufferWriteKernelEventQueue_04_00", nid = "H896Pt-yB4I")
    public int writeKernelEventQueueAt(@InOut GuestPtr<CommandBuffer> buffer, long queue, int id, long data, long atStart) {
        return recorder.record(buffer, queue != 0,
                () -> new Command.PostEvent(queue, id, data, atStart != 0));
    }

    @HleExport(name = "sceAmprCommandBufferWaitOnCounter_04_00", nid = "cQb8Zr8Q0Y0")
    public int waitOnCounterAt(@InOut GuestPtr<CommandBuffer> buffer, byte counter, byte access, long reference, byte compare,
            byte maskOperation, long mask, byte flush) {
        return recorder.record(buffer, Checks.isWait(counter, access, compare, maskOperation, flush),
                () -> new Command.WaitCounter(counter, access, reference, compare, maskOperation == 0 ? -1 : mask, flush != 0));
    }

    @HleExport(name = "sceAmprCommandBufferWriteCounter_04_00", nid = "jK+yuYCI7MA")
    public int writeCounterAt(@InOut GuestPtr<CommandBuffer> buffer, byte counter, byte access, long value, byte operation, byte atStart) {
        return recorder.record(buffer, Checks.isChange(counter, access, operation),
                () -> new Command.WriteCounter(counter, access, value, operation, atStart != 0));
    }

    @HleExport(name = "sceAmprAprCommandBufferMapBegin", nid = "Eul7AGEpjLo")
    public int mapBegin(@InOut GuestPtr<CommandBuffer> buffer, long address, long bytes, int type, int protection) {
        return recorder.recordBegin(buffer, Checks.isMapping(address, bytes, type, protection),
                () -> new Command.Mapping(Command.MappingKind.BEGIN, address, bytes, 0, type, protection, 0));
    }

    @HleExport(name = "sceAmprAprCommandBufferMapDirectBegin", nid = "bFEs0Gs6D2A")
    public int mapDirectBegin(@InOut GuestPtr<CommandBuffer> buffer, long address, long physical, long bytes, int type, int protection) {
        return recorder.recordBegin(buffer, Checks.isMapping(address, bytes, type, protection) && Checks.isPhysical(physical),
                () -> new Command.Mapping(Command.MappingKind.BEGIN_DIRECT, address, bytes, physical, type, protection, 0));
    }

    @HleExport(name = "sceAmprAprCommandBufferMapEnd", nid = "X169CE6G3Y4")
    public int mapEnd(@InOut GuestPtr<CommandBuffer> buffer) {
        return recorder.recordEnd(buffer);
    }

    @HleExport(name = "sceAmprAprCommandBufferReadFile", nid = "mQ16-QdKv7k")
    public int readFile(@InOut GuestPtr<CommandBuffer> buffer, long mapState, long chainState, int file, long target, long length, long offset) {
        return recorder.recordRead(buffer, Checks.isRead(new Command.ReadFile(file, target, length, offset)),
                () -> new Command.ReadFile(file, target, length, offset));
    }

    @HleExport(name = "sceAmprAprCommandBufferReadFileGather", nid = "mZSbNJVJpV8")
    public int readFileGather(@InOut GuestPtr<CommandBuffer> buffer, long mapState, long chainState, long length, long offset) {
        return recorder.recordChained(buffer, Checks.isLength(length) && Checks.isOffset(offset),
                () -> new Command.Gather(length, offset));
    }

    @HleExport(name = "sceAmprAprCommandBufferReadFileScatter", nid = "Jg-AgkdJHkk")
    public int readFileScatter(@InOut GuestPtr<CommandBuffer> buffer, long mapState, long chainState, long target, long length) {
        return recorder.recordChained(buffer, Checks.isLength(length) && Checks.isTarget(target, length),
                () -> new Command.Scatter(target, length));
    }

    @HleExport(name = "sceAmprAprCommandBufferReadFileGatherScatter", nid = "BVmR1H8l+XI")
    public int readFileGatherScatter(@InOut GuestPtr<CommandBuffer> buffer, long mapState, long chainState, long target, long length, long offset) {
        return recorder.recordChained(buffer, Checks.isLength(length) && Checks.isOffset(offset) && Checks.isTarget(target, length),
                () -> new Command.GatherScatter(target, length, offset));
    }
}
