package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;
import static org.lierne.recompiler.isa.InstructionTable.*;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.isa.Effect.Memory.Action;
import org.lierne.recompiler.isa.Effect.Memory.Element;
import org.lierne.recompiler.isa.Effect.Memory.Space;

/** MUBUF and MTBUF: buffers by descriptor. Documented: RDNA 2 ISA, "MUBUF" and "MTBUF". */
final class Mubuf {
    private static final OperandSpec ADDRESS = place(B32, Place.ADDRESS);
    private static final OperandSpec RESOURCE = place(B128, Place.RESOURCE);
    private static final OperandSpec OFFSET = place(U32, Place.SCALAR_OFFSET);
    private static final DataType[] WIDTHS = {B32, B64, B96, B128};
    private static final String[] CHANNELS = {"x", "xy", "xyz", "xyzw"};

    /** Untyped: the format, if any, is the descriptor's. */
    static final InstructionTable TABLE = new InstructionTable(Encoding.MUBUF, untyped());
    /** Typed: the format is in the instruction. */
    static final InstructionTable TYPED = new InstructionTable(Encoding.MTBUF, typed());

    private Mubuf() {
    }

    private static List<Instruction> untyped() {
        List<Instruction> rows = new ArrayList<>();
        formatted(rows, Encoding.MUBUF, "buffer_", 0x00, 0x80, Space.BUFFER);
        for (MemoryRows.Operation operation : MemoryRows.TRANSFERS) {
            add(rows, Encoding.MUBUF, "buffer_" + operation.suffix(), operation.opcode(), operation.data(), new Effect.Memory(Space.BUFFER,
                    operation.action(), operation.element(), operation.dwords(), 0, operation.high()));
        }
        add(rows, Encoding.MUBUF, "buffer_load_format_d16_hi_x", 0x26, B32,
                new Effect.Memory(Space.BUFFER, Action.LOAD, Element.FORMAT_D16, 1, 1, true));
        add(rows, Encoding.MUBUF, "buffer_store_format_d16_hi_x", 0x27, B32,
                new Effect.Memory(Space.BUFFER, Action.STORE, Element.FORMAT_D16, 1, 1, true));
        for (MemoryRows.Operation operation : MemoryRows.ATOMICS) {
            add(rows, Encoding.MUBUF, "buffer_" + operation.suffix(), operation.opcode(), operation.data(), new Effect.Memory(Space.BUFFER,
                    operation.action(), null, operation.dwords(), 0, false));
        }
        rows.add(inst("buffer_gl0_inv", 0x71, dst(), src(), new Effect.Cache("invalidates the vector data cache", true)).make(Encoding.MUBUF));
        rows.add(inst("buffer_gl1_inv", 0x72, dst(), src(), new Effect.Cache("invalidates the first-level graphics cache", true))
                .make(Encoding.MUBUF));
        return rows;
    }

    private static List<Instruction> typed() {
        List<Instruction> rows = new ArrayList<>();
        formatted(rows, Encoding.MTBUF, "tbuffer_", 0x00, 0x08, Space.TYPED_BUFFER);
        return rows;
    }

    private static void formatted(List<Instruction> rows, Encoding encoding, String stem, int opcode, int halfOpcode, Space space) {
        for (Action action : List.of(Action.LOAD, Action.STORE)) {
            String verb = stem + MemoryRows.name(action);
            int base = action == Action.LOAD ? 0 : 4;
            for (int i = 0; i < 4; i++) {
                add(rows, encoding, verb + "_format_" + CHANNELS[i], opcode + base + i, WIDTHS[i],
                        new Effect.Memory(space, action, Element.FORMAT, i + 1, i + 1, false));
                add(rows, encoding, verb + "_format_d16_" + CHANNELS[i], halfOpcode + base + i, WIDTHS[i / 2],
                        new Effect.Memory(space, action, Element.FORMAT_D16, i / 2 + 1, i + 1, false));
            }
        }
    }

    /** Data is written first in the text, whether it is read or written. */
    private static void add(List<Instruction> rows, Encoding encoding, String name, int opcode, DataType data, Effect.Memory effect) {
        rows.add((effect.action() == Action.LOAD
                ? inst(name, opcode, dst(place(data, Place.DATA)), src(ADDRESS, RESOURCE, OFFSET), effect)
                : inst(name, opcode, dst(), src(place(data, Place.DATA), ADDRESS, RESOURCE, OFFSET), effect)).make(encoding));
    }
}
