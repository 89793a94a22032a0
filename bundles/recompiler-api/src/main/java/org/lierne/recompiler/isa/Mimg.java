package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;
import static org.lierne.recompiler.isa.InstructionTable.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.lierne.recompiler.isa.Effect.Image.Action;
import org.lierne.recompiler.isa.Effect.Image.Lod;

/**
 * MIMG: images. Sampling opcodes are regular: a group of eight LOD forms, the comparison forms 8 above, the offset forms 0x10 above.
 * Documented: RDNA 2 ISA, "MIMG"; the by and pck forms of several texels: the machine-readable RDNA 1 and 2 ISA.
 */
final class Mimg {
    private static final OperandSpec DATA = place(B32, Place.DATA);
    private static final OperandSpec ADDRESS = place(B32, Place.ADDRESS);
    private static final OperandSpec RESOURCE = place(B256, Place.RESOURCE);
    private static final OperandSpec SAMPLER = place(B128, Place.SAMPLER);

    /** The eight forms by the low three bits of a sampling opcode. */
    private record Way(String suffix, Lod lod, boolean clamp) {
    }

    private static final List<Way> WAYS = List.of(
            new Way("", Lod.IMPLICIT, false), new Way("_cl", Lod.IMPLICIT, true), new Way("_d", Lod.DERIVATIVES, false),
            new Way("_d_cl", Lod.DERIVATIVES, true), new Way("_l", Lod.EXPLICIT, false), new Way("_b", Lod.BIAS, false),
            new Way("_b_cl", Lod.BIAS, true), new Way("_lz", Lod.ZERO, false));

    static final InstructionTable TABLE = new InstructionTable(Encoding.MIMG, rows());

    private Mimg() {
    }

    private static List<Instruction> rows() {
        List<Instruction> rows = new ArrayList<>();
        load(rows, "image_load",             0x00, Action.LOAD);
        load(rows, "image_load_mip",         0x01, Action.LOAD_MIP);
        load(rows, "image_load_pck",         0x02, Action.LOAD_PCK);
        load(rows, "image_load_pck_sgn",     0x03, Action.LOAD_PCK_SIGNED);
        load(rows, "image_load_mip_pck",     0x04, Action.LOAD_MIP_PCK);
        load(rows, "image_load_mip_pck_sgn", 0x05, Action.LOAD_MIP_PCK_SIGNED);
        store(rows, "image_store",           0x08, Action.STORE);
        store(rows, "image_store_mip",       0x09, Action.STORE_MIP);
        store(rows, "image_store_pck",       0x0a, Action.STORE_PCK);
        store(rows, "image_store_mip_pck",   0x0b, Action.STORE_MIP_PCK);
        load(rows, "image_load_by2",         0x42, Action.LOAD_BY2);
        load(rows, "image_load_by4",         0x43, Action.LOAD_BY4);
        load(rows, "image_load_mip_by2",     0x4a, Action.LOAD_MIP_BY2);
        load(rows, "image_load_mip_by4",     0x4b, Action.LOAD_MIP_BY4);
        store(rows, "image_store_by2",       0x52, Action.STORE_BY2);
        store(rows, "image_store_by4",       0x53, Action.STORE_BY4);
        store(rows, "image_store_mip_by2",   0x5a, Action.STORE_MIP_BY2);
        store(rows, "image_store_mip_by4",   0x5b, Action.STORE_MIP_BY4);
        load(rows, "image_load_pck2",        0x70, Action.LOAD_PCK2);
        load(rows, "image_load_pck4",        0x71, Action.LOAD_PCK4);
        load(rows, "image_load_mip_pck2",    0x73, Action.LOAD_MIP_PCK2);
        load(rows, "image_load_mip_pck4",    0x74, Action.LOAD_MIP_PCK4);
        store(rows, "image_store_pck2",      0x76, Action.STORE_PCK2);
        store(rows, "image_store_pck4",      0x77, Action.STORE_PCK4);
        store(rows, "image_store_mip_pck2",  0x79, Action.STORE_MIP_PCK2);
        store(rows, "image_store_mip_pck4",  0x7a, Action.STORE_MIP_PCK4);
        load(rows, "image_get_resinfo",      0x0e, Action.RESINFO);
        atomics(rows);
        for (int opcode = 0x20; opcode < 0x40; opcode++) {
            sample(rows, "image_sample", opcode, opcode, WAYS.get(opcode & 7), Action.SAMPLE, false);
        }
        for (int opcode = 0x40; opcode < 0x60; opcode++) {
            Way way = WAYS.get(opcode & 7);
            if (way.lod() != Lod.DERIVATIVES) {
                sample(rows, "image_gather4", opcode, opcode, way, Action.GATHER4, false);
            }
        }
        sampled(rows, "image_get_lod", 0x60, image(Action.GET_LOD));
        sampled(rows, "image_gather4h", 0x61, image(Action.GATHER4H));
        sampled(rows, "image_gather4h_pck", 0x62, image(Action.GATHER4H_PCK));
        sampled(rows, "image_gather8h_pck", 0x63, image(Action.GATHER8H_PCK));
        for (int low = 0; low < 8; low++) {
            coarse(rows, 0x68 + low, low, false);
        }
        load(rows, "image_msaa_load", 0x80, Action.MSAA_LOAD);
        for (int opcode = 0x22; opcode < 0x40; opcode++) {
            if (WAYS.get(opcode & 7).lod() == Lod.DERIVATIVES) {
                sample(rows, "image_sample", opcode + 0x80, opcode, WAYS.get(opcode & 7), Action.SAMPLE, true);
            }
        }
        bvh(rows, "image_bvh_intersect_ray", 0xe6, Action.BVH);
        bvh(rows, "image_bvh64_intersect_ray", 0xe7, Action.BVH64);
        for (int low = 0; low < 8; low++) {
            coarse(rows, 0xe8 + low, low, true);
        }
        return rows;
    }

    private static Effect.Image image(Action action) {
        return new Effect.Image(action, Lod.NONE, false, false, false, false);
    }

    private static void load(List<Instruction> rows, String name, int opcode, Action action) {
        rows.add(inst(name, opcode, dst(DATA), src(ADDRESS, RESOURCE), image(action)).make(Encoding.MIMG));
    }

    private static void store(List<Instruction> rows, String name, int opcode, Action action) {
        rows.add(inst(name, opcode, dst(), src(DATA, ADDRESS, RESOURCE), image(action)).make(Encoding.MIMG));
    }

    private static void atomics(List<Instruction> rows) {
        int opcode = 0x0f;
        for (Action action : Action.values()) {
            if (action.isAtomic()) {
                String name = "image_" + action.name().toLowerCase(Locale.ROOT);
                rows.add(inst(name, opcode, dst(), src(DATA, ADDRESS, RESOURCE), image(action)).make(Encoding.MIMG));
                opcode += opcode == 0x12 ? 2 : 1;
            }
        }
    }

    private static void bvh(List<Instruction> rows, String name, int opcode, Action action) {
        rows.add(inst(name, opcode, dst(DATA), src(ADDRESS, place(B128, Place.RESOURCE)), image(action)).make(Encoding.MIMG));
    }

    private static void sampled(List<Instruction> rows, String name, int opcode, Effect.Image effect) {
        rows.add(inst(name, opcode, dst(DATA), src(ADDRESS, RESOURCE, SAMPLER), effect).make(Encoding.MIMG));
    }

    private static void sample(List<Instruction> rows, String stem, int opcode, int bits, Way way, Action action, boolean half) {
        boolean compare = (bits & 8) != 0;
        boolean offset = (bits & 16) != 0;
        String name = stem + (compare ? "_c" : "") + way.suffix() + (offset ? "_o" : "") + (half ? "_g16" : "");
        sampled(rows, name, opcode, new Effect.Image(action, way.lod(), compare, offset, way.clamp(), half));
    }

    /** Coarse derivatives: bit 0 clamp, bit 1 comparison, bit 2 offsets. */
    private static void coarse(List<Instruction> rows, int opcode, int bits, boolean half) {
        boolean clamp = (bits & 1) != 0;
        boolean compare = (bits & 2) != 0;
        boolean offset = (bits & 4) != 0;
        String name = "image_sample" + (compare ? "_c" : "") + "_cd" + (clamp ? "_cl" : "") + (offset ? "_o" : "") + (half ? "_g16" : "");
        sampled(rows, name, opcode, new Effect.Image(Action.SAMPLE, Lod.COARSE_DERIVATIVES, compare, offset, clamp, half));
    }
}
