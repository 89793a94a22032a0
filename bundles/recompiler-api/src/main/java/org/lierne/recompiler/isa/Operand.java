package org.lierne.recompiler.isa;

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
