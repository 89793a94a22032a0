package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.F32;
import static org.lierne.recompiler.isa.InstructionTable.*;

/**
 * VINTRP: interpolation of pixel inputs. The VOP3 forms of the three are rows of {@link Vop3}, as they have their own opcodes.
 * Documented: RDNA 2 ISA, "VINTRP".
 */
final class Vintrp {
    private static final OperandSpec ATTRIBUTE = place(F32, Place.ATTRIBUTE);

    static final InstructionTable TABLE = InstructionTable.table(Encoding.VINTRP,
            inst("v_interp_p1_f32_e32",  0x0, dst(F32), src(vector(F32), ATTRIBUTE), new Effect.Interpolate(Effect.Interpolate.Kind.P1_F32)),
            inst("v_interp_p2_f32_e32",  0x1, dst(F32), src(vector(F32), ATTRIBUTE), new Effect.Interpolate(Effect.Interpolate.Kind.P2_F32),
                    Instruction.Trait.READS_DESTINATION),
            inst("v_interp_mov_f32_e32", 0x2, dst(F32), src(place(F32, Place.PARAMETER), ATTRIBUTE),
                    new Effect.Interpolate(Effect.Interpolate.Kind.MOV_F32)));

    private Vintrp() {
    }
}
