package org.lierne.lib.agc;

import org.jspecify.annotations.Nullable;
import org.lierne.agc.register.Registers;
import org.lierne.agc.shader.ShaderRecord;
import org.lierne.agc.shader.ShaderRecord.Pair;

/**
 * Registers that the primitive type and the stages decide.
 *
 * @param cx stage enables, output primitive
 * @param uc group sizes, user VGPR enables, primitive type
 */
record PrimitiveState(RegisterPair[] cx, RegisterPair[] uc) {
    private static final int GEOMETRY_STAGE = 1 << 5;
    private static final int HULL_STAGE = 1 << 2;

    /** Stages that decide the output primitive themselves. */
    static final int OWN_OUT_PRIMITIVE = GEOMETRY_STAGE | HULL_STAGE;

    static PrimitiveState of(@Nullable ShaderRecord hull, ShaderRecord geometry, int primitive) {
        Pair stages = geometry.special(ShaderRecord.STAGES_PAIR);
        int enables = stages.value() | (hull == null ? 0 : hull.special(ShaderRecord.STAGES_PAIR).value());
        RegisterPair out;
        if ((enables & GEOMETRY_STAGE) != 0) {
            out = pair(geometry.special(ShaderRecord.OUT_PRIMITIVE_PAIR));
        } else if (hull != null) {
            out = pair(hull.special(ShaderRecord.OUT_PRIMITIVE_PAIR));
        } else {
            out = new RegisterPair(Registers.VGT_GS_OUT_PRIM_TYPE.offset(), outPrimitive(primitive));
        }
        return new PrimitiveState(new RegisterPair[] {new RegisterPair(stages.offset(), enables), out},
                new RegisterPair[] {pair(geometry.special(ShaderRecord.GE_CNTL_PAIR)),
                    pair((hull == null ? geometry : hull).special(ShaderRecord.USER_VGPR_PAIR)),
                    new RegisterPair(Registers.VGT_PRIMITIVE_TYPE.offset(), primitive)});
    }

    /** What a primitive type is rasterised as: 0 points, 1 lines, 2 triangles, 3 and 4 rectangles of two kinds. */
    static int outPrimitive(int primitive) {
        return switch (primitive) {
            case 1 -> 0;
            case 2, 3, 10, 11, 18 -> 1;
            case 7 -> 3;
            case 17 -> 4;
            default -> 2;
        };
    }

    private static RegisterPair pair(Pair pair) {
        return new RegisterPair(pair.offset(), pair.value());
    }
}
