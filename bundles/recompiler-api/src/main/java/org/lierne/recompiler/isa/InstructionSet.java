package org.lierne.recompiler.isa;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All tables together. */
public final class InstructionSet {
    private static final List<InstructionTable> TABLES = List.of(Sop2.TABLE, Sopk.TABLE, Sop1.TABLE, Sopc.TABLE, Sopp.TABLE,
            Vop2.TABLE, Vop1.TABLE, Vopc.TABLE, Vop3.TABLE, Vop3p.TABLE, Vintrp.TABLE,
            Smem.TABLE, Ds.TABLE, Flat.TABLE, Mubuf.TABLE, Mubuf.TYPED, Mimg.TABLE, Exp.TABLE);
    private static final Map<String, Instruction> BY_NAME = byName();

    private InstructionSet() {
    }

    /** The tables, one an encoding. */
    public static List<InstructionTable> tables() {
        return TABLES;
    }

    /** The row with this name, without a form's suffix; null if there is none. */
    public static @Nullable Instruction named(String name) {
        return BY_NAME.get(name);
    }

    private static Map<String, Instruction> byName() {
        Map<String, Instruction> all = new LinkedHashMap<>();
        for (InstructionTable table : TABLES) {
            for (Instruction row : table.rows()) {
                if (all.put(row.name(), row) != null) {
                    throw new IllegalStateException("two rows are named " + row.name());
                }
            }
        }
        return all;
    }
}
