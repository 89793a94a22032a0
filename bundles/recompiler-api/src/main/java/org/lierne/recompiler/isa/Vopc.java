package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;

import java.util.ArrayList;
import java.util.List;

/**
 * VOPC: vector comparisons into VCC, a scalar register, or (cmpx) EXEC. The table is regular: sixteen float or eight integer conditions
 * per type, the {@code x} forms 0x10 above. Documented: RDNA 2 ISA, "VOPC".
 */
final class Vopc {
    static final InstructionTable TABLE = new InstructionTable(Encoding.VOPC, rows());

    private Vopc() {
    }

    private record Floats(FloatFormat f, FloatCondition condition, boolean exec) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            result(s, s.fcompare(f, condition, s.in(0), s.in(1)), exec);
        }
    }

    private record FloatClass(FloatFormat f, boolean exec) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            result(s, s.fclass(f, s.in(0), s.in(1)), exec);
        }
    }

    private record Integers(DataType type, IntCondition condition, boolean exec) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            V a = type == I16 ? s.signExtend16(s.in(0)) : s.in(0);
            V b = type == I16 ? s.signExtend16(s.in(1)) : s.in(1);
            result(s, switch (condition) {
                case F -> s.truth(false);
                case LT -> less(s, a, b);
                case EQ -> equal(s, a, b);
                case LE -> s.negate(less(s, b, a));
                case GT -> less(s, b, a);
                case NE -> s.negate(equal(s, a, b));
                case GE -> s.negate(less(s, a, b));
                case T -> s.truth(true);
            }, exec);
        }

        private <V> V less(Sem<V> s, V a, V b) {
            return switch (type) {
                case I64 -> s.slt64(a, b);
                case U64 -> s.ult64(a, b);
                case I32, I16 -> s.slt(a, b);
                default -> s.ult(a, b);
            };
        }

        private <V> V equal(Sem<V> s, V a, V b) {
            return type == I64 || type == U64 ? s.eq64(a, b) : s.eq(a, b);
        }
    }

    private static <V> void result(Sem<V> s, V truth, boolean exec) {
        if (exec) {
            s.outExec(truth);
        } else {
            s.outMask(0, truth);
        }
    }

    private static List<Instruction> rows() {
        List<Instruction> rows = new ArrayList<>();
        floats(rows, 0x00, F32, FloatCondition.F, FloatCondition.TRU);
        floats(rows, 0x20, F64, FloatCondition.F, FloatCondition.TRU);
        integers(rows, 0x80, I32, IntCondition.F, IntCondition.T);
        floatClass(rows, 0x88, F32, B32);
        integers(rows, 0x89, I16, IntCondition.LT, IntCondition.GE);
        floatClass(rows, 0x8f, F16, B32);
        integers(rows, 0xa0, I64, IntCondition.F, IntCondition.T);
        floatClass(rows, 0xa8, F64, B32);
        integers(rows, 0xa9, U16, IntCondition.LT, IntCondition.GE);
        integers(rows, 0xc0, U32, IntCondition.F, IntCondition.T);
        floats(rows, 0xc8, F16, FloatCondition.F, FloatCondition.O);
        integers(rows, 0xe0, U64, IntCondition.F, IntCondition.T);
        floats(rows, 0xe8, F16, FloatCondition.U, FloatCondition.TRU);
        return rows;
    }

    private static void floats(List<Instruction> rows, int opcode, DataType type, FloatCondition first, FloatCondition last) {
        for (boolean exec : new boolean[] {false, true}) {
            int at = opcode + (exec ? 0x10 : 0);
            for (int c = first.ordinal(); c <= last.ordinal(); c++) {
                FloatCondition condition = FloatCondition.values()[c];
                add(rows, at++, condition.name(), type, type, exec, new Floats(format(type), condition, exec));
            }
        }
    }

    private static void integers(List<Instruction> rows, int opcode, DataType type, IntCondition first, IntCondition last) {
        for (boolean exec : new boolean[] {false, true}) {
            int at = opcode + (exec ? 0x10 : 0);
            for (int c = first.ordinal(); c <= last.ordinal(); c++) {
                IntCondition condition = IntCondition.values()[c];
                add(rows, at++, condition.name(), type, type, exec, new Integers(type, condition, exec));
            }
        }
    }

    private static void floatClass(List<Instruction> rows, int opcode, DataType type, DataType classes) {
        for (boolean exec : new boolean[] {false, true}) {
            add(rows, opcode + (exec ? 0x10 : 0), "CLASS", type, classes, exec, new FloatClass(format(type), exec));
        }
    }

    private static void add(List<Instruction> rows, int opcode, String condition, DataType type, DataType second, boolean exec,
            Semantics semantics) {
        String name = "v_cmp" + (exec ? "x_" : "_") + (condition + "_" + type).toLowerCase(java.util.Locale.ROOT);
        InstructionTable.To to = exec ? InstructionTable.dst(Implicit.EXEC) : InstructionTable.dst(MASK);
        rows.add(InstructionTable.inst(name, opcode, to, InstructionTable.src(type, second), semantics).make(Encoding.VOPC));
    }

    private static FloatFormat format(DataType type) {
        return java.util.Objects.requireNonNull(type.format());
    }
}
