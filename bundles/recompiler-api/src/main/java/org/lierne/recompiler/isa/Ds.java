package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;
import static org.lierne.recompiler.isa.InstructionTable.*;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.isa.Effect.Lds.Action;
import org.lierne.recompiler.isa.Instruction.Trait;

/** DS: local and global data share. Documented: RDNA 2 ISA, "LDS & GDS"; the src2 forms are those of RDNA 1. */
final class Ds {
    private static final OperandSpec ADDRESS = place(B32, Place.ADDRESS);
    private static final DataType[] BY_DWORDS = {B32, B64, B96, B128};

    private Ds() {
    }

    /** An atomic that exists with and without result, on 32 and 64 bits, and with its operand in LDS. */
    private record Atomic(int opcode, String name, Action action, Action fromLds, String type, boolean wide) {
    }

    private static final List<Atomic> ATOMICS = List.of(
            new Atomic(0x00, "add",  Action.ADD,   Action.ADD_SRC2,   "u", true),
            new Atomic(0x01, "sub",  Action.SUB,   Action.SUB_SRC2,   "u", true),
            new Atomic(0x02, "rsub", Action.RSUB,  Action.RSUB_SRC2,  "u", true),
            new Atomic(0x03, "inc",  Action.INC,   Action.INC_SRC2,   "u", true),
            new Atomic(0x04, "dec",  Action.DEC,   Action.DEC_SRC2,   "u", true),
            new Atomic(0x05, "min",  Action.MIN_I, Action.MIN_I_SRC2, "i", true),
            new Atomic(0x06, "max",  Action.MAX_I, Action.MAX_I_SRC2, "i", true),
            new Atomic(0x07, "min",  Action.MIN_U, Action.MIN_U_SRC2, "u", true),
            new Atomic(0x08, "max",  Action.MAX_U, Action.MAX_U_SRC2, "u", true),
            new Atomic(0x09, "and",  Action.AND,   Action.AND_SRC2,   "b", true),
            new Atomic(0x0a, "or",   Action.OR,    Action.OR_SRC2,    "b", true),
            new Atomic(0x0b, "xor",  Action.XOR,   Action.XOR_SRC2,   "b", true),
            new Atomic(0x12, "min",  Action.MIN_F, Action.MIN_F_SRC2, "f", true),
            new Atomic(0x13, "max",  Action.MAX_F, Action.MAX_F_SRC2, "f", true));

    static final InstructionTable TABLE = new InstructionTable(Encoding.DS, rows());

    private static List<Instruction> rows() {
        List<Instruction> rows = new ArrayList<>();
        for (Atomic a : ATOMICS) {
            for (int wide = 0; wide < 2; wide++) {
                int bits = 32 << wide;
                String type = a.type() + bits;
                DataType data = BY_DWORDS[wide];
                int base = a.opcode() + 0x40 * wide;
                add(rows, inst("ds_" + a.name() + "_" + type, base, dst(), src(ADDRESS, data(data)), lds(a.action(), bits, false)));
                add(rows, inst("ds_" + a.name() + "_rtn_" + type, base + 0x20, dst(data), src(ADDRESS, data(data)), lds(a.action(), bits, true)));
                add(rows, inst("ds_" + a.name() + "_src2_" + type, base + 0x80, dst(), src(ADDRESS), lds(a.fromLds(), bits, false)));
            }
        }
        for (int wide = 0; wide < 2; wide++) {
            int bits = 32 << wide;
            int base = 0x40 * wide;
            DataType one = BY_DWORDS[wide];
            DataType two = BY_DWORDS[2 * wide + 1];
            add(rows, inst("ds_mskor_b" + bits, base + 0x0c, dst(), src(ADDRESS, data(one), data2(one)), lds(Action.MSKOR, bits, false)));
            add(rows, inst("ds_write_b" + bits, base + 0x0d, dst(), src(ADDRESS, data(one)), lds(Action.WRITE, bits, false)));
            add(rows, inst("ds_write2_b" + bits, base + 0x0e, dst(), src(ADDRESS, data(one), data2(one)), lds(Action.WRITE2, bits, false),
                    Trait.TWO_OFFSETS));
            add(rows, inst("ds_write2st64_b" + bits, base + 0x0f, dst(), src(ADDRESS, data(one), data2(one)),
                    lds(Action.WRITE2ST64, bits, false), Trait.TWO_OFFSETS));
            add(rows, inst("ds_cmpst_b" + bits, base + 0x10, dst(), src(ADDRESS, data(one), data2(one)), lds(Action.CMPST, bits, false)));
            add(rows, inst("ds_cmpst_f" + bits, base + 0x11, dst(), src(ADDRESS, data(one), data2(one)), lds(Action.CMPST_F, bits, false)));
            add(rows, inst("ds_mskor_rtn_b" + bits, base + 0x2c, dst(one), src(ADDRESS, data(one), data2(one)), lds(Action.MSKOR, bits, true)));
            add(rows, inst("ds_wrxchg_rtn_b" + bits, base + 0x2d, dst(one), src(ADDRESS, data(one)), lds(Action.EXCHANGE, bits, true)));
            add(rows, inst("ds_wrxchg2_rtn_b" + bits, base + 0x2e, dst(two), src(ADDRESS, data(one), data2(one)),
                    lds(Action.EXCHANGE2, bits, true), Trait.TWO_OFFSETS, Trait.MEASURED));
            add(rows, inst("ds_wrxchg2st64_rtn_b" + bits, base + 0x2f, dst(two), src(ADDRESS, data(one), data2(one)),
                    lds(Action.EXCHANGE2ST64, bits, true), Trait.TWO_OFFSETS, Trait.MEASURED));
            add(rows, inst("ds_cmpst_rtn_b" + bits, base + 0x30, dst(one), src(ADDRESS, data(one), data2(one)), lds(Action.CMPST, bits, true)));
            add(rows, inst("ds_cmpst_rtn_f" + bits, base + 0x31, dst(one), src(ADDRESS, data(one), data2(one)), lds(Action.CMPST_F, bits, true)));
            add(rows, inst("ds_read_b" + bits, base + 0x36, dst(one), src(ADDRESS), lds(Action.READ, bits, true)));
            add(rows, inst("ds_read2_b" + bits, base + 0x37, dst(two), src(ADDRESS), lds(Action.READ2, bits, true), Trait.TWO_OFFSETS));
            add(rows, inst("ds_read2st64_b" + bits, base + 0x38, dst(two), src(ADDRESS), lds(Action.READ2ST64, bits, true), Trait.TWO_OFFSETS));
            add(rows, inst("ds_write_src2_b" + bits, base + 0x8d, dst(), src(ADDRESS), lds(Action.WRITE_SRC2, bits, false)));
        }
        add(rows, inst("ds_nop", 0x14, dst(), src(), lds(Action.NOP, 32, false)));
        add(rows, inst("ds_add_f32", 0x15, dst(), src(ADDRESS, data(B32)), lds(Action.ADD_F, 32, false), Trait.MEASURED));
        add(rows, inst("ds_gws_sema_release_all", 0x18, dst(), src(), lds(Action.GWS, 32, false), Trait.GDS_ONLY));
        add(rows, inst("ds_gws_init", 0x19, dst(), src(ADDRESS), lds(Action.GWS, 32, false), Trait.GDS_ONLY));
        add(rows, inst("ds_gws_sema_v", 0x1a, dst(), src(), lds(Action.GWS, 32, false), Trait.GDS_ONLY));
        add(rows, inst("ds_gws_sema_br", 0x1b, dst(), src(ADDRESS), lds(Action.GWS, 32, false), Trait.GDS_ONLY));
        add(rows, inst("ds_gws_sema_p", 0x1c, dst(), src(), lds(Action.GWS, 32, false), Trait.GDS_ONLY));
        add(rows, inst("ds_gws_barrier", 0x1d, dst(), src(ADDRESS), lds(Action.GWS, 32, false), Trait.GDS_ONLY));
        add(rows, inst("ds_write_b8", 0x1e, dst(), src(ADDRESS, data(B32)), lds(Action.WRITE, 8, false)));
        add(rows, inst("ds_write_b16", 0x1f, dst(), src(ADDRESS, data(B32)), lds(Action.WRITE, 16, false)));
        add(rows, inst("ds_wrap_rtn_b32", 0x34, dst(B32), src(ADDRESS, data(B32), data2(B32)), lds(Action.WRAP, 32, true)));
        add(rows, inst("ds_swizzle_b32", 0x35, dst(B32), src(ADDRESS), lds(Action.SWIZZLE, 32, true), Trait.MEASURED));
        add(rows, inst("ds_read_i8", 0x39, dst(B32), src(ADDRESS), lds(Action.READ_SIGNED, 8, true)));
        add(rows, inst("ds_read_u8", 0x3a, dst(B32), src(ADDRESS), lds(Action.READ, 8, true)));
        add(rows, inst("ds_read_i16", 0x3b, dst(B32), src(ADDRESS), lds(Action.READ_SIGNED, 16, true)));
        add(rows, inst("ds_read_u16", 0x3c, dst(B32), src(ADDRESS), lds(Action.READ, 16, true)));
        add(rows, inst("ds_consume", 0x3d, dst(B32), src(Implicit.M0), lds(Action.CONSUME, 32, true)));
        add(rows, inst("ds_append", 0x3e, dst(B32), src(Implicit.M0), lds(Action.APPEND, 32, true)));
        add(rows, inst("ds_ordered_count", 0x3f, dst(B32), src(ADDRESS, Implicit.M0), lds(Action.ORDERED_COUNT, 32, true), Trait.GDS_ONLY));
        add(rows, inst("ds_add_rtn_f32", 0x55, dst(B32), src(ADDRESS, data(B32)), lds(Action.ADD_F, 32, true), Trait.MEASURED));
        add(rows, inst("ds_condxchg32_rtn_b64", 0x7e, dst(B64), src(ADDRESS, data(B64)), lds(Action.CONDXCHG, 64, true)));
        add(rows, inst("ds_add_src2_f32", 0x95, dst(), src(ADDRESS), lds(Action.ADD_F_SRC2, 32, false)));
        add(rows, inst("ds_write_b8_d16_hi", 0xa0, dst(), src(ADDRESS, data(B32)), lds(Action.WRITE_D16_HIGH, 8, false)));
        add(rows, inst("ds_write_b16_d16_hi", 0xa1, dst(), src(ADDRESS, data(B32)), lds(Action.WRITE_D16_HIGH, 16, false)));
        add(rows, inst("ds_read_u8_d16", 0xa2, dst(B32), src(ADDRESS), lds(Action.READ_D16, 8, true), Trait.READS_DESTINATION));
        add(rows, inst("ds_read_u8_d16_hi", 0xa3, dst(B32), src(ADDRESS), lds(Action.READ_D16_HIGH, 8, true), Trait.READS_DESTINATION));
        add(rows, inst("ds_read_i8_d16", 0xa4, dst(B32), src(ADDRESS), lds(Action.READ_SIGNED_D16, 8, true), Trait.READS_DESTINATION));
        add(rows, inst("ds_read_i8_d16_hi", 0xa5, dst(B32), src(ADDRESS), lds(Action.READ_SIGNED_D16_HIGH, 8, true), Trait.READS_DESTINATION));
        add(rows, inst("ds_read_u16_d16", 0xa6, dst(B32), src(ADDRESS), lds(Action.READ_D16, 16, true), Trait.READS_DESTINATION));
        add(rows, inst("ds_read_u16_d16_hi", 0xa7, dst(B32), src(ADDRESS), lds(Action.READ_D16_HIGH, 16, true), Trait.READS_DESTINATION));
        add(rows, inst("ds_write_addtid_b32", 0xb0, dst(), src(data(B32), Implicit.M0), lds(Action.WRITE_ADDTID, 32, false)));
        add(rows, inst("ds_read_addtid_b32", 0xb1, dst(B32), src(Implicit.M0), lds(Action.READ_ADDTID, 32, true)));
        add(rows, inst("ds_permute_b32", 0xb2, dst(B32), src(ADDRESS, data(B32)), lds(Action.PERMUTE, 32, true)));
        add(rows, inst("ds_bpermute_b32", 0xb3, dst(B32), src(ADDRESS, data(B32)), lds(Action.BPERMUTE, 32, true)));
        add(rows, inst("ds_write_b96", 0xde, dst(), src(ADDRESS, data(B96)), lds(Action.WRITE, 96, false)));
        add(rows, inst("ds_write_b128", 0xdf, dst(), src(ADDRESS, data(B128)), lds(Action.WRITE, 128, false)));
        add(rows, inst("ds_read_b96", 0xfe, dst(B96), src(ADDRESS), lds(Action.READ, 96, true)));
        add(rows, inst("ds_read_b128", 0xff, dst(B128), src(ADDRESS), lds(Action.READ, 128, true)));
        return rows;
    }

    private static OperandSpec data(DataType type) {
        return place(type, Place.DATA);
    }

    private static OperandSpec data2(DataType type) {
        return place(type, Place.DATA2);
    }

    private static Effect lds(Action action, int bits, boolean returns) {
        return new Effect.Lds(action, bits, returns);
    }

    private static void add(List<Instruction> rows, Row row) {
        rows.add(row.make(Encoding.DS));
    }
}
