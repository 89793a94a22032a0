package org.lierne.lib.agc;

import static org.lierne.agc.packet.Pm4.*;

import org.jspecify.annotations.Nullable;

import org.lierne.agc.packet.Note;
import org.lierne.agc.packet.Words;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.thread.GuestThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Builders of events, waits, predication and jumps. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc", library = "libSceAgc")
public final class FlowBuilders extends Builder implements HleModule {
    private static final int PARTIAL_FLUSH_INDEX = 4;
    private static final int DUMP_INDEX = 1;
    private static final int MEMORY_SPACE = 1;
    private static final int JUMP_VMID = 0xF;

    @Activate
    public FlowBuilders(@Reference(cardinality = ReferenceCardinality.OPTIONAL,
            policyOption = ReferencePolicyOption.GREEDY) @Nullable GuestThreads threads) {
        super(threads);
    }

    @HleExport(name = "sceAgcDcbEventWrite", nid = "aJf+j5yntiU")
    public long event(GuestPtr<CommandBuffer> cb, int event, long address) {
        int type = event & 0x3F;
        return switch (type) {
            case 0x38, 0x39 -> emit(cb, EVENT_WRITE.words(4).with("event", type).with("index", DUMP_INDEX)
                    .with("address", address & ~7L));
            case 0x07, 0x0F, 0x10 -> emit(cb, EVENT_WRITE.words().with("event", type)
                    .with("index", PARTIAL_FLUSH_INDEX));
            default -> emit(cb, EVENT_WRITE.words().with("event", type));
        };
    }

    @HleExport(name = "sceAgcAcbEventWrite", nid = "cFazmnXpJOE")
    public long eventOnCompute(GuestPtr<CommandBuffer> cb, int event, long address) {
        int type = event & 0x3F;
        return emit(cb, EVENT_WRITE.words().with("event", type).with("index", type == 7 ? PARTIAL_FLUSH_INDEX : 0));
    }

    /**
     * Size 0 waits on 32 bits, 1 on 64; for others the size answer is 0, and nothing is written. The wait stands between two notes for
     * capture tools; together they are one group.
     */
    @HleExport(name = "sceAgcDcbWaitRegMem", nid = "VmW0Tdpy420")
    public long waitOnMemory(GuestPtr<CommandBuffer> cb, int size, int function, int operation, int cache,
            long address, long reference, long mask, int poll) {
        return wait(cb, true, size, function, operation, cache, address, reference, mask, poll);
    }

    @HleExport(name = "sceAgcAcbWaitRegMem", nid = "htn36gPnBk4")
    public long waitOnMemoryOnCompute(GuestPtr<CommandBuffer> cb, int size, int function, int cache, long address,
            long reference, long mask, int poll) {
        return wait(cb, false, size, function, 0, cache, address, reference, mask, poll);
    }

    private long wait(GuestPtr<CommandBuffer> cb, boolean isGraphics, int size, int function, int operation, int cache,
            long address, long reference, long mask, int poll) {
        if ((size & 0xFF) > 1) {
            return 0;
        }
        boolean isWide = (size & 0xFF) == 1;
        long interval = Math.min(Integer.toUnsignedLong(poll) >>> 4, 0xFFFF);
        Words core = (isWide ? WAIT_REG_MEM64 : WAIT_REG_MEM).words().with("function", function)
                .with("space", MEMORY_SPACE).with("cache", cache).with("reference", reference).with("mask", mask)
                .with("interval", interval);
        if (isWide) {
            core.with("engine", operation & 1).with("operation", operation >> 1).with("address", address & ~7L);
        } else {
            core.with("engine", operation & 3).with("operation", operation >> 2)
                    .with("address", address & 0x3_FFFF_FFFF_FFFCL);
        }
        return group(cb, Note.waitBegins(isGraphics, isWide, address), core, Note.waitEnds(isGraphics));
    }

    @HleExport(name = "sceAgcDcbSetPredication", nid = "bbFueFP+J4k")
    public long predicate(GuestPtr<CommandBuffer> cb, int condition, int op, int waitOp, long address, int count) {
        return emit(cb, SET_PREDICATION.words().with("condition", condition).with("hint", waitOp).with("operation", op)
                .with("address", address & ~0xFL));
    }

    @HleExport(name = "sceAgcDcbCondExec", nid = "BIPexNBSGog")
    @HleExport(name = "sceAgcAcbCondExec", nid = "qyM2bxYFPAk")
    public long skipIfZero(GuestPtr<CommandBuffer> cb, long address, int dwords) {
        return emit(cb, COND_EXEC.words().with("address", address & ~3L).with("dwords", dwords));
    }

    /** Mode 0 calls, 1 chains and does not return. */
    @HleExport(name = "sceAgcDcbJump", nid = "xSAR0LTcRKM")
    public long jump(GuestPtr<CommandBuffer> cb, int mode, int cache, long target, int dwords) {
        return emit(cb, jump(mode, cache, target, dwords));
    }

    @HleExport(name = "sceAgcAcbJump", nid = "e1DFTg+Sd8U")
    public long jumpOnCompute(GuestPtr<CommandBuffer> cb, int cache, long target, int dwords) {
        return emit(cb, jump(1, cache, target, dwords));
    }

    private static Words jump(int mode, int cache, long target, int dwords) {
        return INDIRECT_BUFFER.words().with("address", target & ~3L).with("dwords", dwords).with("chain", mode)
                .with("offload", 1).with("vmid", JUMP_VMID).with("cache", cache);
    }

    /** A null target with no dwords makes the branch single-sided: that side goes on behind the packet. */
    @HleExport(name = "sceAgcCbBranch", nid = "w1KFAHVqpaU")
    public long branch(GuestPtr<CommandBuffer> cb, int mode, int function, long compare, long mask, long reference,
            int cache1, long then, int size1, int cache2, long otherwise, int size2) {
        return emit(cb, BRANCH.words().with("mode", mode).with("function", function).with("compare", compare & ~7L)
                .with("mask", mask).with("reference", reference).with("then", then & ~3L).with("then_dwords", size1)
                .with("then_cache", cache1).with("else", otherwise & ~3L).with("else_dwords", size2)
                .with("else_cache", cache2));
    }

    @HleExport(name = "sceAgcCbCondWrite", nid = "7toV+elXqNM")
    public long writeIf(GuestPtr<CommandBuffer> cb, int function, int space, long write, int data, long poll,
            int reference, int mask) {
        if (space != MEMORY_SPACE) {
            throw new HleRefusal("conditional writes to space " + space + ": only memory, 1, is known");
        }
        return emit(cb, COND_WRITE.words().with("function", function).with("poll_space", MEMORY_SPACE)
                .with("write_space", MEMORY_SPACE).with("poll", poll).with("reference", reference).with("mask", mask)
                .with("write", write).with("data", data));
    }

    /** Operation 6 signals, 7 waits. */
    @HleExport(name = "sceAgcCbMemSemaphore", nid = "vHX9guneRBY")
    @HleExport(name = "sceAgcDcbMemSemaphore", nid = "G0jrLdvEqDw")
    public long semaphore(GuestPtr<CommandBuffer> cb, long address, int mailbox, int signalType, int operation) {
        return emit(cb, MEM_SEMAPHORE.words().with("address", address & ~7L).with("mailbox", mailbox)
                .with("signal_type", signalType).with("operation", operation));
    }

    /** As the graphics form with the two bytes exchanged; their order rests on one source. */
    @HleExport(name = "sceAgcAcbMemSemaphore", nid = "q4VuU-QsLOE")
    public long semaphoreOnCompute(GuestPtr<CommandBuffer> cb, long address, int signalType, int mailbox,
            int operation) {
        return semaphore(cb, address, mailbox, signalType, operation);
    }

    @HleExport(name = "sceAgcDcbRewind", nid = "zfcxg-ewMK8")
    @HleExport(name = "sceAgcAcbRewind", nid = "DwICrVxerkY")
    public long rewind(GuestPtr<CommandBuffer> cb, int state) {
        return emit(cb, REWIND.words().with("valid", state));
    }

    @HleExport(name = "sceAgcDcbStallCommandBufferParser", nid = "u2T2DiA5hRI")
    public long stallParser(GuestPtr<CommandBuffer> cb) {
        return emit(cb, PFP_SYNC_ME.words());
    }

    @HleExport(name = "sceAgcDcbClearState", nid = "PxEFhy0d5v8")
    public long clearState(GuestPtr<CommandBuffer> cb, int command) {
        return emit(cb, CLEAR_STATE.words().with("command", command));
    }

    /** What counts is that the queue starts from the defaults; the console is known to write more. */
    @HleExport(name = "sceAgcDcbResetQueue", nid = "TRO721eVt4g")
    public long resetQueue(GuestPtr<CommandBuffer> cb, int op, int state) {
        return emit(cb, CLEAR_STATE.words().with("command", state));
    }
}
