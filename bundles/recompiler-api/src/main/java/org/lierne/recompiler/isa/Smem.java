package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;
import static org.lierne.recompiler.isa.InstructionTable.*;

import java.util.ArrayList;
import java.util.List;

/** SMEM: scalar memory. Documented: RDNA 2 ISA, "SMEM"; stores, scratch and atomics are those of RDNA 1. */
final class Smem {
    private static final OperandSpec BASE = place(B64, Place.SCALAR_BASE);
    private static final OperandSpec BUFFER = place(B128, Place.SCALAR_BASE);
    private static final OperandSpec OFFSET = place(U32, Place.SCALAR_MEMORY_OFFSET);
    private static final DataType[] WIDTHS = {B32, B64, B128, B256, B512};

    static final InstructionTable TABLE = new InstructionTable(Encoding.SMEM, rows());

    private Smem() {
    }

    private static List<Instruction> rows() {
        List<Instruction> rows = new ArrayList<>();
        transfers(rows, 0x00, "s_load_dword", 5, Effect.Memory.Space.SCALAR, Effect.Memory.Action.LOAD);
        transfers(rows, 0x05, "s_scratch_load_dword", 3, Effect.Memory.Space.SCALAR_SCRATCH, Effect.Memory.Action.LOAD);
        transfers(rows, 0x08, "s_buffer_load_dword", 5, Effect.Memory.Space.SCALAR_BUFFER, Effect.Memory.Action.LOAD);
        transfers(rows, 0x10, "s_store_dword", 3, Effect.Memory.Space.SCALAR, Effect.Memory.Action.STORE);
        transfers(rows, 0x15, "s_scratch_store_dword", 3, Effect.Memory.Space.SCALAR_SCRATCH, Effect.Memory.Action.STORE);
        transfers(rows, 0x18, "s_buffer_store_dword", 3, Effect.Memory.Space.SCALAR_BUFFER, Effect.Memory.Action.STORE);
        add(rows, inst("s_gl1_inv", 0x1f, dst(), src(), new Effect.Cache("invalidates the first-level graphics cache", true)));
        add(rows, inst("s_dcache_inv", 0x20, dst(), src(), new Effect.Cache("invalidates the scalar data cache", true)));
        add(rows, inst("s_dcache_wb", 0x21, dst(), src(), new Effect.Cache("writes the scalar data cache back", false)));
        add(rows, inst("s_memtime", 0x24, dst(B64), src(), new Effect.Flow(Effect.Flow.Kind.TIME)));
        add(rows, inst("s_memrealtime", 0x25, dst(B64), src(), new Effect.Flow(Effect.Flow.Kind.REAL_TIME)));
        OperandSpec number = place(U32, Place.SDATA_NUMBER);
        add(rows, inst("s_atc_probe", 0x26, dst(), src(number, BASE, OFFSET), new Effect.Cache("probes address translation", false)));
        add(rows, inst("s_atc_probe_buffer", 0x27, dst(), src(number, BUFFER, OFFSET), new Effect.Cache("probes address translation", false)));
        add(rows, inst("s_dcache_discard", 0x28, dst(), src(BASE, OFFSET), new Effect.Cache("drops a line of the scalar data cache", false)));
        add(rows, inst("s_dcache_discard_x2", 0x29, dst(), src(BASE, OFFSET), new Effect.Cache("drops two lines of the scalar data cache", false)));
        add(rows, inst("s_get_waveid_in_workgroup", 0x2a, dst(B32), src(), new Effect.Flow(Effect.Flow.Kind.WAVE_ID)));
        atomics(rows, 0x40, "s_buffer_atomic_", BUFFER, Effect.Memory.Space.SCALAR_BUFFER);
        atomics(rows, 0x80, "s_atomic_", BASE, Effect.Memory.Space.SCALAR);
        return rows;
    }

    private static void add(List<Instruction> rows, Row row) {
        rows.add(row.make(Encoding.SMEM));
    }

    private static void transfers(List<Instruction> rows, int opcode, String stem, int count, Effect.Memory.Space space,
            Effect.Memory.Action action) {
        OperandSpec base = space == Effect.Memory.Space.SCALAR_BUFFER ? BUFFER : BASE;
        for (int i = 0; i < count; i++) {
            int dwords = 1 << i;
            String name = stem + (i == 0 ? "" : "x" + dwords);
            Effect effect = new Effect.Memory(space, action, null, dwords, 0, false);
            add(rows, action == Effect.Memory.Action.LOAD
                    ? inst(name, opcode + i, dst(scalar(WIDTHS[i])), src(base, OFFSET), effect)
                    : inst(name, opcode + i, dst(), src(place(WIDTHS[i], Place.DATA), base, OFFSET), effect));
        }
    }

    private static void atomics(List<Instruction> rows, int opcode, String stem, OperandSpec base, Effect.Memory.Space space) {
        List<Effect.Memory.Action> actions = List.of(Effect.Memory.Action.SWAP, Effect.Memory.Action.CMPSWAP, Effect.Memory.Action.ADD,
                Effect.Memory.Action.SUB, Effect.Memory.Action.SMIN, Effect.Memory.Action.UMIN, Effect.Memory.Action.SMAX,
                Effect.Memory.Action.UMAX, Effect.Memory.Action.AND, Effect.Memory.Action.OR, Effect.Memory.Action.XOR,
                Effect.Memory.Action.INC, Effect.Memory.Action.DEC);
        for (int wide = 0; wide < 2; wide++) {
            for (int i = 0; i < actions.size(); i++) {
                Effect.Memory.Action action = actions.get(i);
                int width = wide + (action == Effect.Memory.Action.CMPSWAP ? 1 : 0);
                add(rows, inst(stem + MemoryRows.name(action) + (wide == 1 ? "_x2" : ""), opcode + 0x20 * wide + i, dst(),
                        src(place(WIDTHS[width], Place.DATA), base, OFFSET),
                        new Effect.Memory(space, action, null, 1 << width, 0, false)));
            }
        }
    }
}
