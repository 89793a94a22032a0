package org.lierne.recompiler.core.lift;

import java.util.Set;
import org.lierne.recompiler.isa.Decoded;

/**
 * The scalar instructions that make a lane mask out of lane masks bit by bit, so that each lane can compute its own bit. Which of
 * them work on masks and which on numbers depends on what their registers hold; see {@link MaskKinds}.
 */
final class MaskRows {
    private static final Set<String> BITWISE = Set.of("s_mov", "s_cmov", "s_not", "s_wqm", "s_cselect", "s_and", "s_or", "s_xor",
            "s_andn2", "s_orn2", "s_nand", "s_nor", "s_xnor", "s_and_saveexec", "s_or_saveexec", "s_xor_saveexec",
            "s_andn2_saveexec", "s_orn2_saveexec", "s_nand_saveexec", "s_nor_saveexec", "s_xnor_saveexec", "s_andn1_saveexec",
            "s_orn1_saveexec", "s_andn1_wrexec", "s_andn2_wrexec");
    private static final Set<String> COMPARISONS_32 = Set.of("s_cmp_eq_u32", "s_cmp_lg_u32", "s_cmp_eq_i32", "s_cmp_lg_i32");
    private static final Set<String> COMPARISONS_64 = Set.of("s_cmp_eq_u64", "s_cmp_lg_u64");

    private MaskRows() {
    }

    /** Whether the instruction has a result that is a mask when its sources are. */
    static boolean isBitwise(Decoded inst) {
        String name = inst.row().name();
        String suffix = inst.waveSize() == 64 ? "_b64" : "_b32";
        return name.endsWith(suffix) && BITWISE.contains(name.substring(0, name.length() - suffix.length()));
    }

    /** Whether it only asks if two masks, or a mask and zero, are equal. */
    static boolean isComparison(Decoded inst) {
        return (inst.waveSize() == 64 ? COMPARISONS_64 : COMPARISONS_32).contains(inst.row().name());
    }

    /** Whether every quad with a set bit becomes all ones. */
    static boolean isWholeQuads(Decoded inst) {
        return inst.row().name().startsWith("s_wqm_b");
    }

    /** Whether it writes EXEC beside its destination. */
    static boolean writesExec(Decoded inst) {
        return inst.row().name().contains("saveexec") || inst.row().name().contains("wrexec");
    }
}
