package org.lierne.lib.agc;

import org.jspecify.annotations.Nullable;
import org.lierne.agc.shader.ShaderRecord;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.Out;
import org.osgi.service.component.annotations.Component;

/** Calls on shader records: completing one, deriving the registers that link stages, joining halves. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc", library = "libSceAgc")
public final class ShaderExports implements HleModule {
    private static final int GE_PC_ALLOC = 0x260;
    private static final int RSRC4_GS = 0x081;
    private static final int IDX_FORMAT = 0x1C2;

    /** A record in guest memory; its fields are read through {@link ShaderRecord}. */
    @GuestStruct(size = ShaderRecord.BYTES)
    record RecordHeader(@At(0) int magic, @At(4) int version) {}

    /** Memory that a fused record needs. */
    @GuestStruct(size = 16)
    record FusedSize(@At(0) long bytes, @At(8) int alignment) {}

    private static @Nullable ShaderRecord record(GuestPtr<RecordHeader> header) {
        return header.isNull() ? null : new ShaderRecord(header.memory(), header.address());
    }

    /**
     * Makes the record's pointers absolute and writes the code address into its register list; the record becomes the
     * shader object.
     */
    @HleExport(name = "sceAgcCreateShader", nid = "f3dg2CSgRKY")
    public GuestStatus create(@Out GuestPtr<Long> out, GuestPtr<RecordHeader> header, long code) {
        GuestStatus status = ShaderRecords.complete(new ShaderRecord(header.memory(), header.address()), code);
        if (status == GuestStatus.OK) {
            out.set(header.address());
        }
        return status;
    }

    @HleExport(name = "sceAgcCreatePrimState", nid = "D9sr1xGUriE")
    public GuestStatus primitiveState(@Out GuestPtr<RegisterPair> cx,
            @Out GuestPtr<RegisterPair> uc, GuestPtr<RecordHeader> hull,
            GuestPtr<RecordHeader> geometry, int primitive) {
        ShaderRecord front = record(hull);
        ShaderRecord main = record(geometry);
        if (main == null || main.type() != ShaderRecords.GEOMETRY || front != null
                && front.type() != ShaderRecords.HULL) {
            return AgcError.INVALID_PROGRAM;
        }
        PrimitiveState state = PrimitiveState.of(front, main, primitive);
        write(cx, state.cx());
        write(uc, state.uc());
        return GuestStatus.OK;
    }

    private static void write(GuestPtr<RegisterPair> list, RegisterPair[] pairs) {
        if (!list.isNull()) {
            for (int i = 0; i < pairs.length; i++) {
                list.plus(i).set(pairs[i]);
            }
        }
    }

    /** Changes the primitive of lists that {@code sceAgcCreatePrimState} made. */
    @HleExport(name = "sceAgcUpdatePrimState", nid = "Y3ymLfZ1384")
    public GuestStatus updatePrimitiveState(GuestPtr<RegisterPair> cx,
            GuestPtr<RegisterPair> uc, int primitive) {
        if (!cx.isNull() && (cx.get().value() & PrimitiveState.OWN_OUT_PRIMITIVE) == 0) {
            RegisterPair out = cx.plus(1).get();
            cx.plus(1).set(new RegisterPair(out.offset(), out.value() & ~7 | PrimitiveState.outPrimitive(primitive)));
        }
        if (!uc.isNull()) {
            RegisterPair type = uc.plus(2).get();
            uc.plus(2).set(new RegisterPair(type.offset(), type.value() & ~0x1F | primitive & 0x1F));
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcCreateInterpolantMapping", nid = "pdEV7bI6COI")
    @HleExport(name = "sceAgcCreateInterpolantMapping_0100", nid = "HV4j+E0MBHE")
    public GuestStatus interpolants(@Out GuestPtr<RegisterPair> cx, GuestPtr<RecordHeader> geometry,
            GuestPtr<RecordHeader> pixel) {
        return interpolants(cx, geometry, pixel, Interpolants.Form.PLAIN, true);
    }

    /** Writes the used entries only. */
    @HleExport(name = "sceAgcUpdateInterpolantMapping", nid = "SbuY2jN+axQ")
    @HleExport(name = "sceAgcUpdateInterpolantMapping_0100", nid = "k0E7vkgqAuE")
    public GuestStatus updateInterpolants(GuestPtr<RegisterPair> cx, GuestPtr<RecordHeader> geometry,
            GuestPtr<RecordHeader> pixel) {
        return interpolants(cx, geometry, pixel, Interpolants.Form.PLAIN, false);
    }

    /** The form that treats inputs with a high half only apart; its name is not known. */
    @HleExport(name = "?dbOlWdppb4o", nid = "dbOlWdppb4o", unhashed = true)
    public GuestStatus interpolantHalves(@Out GuestPtr<RegisterPair> cx, GuestPtr<RecordHeader> geometry,
            GuestPtr<RecordHeader> pixel) {
        return interpolants(cx, geometry, pixel, Interpolants.Form.SEPARATE_HALVES, true);
    }

    @HleExport(name = "?vieBRwlh1Lw", nid = "vieBRwlh1Lw", unhashed = true)
    public GuestStatus updateInterpolantHalves(GuestPtr<RegisterPair> cx, GuestPtr<RecordHeader> geometry,
            GuestPtr<RecordHeader> pixel) {
        return interpolants(cx, geometry, pixel, Interpolants.Form.SEPARATE_HALVES, false);
    }

    private static GuestStatus interpolants(GuestPtr<RegisterPair> cx, GuestPtr<RecordHeader> geometry,
            GuestPtr<RecordHeader> pixel, Interpolants.Form form, boolean withUnused) {
        ShaderRecord from = record(geometry);
        ShaderRecord to = record(pixel);
        if (cx.isNull() || from == null || to != null && to.type() != ShaderRecords.PIXEL) {
            return AgcError.INVALID_PROGRAM;
        }
        write(cx, Interpolants.map(from, to, form, withUnused));
        return GuestStatus.OK;
    }

    /** Primitive state in entries 0 and 1, interpolants behind it. */
    @HleExport(name = "sceAgcLinkShaders", nid = "MqAdbRMdNz4")
    public GuestStatus link(@Out GuestPtr<RegisterPair> cx, @Out GuestPtr<RegisterPair> uc,
            GuestPtr<RecordHeader> hull, GuestPtr<RecordHeader> geometry,
            GuestPtr<RecordHeader> pixel, int primitive) {
        if (cx.isNull() || uc.isNull()) {
            return AgcError.INVALID_PROGRAM;
        }
        GuestStatus status = primitiveState(cx, uc, hull, geometry, primitive);
        return status == GuestStatus.OK ? interpolants(cx.plus(2), geometry, pixel) : status;
    }

    @HleExport(name = "sceAgcGetFusedShaderSize", nid = "nQT5kYLv0cg")
    @HleExport(name = "sceAgcGetFusedShaderSize_0080", nid = "dolOmWH+huQ")
    public GuestStatus fusedSize(@Out GuestPtr<FusedSize> out, GuestPtr<RecordHeader> front,
            GuestPtr<RecordHeader> back) {
        ShaderRecord second = new ShaderRecord(back.memory(), back.address());
        out.set(new FusedSize(8L * second.shCount(), 4));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcFuseShaderHalves", nid = "nApJjpKNBl4")
    public GuestStatus fuse(@Out GuestPtr<RecordHeader> out, GuestPtr<RecordHeader> front, GuestPtr<RecordHeader> back,
            long memory) {
        return ShaderRecords.fuse(new ShaderRecord(out.memory(), out.address()),
                new ShaderRecord(front.memory(), front.address()), new ShaderRecord(back.memory(), back.address()),
                memory);
    }

    /** Budget 0 and the whole are known; what lies between is not. */
    @HleExport(name = "sceAgcGetGsOversubscription", nid = "NKIzURsgV7I")
    public GuestStatus oversubscription(@Out GuestPtr<RegisterPair> out, GuestPtr<RecordHeader> geometry, int budget,
            float factor) {
        if (budget != 0 && budget != -1) {
            throw new HleRefusal("a parameter cache budget of " + Integer.toUnsignedString(budget)
                    + ": only none and all are known");
        }
        out.set(new RegisterPair(GE_PC_ALLOC, budget == 0 ? 0 : 0x7FF));
        out.plus(1).set(new RegisterPair(RSRC4_GS, budget == 0 ? 0 : 0x7F0000));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcGetGsPrimPayload", nid = "ICkECTBxrMw")
    public GuestStatus primitivePayload(@Out GuestPtr<Integer> out, GuestPtr<RecordHeader> shader) {
        out.set(new ShaderRecord(shader.memory(), shader.address()).cx(IDX_FORMAT).orElse(0) == 2 ? 8 : 0);
        return GuestStatus.OK;
    }
}
