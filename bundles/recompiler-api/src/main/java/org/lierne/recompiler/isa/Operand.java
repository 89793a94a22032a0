package org.lierne.recompiler.isa;

import java.util.List;

/** One operand of a decoded instruction, with its width. Register numbers are those of the first register of a tuple. */
public sealed interface Operand {
    /** Width and reading of the value. */
    DataType type();

    /** VGPRs {@code index .. index + dwords - 1}. */
    record Vgpr(int index, DataType type) implements Operand {
    }

    /**
     * Scalar registers from {@code index} on, numbered as encoded: 0..105 s0..s105, 106 and 107 VCC, 108..123 trap registers,
     * 124 M0, 125 null (reads zero, drops writes), 126 and 127 EXEC. A tuple may run from s104 over into VCC.
     */
    record Sgpr(int index, DataType type) implements Operand {
        public static final int VCC_LO = 106;
        public static final int VCC_HI = 107;
        public static final int TTMP0 = 108;
        public static final int M0 = 124;
        public static final int NULL = 125;
        public static final int EXEC_LO = 126;
        public static final int EXEC_HI = 127;

        /**
         * The first register that a code names as a tuple: pairs start at even numbers, longer tuples at multiples of four; lower bits
         * are ignored.
         */
        static int aligned(int code, int dwords) {
            int align = dwords == 1 ? 1 : dwords == 2 ? 2 : 4;
            return code < VCC_LO || code >= TTMP0 && code < M0 ? code & -align : code;
        }
    }

    /**
     * An inline constant, a literal or an immediate.
     *
     * @param bits the value as the operand's type reads it: f16 constants are f16 bits, 64-bit ones 64 bits wide, literals of
     *             64-bit operands extended as documented (float: upper half; signed: sign; else zero)
     */
    record Constant(long bits, DataType type) implements Operand {
    }

    /** A source that is neither register nor constant. */
    record Special(SpecialSource source, DataType type) implements Operand {
    }

    /** VGPRs that need not be neighbours: the address of an image instruction. {@code type} is that of each. */
    record VgprList(List<Integer> registers, DataType type) implements Operand {
        /** Keeps an unmodifiable copy. */
        public VgprList {
            registers = List.copyOf(registers);
        }
    }

    /**
     * A scalar memory offset in bytes: a register (unless null), plus an immediate.
     */
    record MemoryOffset(int register, int immediate, DataType type) implements Operand {
    }

    /** An attribute of the pixel stage. */
    record Attribute(int attribute, int channel, DataType type) implements Operand {
    }

    /** Which vertex value v_interp_mov_f32 takes: 0 P10, 1 P20, 2 P0. */
    record Parameter(int index, DataType type) implements Operand {
    }

    /** A branch target, as a byte offset in the program. */
    record Target(int pc, DataType type) implements Operand {
    }

    /** No register: {@code off} where an address or scalar offset is absent. */
    record Off(DataType type) implements Operand {
    }
}
