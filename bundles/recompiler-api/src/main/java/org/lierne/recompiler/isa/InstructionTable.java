package org.lierne.recompiler.isa;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The rows of one encoding, in opcode order, and the vocabulary they are written in.
 *
 * @param encoding the encoding
 * @param rows     its instructions
 */
public record InstructionTable(Encoding encoding, List<Instruction> rows) {
    /** Checks that no two rows share opcode and segment. */
    public InstructionTable {
        rows = List.copyOf(rows);
    }

    static InstructionTable table(Encoding encoding, Row... rows) {
        List<Instruction> made = new ArrayList<>();
        for (Row row : rows) {
            made.add(row.make(encoding));
        }
        return new InstructionTable(encoding, made);
    }

    static Row inst(String name, int opcode, To to, From from, Semantics semantics, Instruction.Trait... traits) {
        return new Row(name, opcode, to, from, new Effect.Alu(semantics), traits);
    }

    static Row inst(String name, int opcode, To to, From from, Effect effect, Instruction.Trait... traits) {
        return new Row(name, opcode, to, from, effect, traits);
    }

    static To dst(Slot... slots) {
        return new To(slots);
    }

    static From src(Slot... slots) {
        return new From(slots);
    }

    static OperandSpec vector(DataType type) {
        return new OperandSpec(type, Place.VECTOR);
    }

    static OperandSpec scalar(DataType type) {
        return new OperandSpec(type, Place.SCALAR);
    }

    static OperandSpec scalarSource(DataType type) {
        return new OperandSpec(type, Place.SCALAR_SOURCE);
    }

    static OperandSpec place(DataType type, Place place) {
        return new OperandSpec(type, place);
    }

    /** Destination columns of a row. */
    record To(Slot... slots) {
    }

    /** Source columns of a row. */
    record From(Slot... slots) {
    }

    /** A row as it is written, before its encoding is known. */
    record Row(String name, int opcode, To to, From from, Effect effect, Instruction.Trait... traits) {
        Instruction make(Encoding encoding) {
            Set<Instruction.Trait> marks = EnumSet.noneOf(Instruction.Trait.class);
            marks.addAll(List.of(traits));
            return new Instruction(name, encoding, opcode, operands(to.slots()), operands(from.slots()),
                    implicit(from.slots()), implicit(to.slots()), marks, effect);
        }

        private static List<OperandSpec> operands(Slot... slots) {
            List<OperandSpec> specs = new ArrayList<>();
            for (Slot slot : slots) {
                switch (slot) {
                    case DataType type -> specs.add(OperandSpec.of(type));
                    case OperandSpec spec -> specs.add(spec);
                    case Implicit _ -> { }
                }
            }
            return specs;
        }

        private static Set<Implicit> implicit(Slot... slots) {
            Set<Implicit> found = EnumSet.noneOf(Implicit.class);
            for (Slot slot : slots) {
                if (slot instanceof Implicit implicit) {
                    found.add(implicit);
                }
            }
            return found;
        }
    }
}
