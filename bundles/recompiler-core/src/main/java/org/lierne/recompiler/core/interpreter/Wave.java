package org.lierne.recompiler.core.interpreter;

import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.program.Apertures;

/** The registers of one wave. Scalar registers are numbered as encoded; see {@link Operand.Sgpr}. */
final class Wave {
    static final int VGPRS = 256;
    private static final int SGPRS = 128;
    private static final int MODE_DX10_CLAMP = 1 << 8;
    private static final int MODE_IEEE = 1 << 9;
    private static final int MODE_FP16_OVFL = 1 << 23;

    final int lanes;
    final int[] scalars = new int[SGPRS];
    final int[][] vectors;
    final int vectorCount;
    boolean scc;
    int pc;
    boolean ended;
    boolean atBarrier;
    /** Number of the wave in its workgroup. */
    int number;
    Apertures apertures = Apertures.DEFAULTS;
    private int mode;
    private FloatUnit floats;

    Wave(int lanes, int vectorCount) {
        this.lanes = lanes;
        this.vectorCount = vectorCount;
        this.vectors = new int[vectorCount][lanes];
        this.floats = new FloatUnit(0);
    }

    /** The MODE register. */
    int mode() {
        return mode;
    }

    void mode(int value) {
        mode = value;
        floats = new FloatUnit(value);
    }

    /** MODE from FLOAT_MODE and the three named bits. */
    static int modeOf(int floatMode, boolean ieee, boolean dx10Clamp, boolean fp16Overflow) {
        return floatMode & 0xff | (ieee ? MODE_IEEE : 0) | (dx10Clamp ? MODE_DX10_CLAMP : 0) | (fp16Overflow ? MODE_FP16_OVFL : 0);
    }

    /** Arithmetic under the present MODE. */
    FloatUnit floats() {
        return floats;
    }

    int scalar(int index) {
        return index == Operand.Sgpr.NULL ? 0 : scalars[index];
    }

    void scalar(int index, int value) {
        if (index != Operand.Sgpr.NULL) {
            scalars[index] = value;
        }
    }

    long scalarPair(int index) {
        return index == Operand.Sgpr.NULL ? 0 : scalars[index] & 0xffffffffL | (long) scalars[index + 1] << 32;
    }

    void scalarPair(int index, long value) {
        if (index != Operand.Sgpr.NULL) {
            scalars[index] = (int) value;
            scalars[index + 1] = (int) (value >>> 32);
        }
    }

    /** The mask in a register or pair, as wide as the wave. */
    long mask(int index) {
        return lanes == 64 ? scalarPair(index) : scalar(index) & 0xffffffffL;
    }

    /** Sets a mask; a 32-lane wave leaves the register above alone. */
    void mask(int index, long value) {
        if (lanes == 64) {
            scalarPair(index, value);
        } else {
            scalar(index, (int) value);
        }
    }

    long exec() {
        return mask(Operand.Sgpr.EXEC_LO);
    }

    void exec(long value) {
        mask(Operand.Sgpr.EXEC_LO, value);
    }

    long vcc() {
        return mask(Operand.Sgpr.VCC_LO);
    }
}
