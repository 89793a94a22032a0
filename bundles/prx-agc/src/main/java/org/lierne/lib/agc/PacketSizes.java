package org.lierne.lib.agc;

import static org.lierne.agc.packet.Pm4.*;

import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.osgi.service.component.annotations.Component;

/**
 * Bytes that builders may write. Sizes are part of the library's interface in both directions: titles inline them, and
 * no builder here writes more. Where a size is not the packet's own, the console's builder is known to reserve more
 * than it writes.
 */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc", library = "libSceAgc")
public final class PacketSizes implements HleModule {
    private static final int NOTE_AND_WAIT = 4 * (4 + 3);
    private static final int MULTI_DRAW = 64;
    private static final int INSTANCED_DRAW = 60;
    private static final int[] CONTEXT_STATE = {20, 108, 108, 128};
    private static final int OCCLUSION_BEGIN_SLOTS = 288;
    private static final int OCCLUSION_QUERY = 16;

    @HleExport(name = "sceAgcDcbSetCxRegisterDirectGetSize", nid = "1DeUNpRIDDA")
    @HleExport(name = "sceAgcDcbSetShRegisterDirectGetSize", nid = "QhPDD513V0w")
    @HleExport(name = "sceAgcDcbSetUcRegisterDirectGetSize", nid = "aP1Ki9G3++4")
    public int registerBytes() {
        return SET_SH_REG.bytes();
    }

    @HleExport(name = "sceAgcCbSetShRegisterRangeDirectGetSize", nid = "bxGoVxpdSPQ")
    @HleExport(name = "sceAgcCbSetUcRegisterRangeDirectGetSize", nid = "JOWmDrl+j20")
    public int registerRangeBytes(int count) {
        return 8 + 4 * count;
    }

    @HleExport(name = "sceAgcCbSetShRegistersDirectGetSize", nid = "yUBESvCCJ4I")
    @HleExport(name = "sceAgcCbSetUcRegistersDirectGetSize", nid = "TGEZzUWLbrc")
    public int registerListBytes(int count) {
        return SET_SH_REG.bytes() * count;
    }

    @HleExport(name = "sceAgcDcbSetCxRegistersIndirectGetSize", nid = "GBCh3zCihoU")
    @HleExport(name = "sceAgcDcbSetShRegistersIndirectGetSize", nid = "nNlUtdDDvZ0")
    @HleExport(name = "sceAgcDcbSetUcRegistersIndirectGetSize", nid = "UQGTw4xRlcM")
    public int registerLoadBytes(int count) {
        return SET_CONTEXT_REG_INDIRECT.bytes();
    }

    @HleExport(name = "sceAgcDcbSetIndexBufferGetSize", nid = "j4emHHndCPY")
    public int indexBufferBytes() {
        return INDEX_BASE.bytes();
    }

    @HleExport(name = "sceAgcDcbSetIndexCountGetSize", nid = "mljzuGDZRQ4")
    public int indexCountBytes() {
        return INDEX_BUFFER_SIZE.bytes();
    }

    @HleExport(name = "sceAgcDcbSetIndexSizeGetSize", nid = "ca4KPvp0qLQ")
    public int indexSizeBytes() {
        return SET_UCONFIG_REG_INDEX.bytes();
    }

    @HleExport(name = "sceAgcDcbSetIndexIndirectArgsGetSize", nid = "AFIh8SQkYlQ")
    public int indexArgumentsBytes() {
        return SET_INDEX_INDIRECT.bytes();
    }

    @HleExport(name = "sceAgcDcbSetNumInstancesGetSize", nid = "6DFuRKT4C9w")
    public int instancesBytes() {
        return NUM_INSTANCES.bytes();
    }

    @HleExport(name = "sceAgcDcbDrawIndexAutoGetSize", nid = "WrdP9Zxx3lQ")
    public int drawAutoBytes() {
        return DRAW_INDEX_AUTO.bytes();
    }

    @HleExport(name = "sceAgcDcbDrawIndexGetSize", nid = "6ee9Hd3EWXQ")
    public int drawIndexedBytes() {
        return DRAW_INDEX_2.bytes();
    }

    @HleExport(name = "sceAgcDcbDrawIndexOffsetGetSize", nid = "qMlfB1ZhMDc")
    public int drawIndexedFromBytes() {
        return DRAW_INDEX_OFFSET_2.bytes();
    }

    @HleExport(name = "sceAgcDcbDrawIndirectGetSize", nid = "cxPZ4Wgvdj8")
    @HleExport(name = "sceAgcDcbDrawIndexIndirectGetSize", nid = "mStuvI0zOtc")
    public int drawIndirectBytes() {
        return DRAW_INDIRECT.bytes();
    }

    @HleExport(name = "sceAgcDcbDrawIndirectMultiGetSize", nid = "pYoKs3lPy88")
    @HleExport(name = "sceAgcDcbDrawIndexIndirectMultiGetSize", nid = "r98I08t+LOg")
    public int drawMultiBytes() {
        return MULTI_DRAW;
    }

    @HleExport(name = "sceAgcDcbDrawIndexMultiInstancedGetSize", nid = "mR9j7+SfM34")
    public int drawWithIdsBytes() {
        return INSTANCED_DRAW;
    }

    @HleExport(name = "sceAgcDcbSetBaseDispatchIndirectArgsGetSize", nid = "9S4noWrUI0s")
    @HleExport(name = "sceAgcDcbSetBaseDrawIndirectArgsGetSize", nid = "MMlmJAL7N5w")
    public int argumentBaseBytes() {
        return SET_BASE.bytes();
    }

    @HleExport(name = "sceAgcCbDispatchGetSize", nid = "Abendgtz+3o")
    public int dispatchBytes() {
        return DISPATCH_DIRECT.bytes();
    }

    @HleExport(name = "sceAgcDcbDispatchIndirectGetSize", nid = "w8HVkEeXPv8")
    public int dispatchIndirectBytes() {
        return DISPATCH_INDIRECT.bytes();
    }

    @HleExport(name = "sceAgcAcbDispatchIndirectGetSize", nid = "PxKWV2fVAps")
    public int dispatchIndirectAtBytes() {
        return DISPATCH_INDIRECT.bytes() + 4;
    }

    @HleExport(name = "sceAgcDcbWriteDataGetSize", nid = "p9tI+yTvx68")
    public int writeDataBytes(int count) {
        return 16 + 4 * count;
    }

    @HleExport(name = "sceAgcDcbDmaDataGetSize", nid = "2ccJz9LQI+w")
    @HleExport(name = "sceAgcAcbDmaDataGetSize", nid = "M0ttm8h7SKA")
    public int dmaDataBytes() {
        return DMA_DATA.bytes();
    }

    @HleExport(name = "sceAgcDcbCopyDataGetSize", nid = "b5u0Jzm8TF8")
    @HleExport(name = "sceAgcAcbCopyDataGetSize", nid = "CbQh3DKMSno")
    public int copyDataBytes() {
        return COPY_DATA.bytes();
    }

    @HleExport(name = "sceAgcDcbAtomicMemGetSize", nid = "oz6zQq1JwCE")
    @HleExport(name = "sceAgcAcbAtomicMemGetSize", nid = "da1Sm8-QDoU")
    public int atomicBytes() {
        return ATOMIC_MEM.bytes();
    }

    @HleExport(name = "sceAgcDcbAtomicGdsGetSize", nid = "1tB0xkLNjcw")
    @HleExport(name = "sceAgcAcbAtomicGdsGetSize", nid = "hcIxS8pmXF4")
    public int atomicGdsBytes() {
        return ATOMIC_GDS.bytes();
    }

    @HleExport(name = "sceAgcDcbAcquireMemGetSize", nid = "-vnlTPPXPrw")
    @HleExport(name = "sceAgcAcbAcquireMemGetSize", nid = "ewobAQeMo5k")
    public int acquireBytes() {
        return ACQUIRE_MEM.bytes();
    }

    @HleExport(name = "sceAgcCbQueueEndOfPipeActionGetSize", nid = "hL7C0IRpWZI")
    @HleExport(name = "sceAgcDcbQueueEndOfShaderActionGetSize", nid = "zg6u-N6Otxs")
    @HleExport(name = "sceAgcAcbQueueEndOfShaderActionGetSize", nid = "F8NLhWvFemI")
    public int releaseBytes() {
        return RELEASE_MEM.bytes();
    }

    @HleExport(name = "sceAgcDcbPrimeUtcl2GetSize", nid = "KjPeVduz6jU")
    @HleExport(name = "sceAgcAcbPrimeUtcl2GetSize", nid = "eCjKaqeeQ5s")
    public int primeBytes() {
        return PRIME_UTCL2.bytes();
    }

    @HleExport(name = "sceAgcDcbEventWriteGetSize", nid = "C4l9fB17t8w")
    public int eventBytes(int event) {
        return (event & 0xFF) == 0x38 || (event & 0xFF) == 0x39 ? 16 : EVENT_WRITE.bytes();
    }

    @HleExport(name = "sceAgcAcbEventWriteGetSize", nid = "Y-5vneiBtzk")
    public int eventOnComputeBytes(int event) {
        return EVENT_WRITE.bytes();
    }

    @HleExport(name = "sceAgcDcbWaitOnAddressGetSize", nid = "43WJ08sSugE")
    @HleExport(name = "sceAgcAcbWaitOnAddressGetSize", nid = "idlaArvdXEs")
    public int waitBytes(int size) {
        return switch (size & 0xFF) {
            case 0 -> NOTE_AND_WAIT + WAIT_REG_MEM.bytes();
            case 1 -> NOTE_AND_WAIT + WAIT_REG_MEM64.bytes();
            default -> 0;
        };
    }

    @HleExport(name = "sceAgcDcbSetBoolPredicationEnableGetSize", nid = "yheJGN-ay+A")
    @HleExport(name = "sceAgcDcbSetPredicationDisableGetSize", nid = "vLrBL8DQiz8")
    @HleExport(name = "sceAgcDcbSetZPassPredicationEnableGetSize", nid = "XN+Iuu7XsM8")
    public int predicationBytes() {
        return SET_PREDICATION.bytes();
    }

    @HleExport(name = "sceAgcDcbCondExecGetSize", nid = "ou16V5hh5sg")
    @HleExport(name = "sceAgcAcbCondExecGetSize", nid = "ozKzBP4aki4")
    public int condExecBytes() {
        return COND_EXEC.bytes();
    }

    @HleExport(name = "sceAgcDcbJumpGetSize", nid = "VEGu4dixjUg")
    @HleExport(name = "sceAgcAcbJumpGetSize", nid = "b-oySn+G2tE")
    public int jumpBytes() {
        return INDIRECT_BUFFER.bytes();
    }

    @HleExport(name = "sceAgcCbBranchGetSize", nid = "uZW-mqsxkrM")
    public int branchBytes() {
        return BRANCH.bytes();
    }

    @HleExport(name = "sceAgcCbCondWriteGetSize", nid = "FuVbkyKlf+s")
    public int condWriteBytes() {
        return COND_WRITE.bytes();
    }

    @HleExport(name = "sceAgcDcbRewindGetSize", nid = "QIXCsbipds0")
    @HleExport(name = "sceAgcAcbRewindGetSize", nid = "0ZOG0jc9nRg")
    public int rewindBytes() {
        return REWIND.bytes();
    }

    @HleExport(name = "sceAgcDcbStallCommandBufferParserGetSize", nid = "+u6dKSLWM2o")
    public int stallBytes() {
        return PFP_SYNC_ME.bytes();
    }

    @HleExport(name = "sceAgcDcbGetLodStatsGetSize", nid = "rUuVjyR+Rd4")
    public int levelStatisticsBytes() {
        return GET_LOD_STATS.bytes();
    }

    @HleExport(name = "sceAgcDcbContextStateOpGetSize", nid = "H6vHS5cidSA")
    public int contextStateBytes(int operation) {
        return operation >= 0 && operation < CONTEXT_STATE.length ? CONTEXT_STATE[operation] : 0;
    }

    @HleExport(name = "sceAgcDcbBeginOcclusionQueryGetSize", nid = "ms1xVoZ-Vwc")
    public int occlusionBeginBytes(int type) {
        return switch (type & 0xFF) {
            case 0 -> OCCLUSION_QUERY;
            case 1 -> OCCLUSION_BEGIN_SLOTS;
            default -> 0;
        };
    }

    @HleExport(name = "sceAgcDcbEndOcclusionQueryGetSize", nid = "P1CugZ99Uzc")
    public int occlusionEndBytes() {
        return OCCLUSION_QUERY;
    }
}
