package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;
import static org.lierne.recompiler.isa.InstructionTable.*;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.isa.Effect.Memory.Action;
import org.lierne.recompiler.isa.Effect.Memory.Space;
import org.lierne.recompiler.isa.Instruction.Trait;

/**
 * FLAT: flat, global and scratch memory, three segments of one encoding. A segment's rows have its number in bits 7 and 8 of the
 * opcode (0 flat, 1 scratch, 2 global). Documented: RDNA 2 ISA, "FLAT, Scratch, and Global".
 */
final class Flat {
    static final InstructionTable TABLE = new InstructionTable(Encoding.FLAT, rows());

    private Flat() {
    }

    private static List<Instruction> rows() {
        List<Instruction> rows = new ArrayList<>();
        segment(rows, "flat_", 0, Space.FLAT);
        segment(rows, "scratch_", 1, Space.SCRATCH, Trait.SCRATCH);
        segment(rows, "global_", 2, Space.GLOBAL, Trait.GLOBAL);
        return rows;
    }

    private static void segment(List<Instruction> rows, String stem, int number, Space space, Trait... traits) {
        OperandSpec address = place(B64, Place.ADDRESS);
        Slot[] scalar = space == Space.FLAT ? new Slot[0] : new Slot[] {place(space == Space.GLOBAL ? B64 : B32, Place.SCALAR_ADDRESS)};
        List<MemoryRows.Operation> operations = new ArrayList<>(MemoryRows.TRANSFERS);
        if (space != Space.SCRATCH) {
            operations.addAll(MemoryRows.ATOMICS);
        }
        for (MemoryRows.Operation operation : operations) {
            List<Slot> from = new ArrayList<>();
            To to = dst();
            from.add(address);
            if (operation.action() == Action.LOAD) {
                to = dst(operation.data());
            } else {
                from.add(place(operation.data(), Place.DATA));
            }
            if (operation.action().isAtomic()) {
                to = dst(MemoryRows.returned(operation));
            }
            from.addAll(List.of(scalar));
            rows.add(inst(stem + operation.suffix(), operation.opcode() | number << 7, to, src(from.toArray(Slot[]::new)),
                    new Effect.Memory(space, operation.action(), operation.element(), operation.dwords(), 0, operation.high()), traits)
                    .make(Encoding.FLAT));
        }
    }
}
