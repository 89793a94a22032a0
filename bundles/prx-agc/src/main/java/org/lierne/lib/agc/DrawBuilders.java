package org.lierne.lib.agc;

import static org.lierne.agc.packet.Pm4.*;

import org.jspecify.annotations.Nullable;
import org.lierne.agc.packet.Packet;
import org.lierne.agc.packet.Words;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.kernel.thread.GuestThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Builders of index state, draws and dispatches. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc", library = "libSceAgc")
public final class DrawBuilders extends Builder implements HleModule {
    /** Indices come from the stream itself. */
    private static final int AUTO_INDEX = 2;
    private static final int WITH_OBJECT_IDS = 0x80;
    private static final int DISPATCH_MODIFIER_BITS = 0xA038;
    /** Enabled, and a start at zero is allowed. */
    private static final int DISPATCH = 0x41;
    private static final int INDEX_TYPE_REGISTER = 0x243;

    @Activate
    public DrawBuilders(@Reference(cardinality = ReferenceCardinality.OPTIONAL,
            policyOption = ReferencePolicyOption.GREEDY) @Nullable GuestThreads threads) {
        super(threads);
    }

    @HleExport(name = "sceAgcDcbSetIndexBuffer", nid = "l4fM9K-Lyks")
    public long setIndexBuffer(GuestPtr<CommandBuffer> cb, long address) {
        return emit(cb, INDEX_BASE.words().with("address", address));
    }

    @HleExport(name = "sceAgcDcbSetIndexCount", nid = "8N2tmT3jmC8")
    public long setIndexCount(GuestPtr<CommandBuffer> cb, int count) {
        return emit(cb, INDEX_BUFFER_SIZE.words().with("count", count));
    }

    /** Size 0 is 16 bits, 1 is 32, 2 is 8. */
    @HleExport(name = "sceAgcDcbSetIndexSize", nid = "GIIW2J37e70")
    public long setIndexSize(GuestPtr<CommandBuffer> cb, int size, int cache) {
        return emit(cb, indexType(size, cache));
    }

    @HleExport(name = "sceAgcDcbSetIndexSize_0600", nid = "-KRzWekV120")
    public long setIndexSizeAndInstanceIds(GuestPtr<CommandBuffer> cb, int size, int cache, int perInstanceId) {
        Words words = indexType(size, cache);
        return emit(cb, words.word(2, words.array()[2] | (perInstanceId & 1) << 14));
    }

    private static Words indexType(int size, int cache) {
        return SET_UCONFIG_REG_INDEX.words().with("offset", INDEX_TYPE_REGISTER).with("index", 2)
                .word(2, 0x400 + (size & 3) + ((cache & 3) << 6));
    }

    @HleExport(name = "sceAgcDcbSetNumInstances", nid = "tSBxhAPyytQ")
    public long setInstances(GuestPtr<CommandBuffer> cb, int count) {
        return emit(cb, NUM_INSTANCES.words().with("count", count));
    }

    @HleExport(name = "sceAgcDcbDrawIndexAuto", nid = "Yw0jKSqop+E")
    public long drawAuto(GuestPtr<CommandBuffer> cb, int count, long modifier) {
        return emit(cb, DRAW_INDEX_AUTO.words().with("count", count).with("initiator", new DrawModifier(modifier)
                .initiator() + AUTO_INDEX));
    }

    @HleExport(name = "sceAgcDcbDrawIndex", nid = "q88lQ+GP5Yk")
    public long drawIndexed(GuestPtr<CommandBuffer> cb, int count, long address, long modifier) {
        return emit(cb, DRAW_INDEX_2.words().with("max", count == 0 ? 1 : count).with("address", address)
                .with("count", count).with("initiator", new DrawModifier(modifier).initiator()));
    }

    @HleExport(name = "sceAgcDcbDrawIndexOffset", nid = "B+aG9DUnTKA")
    public long drawIndexedFrom(GuestPtr<CommandBuffer> cb, int offset, int count, long modifier) {
        return emit(cb, DRAW_INDEX_OFFSET_2.words().with("max", count == 0 ? 1 : count).with("first", offset)
                .with("count", count).with("initiator", new DrawModifier(modifier).initiator()));
    }

    @HleExport(name = "sceAgcDcbDrawIndirect", nid = "1q1titRBL6o")
    public long drawIndirect(GuestPtr<CommandBuffer> cb, int offset, long modifier) {
        DrawModifier draw = new DrawModifier(modifier);
        return emit(cb, DRAW_INDIRECT.words().with("offset", offset).with("base_vertex",
                draw.location(DrawModifier.BASE_VERTEX)).with("start_instance",
                draw.location(DrawModifier.START_INSTANCE)).with("initiator", draw.initiator() + AUTO_INDEX));
    }

    /** The initiator follows the one source with a test; two others add 2. */
    @HleExport(name = "sceAgcDcbDrawIndexIndirect", nid = "t1vNu082-jM")
    public long drawIndexedIndirect(GuestPtr<CommandBuffer> cb, int offset, long modifier) {
        DrawModifier draw = new DrawModifier(modifier);
        return emit(cb, indexLocations(DRAW_INDEX_INDIRECT.words(), offset, draw)
                .with("start_index_enable", draw.isEnabled(DrawModifier.START_INDEX) ? 1 : 0)
                .with("initiator", draw.initiator()));
    }

    @HleExport(name = "sceAgcDcbDrawIndirectMulti", nid = "kUlvghKs-mA")
    public long drawIndirectMulti(GuestPtr<CommandBuffer> cb, int offset, int countInMemory, int max,
            long countAddress, int stride, long modifier) {
        DrawModifier draw = new DrawModifier(modifier);
        Words words = DRAW_INDIRECT_MULTI.words().with("offset", offset)
                .with("base_vertex", draw.location(DrawModifier.BASE_VERTEX))
                .with("start_instance", draw.location(DrawModifier.START_INSTANCE))
                .with("initiator", draw.initiator() + AUTO_INDEX);
        return emit(cb, multi(words, draw, countInMemory, max, countAddress, stride));
    }

    @HleExport(name = "sceAgcDcbDrawIndexIndirectMulti", nid = "ypVBz4uPKcQ")
    public long drawIndexedIndirectMulti(GuestPtr<CommandBuffer> cb, int offset, int countInMemory, int max,
            long countAddress, int stride, long modifier) {
        DrawModifier draw = new DrawModifier(modifier);
        Words words = indexLocations(DRAW_INDEX_INDIRECT_MULTI.words(), offset, draw)
                .with("start_index_enable", draw.isEnabled(DrawModifier.START_INDEX) ? 1 : 0)
                .with("initiator", draw.initiator());
        return emit(cb, multi(words, draw, countInMemory, max, countAddress, stride));
    }

    private static Words indexLocations(Words words, int offset, DrawModifier draw) {
        return words.with("offset", offset).with("base_vertex", draw.location(DrawModifier.BASE_VERTEX))
                .with("start_index", draw.isEnabled(DrawModifier.START_INDEX) ? draw.location(DrawModifier.START_INDEX)
                : 0).with("start_instance", draw.location(DrawModifier.START_INSTANCE));
    }

    private static Words multi(Words words, DrawModifier draw, int countInMemory, int max, long countAddress,
            int stride) {
        return words.with("draw_index", draw.location(DrawModifier.DRAW_INDEX)).with("marker", draw.bits() >>> 4)
                .with("count_in_memory", countInMemory).with("draw_index_enable",
                draw.isEnabled(DrawModifier.DRAW_INDEX) ? 1 : 0).with("count", max)
                .with("count_address", countAddress & ~3L).with("stride", stride);
    }

    @HleExport(name = "sceAgcDcbDrawIndexMultiInstanced", nid = "Rlx+bykm0r0")
    public long drawIndexedWithIds(GuestPtr<CommandBuffer> cb, int count, long address, long objectIds, int instances,
            long modifier) {
        return emit(cb, DRAW_INDEX_MULTI_INST.words().with("count", count).with("address", address)
                .with("max_instances", instances == 0 ? 1 : instances).with("ids", objectIds)
                .with("instances", instances).with("initiator", new DrawModifier(modifier).initiator()
                + WITH_OBJECT_IDS));
    }

    /** Type 0 is the base of draws' arguments, 1 of dispatches'. */
    @HleExport(name = "sceAgcDcbSetBaseIndirectArgs", nid = "RmaJwLtc8rY")
    public long setArgumentBase(GuestPtr<CommandBuffer> cb, int type, long address) {
        return emit(cb, SET_BASE.words().header((type & 1) << 1).with("index", 1).with("address", address & ~7L));
    }

    @HleExport(name = "sceAgcDcbSetIndexIndirectArgs", nid = "0o3VDdtA6nM")
    public long setIndexArguments(GuestPtr<CommandBuffer> cb, long address, int offset) {
        return emit(cb, SET_INDEX_INDIRECT.words().with("address", address & ~0xFL).with("offset", offset));
    }

    @HleExport(name = "sceAgcCbDispatch", nid = "k3GhuSNmBLU")
    public long dispatch(GuestPtr<CommandBuffer> cb, int x, int y, int z, int modifier) {
        return emit(cb, DISPATCH_DIRECT.words().with("x", x).with("y", y).with("z", z)
                .with("initiator", initiator(modifier)));
    }

    @HleExport(name = "sceAgcDcbDispatchIndirect", nid = "CtB+A9-VxO0")
    public long dispatchIndirect(GuestPtr<CommandBuffer> cb, int offset, int modifier) {
        return emit(cb, DISPATCH_INDIRECT.words().with("offset", offset).with("initiator", initiator(modifier)));
    }

    @HleExport(name = "sceAgcAcbDispatchIndirect", nid = "j3EtxFkSIhQ")
    public long dispatchIndirectAt(GuestPtr<CommandBuffer> cb, long args, int modifier) {
        Packet packet = DISPATCH_INDIRECT;
        return emit(cb, packet.words(packet.dwords() + 1).word(1, (int) args).word(2, (int) (args >>> 32))
                .word(3, initiator(modifier)));
    }

    private static int initiator(int modifier) {
        return (modifier & DISPATCH_MODIFIER_BITS) + DISPATCH;
    }

    @HleExport(name = "sceAgcDcbGetLodStats", nid = "vuSXe69VILM")
    public long levelStatistics(GuestPtr<CommandBuffer> cb, int cache, long address, int bytes, int resetCount,
            int forceReset, int reportAndReset, int interval) {
        return emit(cb, GET_LOD_STATS.words().with("bytes", bytes).with("address", address & ~0x3FL)
                .with("cache", cache).with("report", reportAndReset).with("force_reset", forceReset)
                .with("reset_count", resetCount).with("interval", interval));
    }
}
