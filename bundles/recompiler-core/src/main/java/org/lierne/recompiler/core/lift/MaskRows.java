package org.lierne.recompiler.core.lift;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Encoding;
import org.lierne.recompiler.isa.Implicit;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.InstructionSet;
import org.lierne.recompiler.isa.InstructionTable;
import org.lierne.recompiler.isa.OperandSpec;

/**
 * The scalar instructions that may work on lane masks, so that each lane computes its own bit, as their semantics say. Which of them
 * do in a program depends on what their registers hold; see {@link MaskKinds}.
 */
final class MaskRows {
    private static final Map<Instruction, BitwiseSem.Use> USES = uses();

    private MaskRows() {
    }

    private static Map<Instruction, BitwiseSem.Use> uses() {
        Map<Instruction, BitwiseSem.Use> uses = new HashMap<>();
        for (InstructionTable table : InstructionSet.tables()) {
            if (isScalar(table.encoding())) {
                for (Instruction row : table.rows()) {
                    if (row.effect() instanceof Effect.Alu alu) {
                        uses.put(row, BitwiseSem.use(alu.semantics()));
                    }
                }
            }
        }
        return uses;
    }

    private static boolean isScalar(Encoding encoding) {
        return switch (encoding) {
            case SOP1, SOP2, SOPC, SOPK -> true;
            default -> false;
        };
    }

    /** Whether the instruction has a result that is a mask when its sources are. */
    static boolean isBitwise(Decoded inst) {
        return is(inst, BitwiseSem.Use.RESULT);
    }

    /** Whether it only asks if two masks, or a mask and zero, are equal. */
    static boolean isComparison(Decoded inst) {
        return is(inst, BitwiseSem.Use.COMPARISON);
    }

    private static boolean is(Decoded inst, BitwiseSem.Use use) {
        return USES.get(inst.row()) == use && Stream.of(inst.row().destinations(), inst.row().sources()).flatMap(List::stream)
                .map(OperandSpec::type).allMatch(type -> type.bits(inst.waveSize()) == inst.waveSize());
    }

    /** Whether it writes EXEC beside its destination. */
    static boolean writesExec(Decoded inst) {
        return inst.row().writes().contains(Implicit.EXEC);
    }
}
