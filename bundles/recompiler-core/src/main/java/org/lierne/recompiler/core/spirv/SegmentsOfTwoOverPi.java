package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import java.math.BigInteger;
import org.lierne.recompiler.ir.TwoOverPi;

/**
 * Segments of 2/pi for the reduction of large arguments ({@code v_trig_preop_f64}): 53 bits of its fraction, as an f64 of their weight. The
 * fraction is an array of words, and everything else is done with integers: a result that is a denormal is cut off, not rounded.
 */
final class SegmentsOfTwoOverPi {
    /** A word index from which on the fraction, as far as it is kept, is zero. */
    private static final int PAST = (TwoOverPi.BITS + 31) / 32;
    private static final int MANTISSA = 52;
    private static final int BIAS = 1023;

    private final Code code;
    private final ModuleBuilder module;
    private int words;

    SegmentsOfTwoOverPi(Code code, ModuleBuilder module) {
        this.code = code;
        this.module = module;
    }

    /**
     * One segment.
     *
     * @param number  the f64 to be reduced; its exponent says where segments begin
     * @param segment which of them, in the low five bits
     */
    int segment(int number, int segment) {
        int wide = module.typeInt(64);
        int high = code.op(OpUConvert, code.word(), code.op(OpShiftRightLogical, wide, code.op(OpBitcast, wide, number), code.constant(32)));
        int exponent = code.field(high, 20, 11);
        int first = code.sub(code.glsl(Spv.Glsl.UMax, code.word(), exponent, code.constant(TwoOverPi.LAST_UNMOVED)),
                code.constant(TwoOverPi.LAST_UNMOVED));
        int shift = code.add(code.mul(code.and(segment, code.constant(31)), code.constant(MANTISSA + 1)), first);
        int kept = bits(shift);
        int raised = code.selectWord(code.lessUnsigned(exponent, code.constant(TwoOverPi.FIRST_RAISED)), code.constant(0),
                code.constant(TwoOverPi.RAISED_BY));
        return code.op(OpBitcast, module.typeFloat(64), scaled(kept, code.sub(code.addConstant(raised, -MANTISSA - 1), shift)));
    }

    /** The 53 bits behind the first {@code shift} ones, in an integer of 64. */
    private int bits(int shift) {
        int wide = module.typeInt(64);
        int index = code.glsl(Spv.Glsl.UMin, code.word(), code.shiftRightConstant(shift, 5), code.constant(PAST));
        int by = code.and(shift, code.constant(31));
        int above = wide(word(index));
        int pair = code.op(OpBitwiseOr, wide, code.op(OpShiftLeftLogical, wide, above, code.constant(32)), wide(word(code.addConstant(index, 1))));
        int rest = code.shiftRight(code.shiftRight(word(code.addConstant(index, 2)), code.constant(1)), code.sub(code.constant(31), by));
        int moved = code.op(OpBitwiseOr, wide, code.op(OpShiftLeftLogical, wide, pair, by), wide(rest));
        return code.op(OpShiftRightLogical, wide, moved, code.constant(63 - MANTISSA));
    }

    private int wide(int word) {
        return code.op(OpUConvert, module.typeInt(64), word);
    }

    private int word(int index) {
        if (words == 0) {
            words = module.initializedVariable(Spv.StorageClass.Private, module.typeArray(code.word(), PAST + 3), fraction());
            module.name(words, "two_over_pi");
        }
        return code.load(code.word(), code.chain(module.typePointer(Spv.StorageClass.Private, code.word()), words, index));
    }

    private int fraction() {
        int[] members = new int[PAST + 3];
        BigInteger aligned = TwoOverPi.FRACTION.shiftLeft(32 * PAST - TwoOverPi.BITS);
        for (int i = 0; i < members.length; i++) {
            members[i] = code.constant(i < PAST ? aligned.shiftRight(32 * (PAST - 1 - i)).intValue() : 0);
        }
        return module.constantComposite(module.typeArray(code.word(), members.length), members);
    }

    /** The bits of the f64 that an integer of 53 bits is when 2 to the {@code scale} is its last bit's weight. */
    private int scaled(int integer, int scale) {
        int wide = module.typeInt(64);
        int low = code.op(OpUConvert, code.word(), integer);
        int high = code.op(OpUConvert, code.word(), code.op(OpShiftRightLogical, wide, integer, code.constant(32)));
        int zero = code.constant(0);
        int isLow = code.equal(high, zero);
        int top = code.selectWord(isLow, code.glsl(Spv.Glsl.FindUMsb, code.word(), low),
                code.addConstant(code.glsl(Spv.Glsl.FindUMsb, code.word(), high), 32));
        int leading = code.op(OpShiftLeftLogical, wide, integer, code.and(code.sub(code.constant(MANTISSA), top), code.constant(63)));
        int exponent = code.addConstant(code.add(top, scale), BIAS);
        int isNormal = code.op(OpSGreaterThan, code.bool(), exponent, zero);
        int mask = module.constant(wide, 64, (1L << MANTISSA) - 1);
        int normal = code.op(OpBitwiseOr, wide, code.op(OpBitwiseAnd, wide, leading, mask),
                code.op(OpShiftLeftLogical, wide, wide(exponent), code.constant(MANTISSA)));
        int below = code.glsl(Spv.Glsl.UMin, code.word(), code.sub(code.constant(1), exponent), code.constant(63));
        int denormal = code.op(OpShiftRightLogical, wide, leading, below);
        int isZero = code.both(isLow, code.equal(low, zero));
        return code.op(OpSelect, wide, isZero, module.constant(wide, 64, 0), code.op(OpSelect, wide, isNormal, normal, denormal));
    }
}
