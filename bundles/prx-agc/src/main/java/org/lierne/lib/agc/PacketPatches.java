package org.lierne.lib.agc;

import static org.lierne.agc.packet.Pm4.*;

import org.lierne.agc.packet.Field;
import org.lierne.agc.packet.Header;
import org.lierne.agc.packet.Packet;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.osgi.service.component.annotations.Component;

/**
 * Calls that change packets already written. Each checks the opcode first and answers {@link AgcError#OTHER_PACKET} for
 * another packet.
 */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc", library = "libSceAgc")
public final class PacketPatches implements HleModule {
    private static final int INTERRUPT_WITHOUT_DATA = 4;
    private static final int GDS_DATA = 5;
    /** Words of the note before a wait. */
    private static final int NOTE_WORDS = 4;

    /** A range of guest memory. */
    @GuestStruct(size = 16)
    record PayloadRange(@At(0) long base, @At(8) long bytes) {}

    private static boolean is(GuestPtr<Integer> packet, Packet row) {
        return Header.opcode(packet.get()) == row.opcode();
    }

    private static int word(GuestPtr<Integer> packet, int index) {
        return packet.memory().getInt(packet.address() + 4L * index);
    }

    private static void word(GuestPtr<Integer> packet, int index, int value) {
        packet.memory().putInt(packet.address() + 4L * index, value);
    }

    /** Replaces one field in guest memory. */
    private static GuestStatus patch(GuestPtr<Integer> packet, Packet row, String name, long value) {
        if (!is(packet, row)) {
            return AgcError.OTHER_PACKET;
        }
        put(packet, row.field(name), value);
        return GuestStatus.OK;
    }

    private static void put(GuestPtr<Integer> packet, Field field, long value) {
        int last = field.dword() + (field.high() > 31 ? 1 : 0);
        int[] words = new int[last + 1];
        for (int i = field.dword(); i <= last; i++) {
            words[i] = word(packet, i);
        }
        field.put(words, value);
        for (int i = field.dword(); i <= last; i++) {
            word(packet, i, words[i]);
        }
    }

    /** Replaces an address whose low bits are flags of the packet. */
    private static GuestStatus patchAddress(GuestPtr<Integer> packet, Packet row, String name, long value, long flags) {
        if (!is(packet, row)) {
            return AgcError.OTHER_PACKET;
        }
        Field field = row.field(name);
        put(packet, field, value & ~flags | word(packet, field.dword()) & flags);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcSetCxRegIndirectPatchSetAddress", nid = "vcmNN+AAXnY")
    public GuestStatus setContextListAddress(GuestPtr<Integer> packet, long address) {
        return patchAddress(packet, SET_CONTEXT_REG_INDIRECT, "address", address, 3);
    }

    @HleExport(name = "sceAgcSetShRegIndirectPatchSetAddress", nid = "Qrj4c+61z4A")
    public GuestStatus setShaderListAddress(GuestPtr<Integer> packet, long address) {
        return patchAddress(packet, SET_SH_REG_INDIRECT, "address", address, 3);
    }

    @HleExport(name = "sceAgcSetUcRegIndirectPatchSetAddress", nid = "6lNcCp+fxi4")
    public GuestStatus setUserConfigListAddress(GuestPtr<Integer> packet, long address) {
        return patchAddress(packet, SET_UCONFIG_REG_INDIRECT, "address", address, 3);
    }

    @HleExport(name = "sceAgcSetCxRegIndirectPatchSetNumRegisters", nid = "whb1RL7K4Ss")
    public GuestStatus setContextListCount(GuestPtr<Integer> packet, int count) {
        return patch(packet, SET_CONTEXT_REG_INDIRECT, "count", count);
    }

    @HleExport(name = "sceAgcSetShRegIndirectPatchSetNumRegisters", nid = "nCUgItdN2ms")
    public GuestStatus setShaderListCount(GuestPtr<Integer> packet, int count) {
        return patch(packet, SET_SH_REG_INDIRECT, "count", count);
    }

    @HleExport(name = "sceAgcSetUcRegIndirectPatchSetNumRegisters", nid = "fRG-JOH5+sI")
    public GuestStatus setUserConfigListCount(GuestPtr<Integer> packet, int count) {
        return patch(packet, SET_UCONFIG_REG_INDIRECT, "count", count);
    }

    @HleExport(name = "sceAgcSetCxRegIndirectPatchAddRegisters", nid = "d-6uF9sZDIU")
    public GuestStatus addToContextList(GuestPtr<Integer> packet, int count) {
        return patch(packet, SET_CONTEXT_REG_INDIRECT, "count", word(packet, 4) + count);
    }

    @HleExport(name = "sceAgcSetShRegIndirectPatchAddRegisters", nid = "z2duB-hHQSM")
    public GuestStatus addToShaderList(GuestPtr<Integer> packet, int count) {
        return patch(packet, SET_SH_REG_INDIRECT, "count", word(packet, 4) + count);
    }

    @HleExport(name = "sceAgcSetUcRegIndirectPatchAddRegisters", nid = "vRoArM9zaIk")
    public GuestStatus addToUserConfigList(GuestPtr<Integer> packet, int count) {
        return patch(packet, SET_UCONFIG_REG_INDIRECT, "count", word(packet, 4) + count);
    }

    @HleExport(name = "sceAgcJumpPatchSetTarget", nid = "2BS4EtAaF28")
    public GuestStatus setJumpTarget(GuestPtr<Integer> packet, long target, int dwords) {
        GuestStatus status = patchAddress(packet, INDIRECT_BUFFER, "address", target, 3);
        return status == GuestStatus.OK ? patch(packet, INDIRECT_BUFFER, "dwords", dwords) : status;
    }

    /** The name of this one is not known; it does as the plain form. */
    @HleExport(name = "?bxca0BK4FNg", nid = "bxca0BK4FNg", unhashed = true)
    public GuestStatus setJumpTargetUnnamed(GuestPtr<Integer> packet, long target, int dwords) {
        return setJumpTarget(packet, target, dwords);
    }

    @HleExport(name = "sceAgcJumpPatchSetTarget_0300", nid = "Ikfdt-rIqCE")
    public GuestStatus setJumpTargetAndCache(GuestPtr<Integer> packet, int cache, long target, int dwords) {
        GuestStatus status = setJumpTarget(packet, target, dwords);
        return status == GuestStatus.OK ? patch(packet, INDIRECT_BUFFER, "cache", cache) : status;
    }

    @HleExport(name = "sceAgcBranchPatchSetCompareAddress", nid = "GXBlM-ekzrI")
    public GuestStatus setBranchCompare(GuestPtr<Integer> packet, long address) {
        return patchAddress(packet, BRANCH, "compare", address, 7);
    }

    @HleExport(name = "sceAgcBranchPatchSetThenTarget", nid = "xb8VgcXQhvI")
    public GuestStatus setThenTarget(GuestPtr<Integer> packet, long target, int dwords) {
        GuestStatus status = patchAddress(packet, BRANCH, "then", target, 3);
        return status == GuestStatus.OK ? patch(packet, BRANCH, "then_dwords", dwords) : status;
    }

    @HleExport(name = "sceAgcBranchPatchSetThenTarget_0300", nid = "7Wa3aeJgeVU")
    public GuestStatus setThenTargetAndCache(GuestPtr<Integer> packet, int cache, long target, int dwords) {
        GuestStatus status = setThenTarget(packet, target, dwords);
        return status == GuestStatus.OK ? patch(packet, BRANCH, "then_cache", cache) : status;
    }

    @HleExport(name = "sceAgcBranchPatchSetElseTarget", nid = "QmfvaYpsOcI")
    public GuestStatus setElseTarget(GuestPtr<Integer> packet, long target, int dwords) {
        GuestStatus status = patchAddress(packet, BRANCH, "else", target, 3);
        return status == GuestStatus.OK ? patch(packet, BRANCH, "else_dwords", dwords) : status;
    }

    @HleExport(name = "sceAgcBranchPatchSetElseTarget_0300", nid = "rP5xLdOf26k")
    public GuestStatus setElseTargetAndCache(GuestPtr<Integer> packet, int cache, long target, int dwords) {
        GuestStatus status = setElseTarget(packet, target, dwords);
        return status == GuestStatus.OK ? patch(packet, BRANCH, "else_cache", cache) : status;
    }

    @HleExport(name = "sceAgcCondExecPatchSetCommandAddress", nid = "YWTKOju587o")
    @HleExport(name = "sceAgcAsyncCondExecPatchSetCommandAddress", nid = "3ZWa3AoyWZQ")
    public GuestStatus setCondExecAddress(GuestPtr<Integer> packet, long address) {
        return patchAddress(packet, COND_EXEC, "address", address, 3);
    }

    /** The skip ends at this address. */
    @HleExport(name = "sceAgcCondExecPatchSetEnd", nid = "ORWsxIbk4TE")
    @HleExport(name = "sceAgcAsyncCondExecPatchSetEnd", nid = "k-JpyR2dYAM")
    public GuestStatus setCondExecEnd(GuestPtr<Integer> packet, long end) {
        return patch(packet, COND_EXEC, "dwords", (end - packet.address() - COND_EXEC.bytes()) / 4);
    }

    @HleExport(name = "sceAgcRewindPatchSetRewindState", nid = "ziVA3whp3p4")
    @HleExport(name = "sceAgcAsyncRewindPatchSetRewindState", nid = "eWaWyFegzgQ")
    public GuestStatus setRewindState(GuestPtr<Integer> packet, int state) {
        return patch(packet, REWIND, "valid", state);
    }

    @HleExport(name = "sceAgcWriteDataPatchSetAddressOrOffset", nid = "fPSCdQxgpSw")
    @HleExport(name = "sceAgcAsyncWriteDataPatchSetAddressOrOffset", nid = "d4NZIlguzv0")
    public GuestStatus setWriteAddress(GuestPtr<Integer> packet, long address) {
        return patch(packet, WRITE_DATA, "address", address);
    }

    @HleExport(name = "sceAgcWriteDataPatchSetCachePolicy", nid = "eAy8eGNsCuU")
    @HleExport(name = "sceAgcAsyncWriteDataPatchSetCachePolicy", nid = "y5K5tPktiL8")
    public GuestStatus setWriteCache(GuestPtr<Integer> packet, int cache) {
        return patch(packet, WRITE_DATA, "cache", cache);
    }

    @HleExport(name = "sceAgcWriteDataPatchSetDst", nid = "tmy-+rBpspY")
    public GuestStatus setWriteDestination(GuestPtr<Integer> packet, int dst) {
        if (!is(packet, WRITE_DATA)) {
            return AgcError.OTHER_PACKET;
        }
        word(packet, 1, word(packet, 1) & ~0x4000_0000 | (dst & 1) << 30);
        return patch(packet, WRITE_DATA, "dst", dst >> 1);
    }

    @HleExport(name = "sceAgcAsyncWriteDataPatchSetDst", nid = "EJBA4dbmvfg")
    public GuestStatus setComputeWriteDestination(GuestPtr<Integer> packet, int dst) {
        return patch(packet, WRITE_DATA, "dst", dst);
    }

    @HleExport(name = "sceAgcDmaDataPatchSetDstAddressOrOffset", nid = "IxYiarKlXxM")
    public GuestStatus setDmaDestination(GuestPtr<Integer> packet, long address) {
        return patch(packet, DMA_DATA, "destination", address);
    }

    @HleExport(name = "sceAgcDmaDataPatchSetSrcAddressOrOffsetOrImmediate", nid = "cdDRpqcFGbU")
    public GuestStatus setDmaSource(GuestPtr<Integer> packet, long value) {
        return patch(packet, DMA_DATA, "source", value);
    }

    @HleExport(name = "sceAgcAcquireMemSetEngine", nid = "W0WEyog0f74")
    public GuestStatus setAcquireEngine(GuestPtr<Integer> packet, int engine) {
        return patch(packet, ACQUIRE_MEM, "engine", engine);
    }

    /** Refused for a release that only raises the event. */
    @HleExport(name = "sceAgcQueueEndOfPipeActionPatchAddress", nid = "0fWWK5uG9rQ")
    public GuestStatus setReleaseAddress(GuestPtr<Integer> packet, long address) {
        if (!is(packet, RELEASE_MEM) || interrupt(packet) == INTERRUPT_WITHOUT_DATA) {
            return AgcError.OTHER_PACKET;
        }
        return patchAddress(packet, RELEASE_MEM, "address", address, 3);
    }

    /** Refused where the packet writes no immediate data. */
    @HleExport(name = "sceAgcQueueEndOfPipeActionPatchData", nid = "MlEw1feXcjg")
    public GuestStatus setReleaseData(GuestPtr<Integer> packet, long data) {
        if (!is(packet, RELEASE_MEM) || interrupt(packet) == INTERRUPT_WITHOUT_DATA
                || word(packet, 2) >>> 29 == GDS_DATA) {
            return AgcError.OTHER_PACKET;
        }
        return patch(packet, RELEASE_MEM, "data", data);
    }

    private static int interrupt(GuestPtr<Integer> packet) {
        return word(packet, 2) >>> 24 & 7;
    }

    @HleExport(name = "sceAgcQueueEndOfPipeActionPatchGcrCntl", nid = "J8YCgfKAMQs")
    public GuestStatus setReleaseCaches(GuestPtr<Integer> packet, int gcr) {
        return patch(packet, RELEASE_MEM, "gcr", gcr);
    }

    @HleExport(name = "sceAgcQueueEndOfPipeActionPatchType", nid = "T9fjQIINoeE")
    public GuestStatus setReleaseAction(GuestPtr<Integer> packet, int action) {
        GuestStatus status = patch(packet, RELEASE_MEM, "event", action);
        return status == GuestStatus.OK ? patch(packet, RELEASE_MEM, "index", (action & 0x3F) >= 0x2F ? 6 : 5) : status;
    }

    /** The core of a wait, which follows its note; null if the packet is no wait's note. */
    private static @org.jspecify.annotations.Nullable GuestPtr<Integer> core(GuestPtr<Integer> packet) {
        if (!is(packet, SET_UCONFIG_REG)) {
            return null;
        }
        GuestPtr<Integer> core = packet.plus(NOTE_WORDS);
        return is(core, WAIT_REG_MEM) || is(core, WAIT_REG_MEM64) ? core : null;
    }

    @HleExport(name = "sceAgcWaitRegMemPatchAddress", nid = "3KDcnM3lrcU")
    public GuestStatus setWaitAddress(GuestPtr<Integer> packet, long address) {
        GuestPtr<Integer> core = core(packet);
        if (core == null) {
            return AgcError.OTHER_PACKET;
        }
        boolean isWide = is(core, WAIT_REG_MEM64);
        put(core, WAIT_REG_MEM.field("address"), address & (isWide ? ~7L : 0x3_FFFF_FFFF_FFFCL));
        word(packet, 2, word(packet, 2) & 0xFFFF0000 | (int) (address >>> 32 & 0xFFFF));
        word(packet, 3, (int) address);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcWaitRegMemPatchCompareFunction", nid = "n485EBnIWmk")
    public GuestStatus setWaitFunction(GuestPtr<Integer> packet, int function) {
        GuestPtr<Integer> core = core(packet);
        if (core == null) {
            return AgcError.OTHER_PACKET;
        }
        put(core, WAIT_REG_MEM.field("function"), function);
        return GuestStatus.OK;
    }

    /** Only the low half of a 64-bit wait's mask. */
    @HleExport(name = "sceAgcWaitRegMemPatchMask", nid = "hXAnLgDHCoI")
    public GuestStatus setWaitMask(GuestPtr<Integer> packet, int mask) {
        GuestPtr<Integer> core = core(packet);
        if (core == null) {
            return AgcError.OTHER_PACKET;
        }
        word(core, is(core, WAIT_REG_MEM64) ? 6 : 5, mask);
        return GuestStatus.OK;
    }

    /** Only the low half of a 64-bit wait's reference. */
    @HleExport(name = "sceAgcWaitRegMemPatchReference", nid = "7nOoijNPvEU")
    public GuestStatus setWaitReference(GuestPtr<Integer> packet, int reference) {
        GuestPtr<Integer> core = core(packet);
        if (core == null) {
            return AgcError.OTHER_PACKET;
        }
        word(core, 4, reference);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcSetPacketPredication", nid = "w6Dj1VJt5qY")
    public GuestStatus setPredicate(GuestPtr<Integer> packet, int enable) {
        packet.set(predicated(packet.get(), enable));
        return GuestStatus.OK;
    }

    /** Every type-3 packet up to {@code end}; fillers and the one-word NOP have no predicate and are left alone. */
    @HleExport(name = "sceAgcSetRangePredication", nid = "n8vgpaQg6dA")
    public GuestStatus setRangePredicate(GuestPtr<Integer> packet, long end, int enable) {
        for (long at = packet.address(); at < end;) {
            int header = packet.memory().getInt(at);
            int dwords = Header.dwords(header);
            if (dwords == 0) {
                return AgcError.OTHER_PACKET;
            }
            if (Header.type(header) == 3 && dwords > 1) {
                packet.memory().putInt(at, predicated(header, enable));
            }
            at += 4L * dwords;
        }
        return GuestStatus.OK;
    }

    private static int predicated(int header, int enable) {
        return header & ~Header.PREDICATE | enable & Header.PREDICATE;
    }

    /** Turns a packet into a NOP of its size. */
    @HleExport(name = "sceAgcSetNop", nid = "K2mciNVxUCE")
    public GuestStatus makeNop(GuestPtr<Integer> packet) {
        packet.set(packet.get() & ~0xFF00 | NOP.opcode() << 8);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcGetPacketSize", nid = "Lkf86B98qPc")
    public int packetDwords(GuestPtr<Integer> packet) {
        int header = packet.get();
        return isOneDwordNop(header) ? 1 : Header.count(header) + 2;
    }

    private static boolean isOneDwordNop(int header) {
        return Header.opcode(header) == NOP.opcode() && Header.count(header) == 0x3FFF;
    }

    /** Type 0 asks for everything behind the header, other types for what follows the offset word. */
    @HleExport(name = "sceAgcGetDataPacketPayloadAddress", nid = "CQsSq6l6+kA")
    @HleExport(name = "sceAgcGetDataPacketPayloadAddress_0090", nid = "V++UgBtQhn0")
    public GuestStatus payloadAddress(@Out GuestPtr<Long> out, GuestPtr<Integer> packet, int type) {
        int header = packet.get();
        out.set(type != 0 ? packet.address() + 8 : isOneDwordNop(header) ? 0 : packet.address() + 4);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcGetDataPacketPayloadRange", nid = "s+VGAMDQ0AQ")
    public GuestStatus payloadRange(@Out GuestPtr<PayloadRange> out, GuestPtr<Integer> packet, int type) {
        int header = packet.get();
        long count = Header.count(header);
        out.set(type != 0 ? new PayloadRange(packet.address() + 8, 4 * count)
                : isOneDwordNop(header) ? new PayloadRange(0, 0) : new PayloadRange(packet.address() + 4,
                4 * (count + 1)));
        return GuestStatus.OK;
    }
}
