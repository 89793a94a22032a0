package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.B32;
import static org.lierne.recompiler.isa.InstructionTable.*;

/** EXP: export, one instruction without an opcode. Documented: RDNA 2 ISA, "EXP". */
final class Exp {
    private static final OperandSpec SOURCE = place(B32, Place.EXPORT);

    static final InstructionTable TABLE = InstructionTable.table(Encoding.EXP,
            inst("exp", 0, dst(), src(SOURCE, SOURCE, SOURCE, SOURCE), new Effect.Export()));

    private Exp() {
    }
}
