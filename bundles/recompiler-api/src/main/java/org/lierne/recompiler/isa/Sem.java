package org.lierne.recompiler.isa;

/**
 * The vocabulary in which instructions are written, once for all uses. With lanes of integers for {@code V} a definition runs, with
 * IR values it translates, with strings it documents itself.
 *
 * <p>Values have one of these kinds, and an operation says which it takes: <em>word</em> (32 bits), <em>long</em> (64 bits),
 * <em>half</em> (16 bits, in the low half of a word whose upper half is zero), <em>truth</em> (yes or no). In vector instructions
 * an operation acts lane by lane, in scalar ones once.
 *
 * <p>Operations starting with {@code f} are float operations under the wave's MODE: the implementor applies denormal flushes,
 * rounding, NaN rules of the instruction at hand. Modifiers of sources (neg, abs, sext, op_sel, SDWA, DPP) are applied by
 * {@link #in}, those of the result (clamp, omod, SDWA, op_sel) by {@link #out}. Everything else is plain integer arithmetic.
 *
 * <p>Reads give the state before the instruction, however often and late they are asked for: an implementor keeps what it read, so
 * that a definition may set SCC or a destination and read a source again.
 *
 * @param <V> a value
 */
public interface Sem<V> {
    // Operands.

    /** Source {@code i} with its modifiers: a half, word or long by the row's type. */
    V in(int i);

    /** The low half of packed source {@code i}, chosen by op_sel and negated by neg_lo: a half. */
    V inLow(int i);

    /** The high half of packed source {@code i}, chosen by op_sel_hi and negated by neg_hi: a half. */
    V inHigh(int i);

    /** Source {@code i} of a mixed-precision instruction, as f32: a word. An f16 source is chosen by op_sel and converted. */
    V inMix(int i);

    /** This lane's bit of lane-mask source {@code i}: a truth. */
    V inMask(int i);

    /** The value destination 0 holds before: a half, word or long. */
    V old();

    /** Sets destination 0. */
    void out(V value);

    /** Sets destination {@code i}. */
    void out(int i, V value);

    /** Sets this lane's bit of lane-mask destination {@code i}; bits of inactive lanes become zero. */
    void outMask(int i, V truth);

    /** Writes EXEC for the active lanes: the lane stays active if the truth holds. */
    void outExec(V truth);

    /** Sets destination 0 from two halves. */
    void outPacked(V low, V high);

    /** Sets the low half of destination 0 and keeps the high one (v_fma_mixlo_f16). */
    void outLow(V half);

    /** Sets the high half of destination 0 and keeps the low one (v_fma_mixhi_f16). */
    void outHigh(V half);

    /** Dword {@code k} of source {@code i}, of any width: a word. */
    V inDword(int i, int k);

    /** Sets dword {@code k} of destination 0. */
    void outDword(int k, V word);

    /** The register {@code offset} (a uniform word) after source {@code i}. */
    V inRelative(int i, V offset);

    /** Sets the register {@code offset} (a uniform word) after destination 0. */
    void outRelative(V offset, V value);

    /** Exchanges the register {@code from} after source {@code i} with the register {@code to} after destination 0. */
    void swap(int i, V from, V to);

    /** The status bit SCC: a truth. */
    V scc();

    /** Sets SCC. */
    void scc(V truth);

    /** This lane's bit of VCC: a truth. */
    V vcc();

    /** EXEC's low word. */
    V execLow();

    /** EXEC as a long. */
    V execLong();

    /** Sets EXEC's low word; the high word stays. */
    void execLow(V word);

    /** Sets EXEC from a long. */
    void execLong(V value);

    /** The register M0: a word. */
    V m0();

    /** This lane's number in its wave: a word. */
    V laneId();

    // Constants.

    /** A word. */
    V word(int value);

    /** A long. */
    V wide(long value);

    /** A truth. */
    V truth(boolean value);

    // Words. Halves may be used as words.

    V add(V a, V b);

    V sub(V a, V b);

    /** Low word of the product. */
    V mul(V a, V b);

    V mulHighUnsigned(V a, V b);

    V mulHighSigned(V a, V b);

    V and(V a, V b);

    V or(V a, V b);

    V xor(V a, V b);

    V not(V a);

    /** Shift left by the low five bits of {@code by}. */
    V shl(V a, V by);

    /** Logical shift right by the low five bits of {@code by}. */
    V lshr(V a, V by);

    /** Arithmetic shift right by the low five bits of {@code by}. */
    V ashr(V a, V by);

    V smin(V a, V b);

    V smax(V a, V b);

    V umin(V a, V b);

    V umax(V a, V b);

    V eq(V a, V b);

    V slt(V a, V b);

    V ult(V a, V b);

    /** Number of set bits. */
    V bitCount(V a);

    /** The bits in reverse order. */
    V reverse(V a);

    /** Number of the lowest set bit, or all ones for zero. */
    V lowestBit(V a);

    /** Number of zero bits above the highest set bit, or all ones for zero. */
    V leadingZeros(V a);

    /** A word in which every group of four bits that has a set bit is all ones. */
    default V wholeQuads(V a) {
        V pairs = or(a, lshr(a, word(1)));
        V any = and(or(pairs, lshr(pairs, word(2))), word(0x11111111));
        return sub(shl(any, word(4)), any);
    }

    /** {@link #wholeQuads} of a long. */
    default V wholeQuads64(V a) {
        return pair(wholeQuads(low(a)), wholeQuads(high(a)));
    }

    /** The low eight bits with their sign. */
    V signExtend8(V a);

    /** The low sixteen bits with their sign. */
    V signExtend16(V a);

    /** Bits {@code offset .. offset + width - 1}, zero-extended; offset and width are words below 32; width 0 gives zero. */
    V extractUnsigned(V a, V offset, V width);

    /** The same with the field's sign. */
    V extractSigned(V a, V offset, V width);

    // Longs.

    V add64(V a, V b);

    V sub64(V a, V b);

    V and64(V a, V b);

    V or64(V a, V b);

    V xor64(V a, V b);

    V not64(V a);

    /** Shift left by the low six bits of the word {@code by}. */
    V shl64(V a, V by);

    V lshr64(V a, V by);

    V ashr64(V a, V by);

    V eq64(V a, V b);

    V slt64(V a, V b);

    V ult64(V a, V b);

    V bitCount64(V a);

    V reverse64(V a);

    /** A word: number of the lowest set bit, or all ones for zero. */
    V lowestBit64(V a);

    /** A word: number of zero bits above the highest set bit, or all ones for zero. */
    V leadingZeros64(V a);

    /** Low word of a long. */
    V low(V a);

    /** High word of a long. */
    V high(V a);

    /** A long from two words. */
    V pair(V low, V high);

    /** A word as an unsigned long. */
    V widenUnsigned(V a);

    /** A word as a signed long. */
    V widenSigned(V a);

    /** The 64-bit product of two unsigned words. */
    V mulWideUnsigned(V a, V b);

    /** The 64-bit product of two signed words. */
    V mulWideSigned(V a, V b);

    // Truths.

    V both(V a, V b);

    V either(V a, V b);

    V differ(V a, V b);

    V negate(V a);

    /** {@code a} where the truth holds, else {@code b}; halves, words, longs or truths. */
    V select(V truth, V a, V b);

    // Floats. The format is that of operands and result unless said otherwise.

    V fadd(FloatFormat f, V a, V b);

    V fsub(FloatFormat f, V a, V b);

    V fmul(FloatFormat f, V a, V b);

    /** Product with 0 times anything giving +0. */
    V fmulLegacy(V a, V b);

    /** Fused multiply-add, one rounding. */
    V ffma(FloatFormat f, V a, V b, V c);

    /** Multiply, round, add, round; f32 denormals always flushed. */
    V fmad(V a, V b, V c);

    /** {@link #fmad} with {@link #fmulLegacy}'s product. */
    V fmadLegacy(V a, V b, V c);

    V fmullit(V a, V b, V c);

    V fmin(FloatFormat f, V a, V b);

    V fmax(FloatFormat f, V a, V b);

    V fmin3(FloatFormat f, V a, V b, V c);

    V fmax3(FloatFormat f, V a, V b, V c);

    V fmed3(FloatFormat f, V a, V b, V c);

    /** A truth. */
    V fcompare(FloatFormat f, FloatCondition condition, V a, V b);

    /** A truth: whether the value's class is among the ten bits of the word {@code classes}. */
    V fclass(FloatFormat f, V a, V classes);

    V ftrunc(FloatFormat f, V a);

    V fceil(FloatFormat f, V a);

    V ffloor(FloatFormat f, V a);

    /** To the nearest integer, ties to even. */
    V frndne(FloatFormat f, V a);

    V ffract(FloatFormat f, V a);

    V frcp(FloatFormat f, V a);

    V frsq(FloatFormat f, V a);

    V fsqrt(FloatFormat f, V a);

    /** Base-2 logarithm. */
    V flog(FloatFormat f, V a);

    /** Power of two. */
    V fexp(FloatFormat f, V a);

    /** Sine of a number of turns. */
    V fsin(FloatFormat f, V a);

    /** Cosine of a number of turns. */
    V fcos(FloatFormat f, V a);

    /** {@code a} times two to the power of {@code by}: a signed word for f32 and f64, a signed half for f16. */
    V fldexp(FloatFormat f, V a, V by);

    V frexpMantissa(FloatFormat f, V a);

    /** A signed word (a half for f16). */
    V frexpExponent(FloatFormat f, V a);

    /** The scaled operand of a division; sets lane-mask destination 1 to whether the quotient needs scaling back. */
    V fdivScale(FloatFormat f, V a, V denominator, V numerator);

    /** Fused multiply-add scaled back where this lane's VCC bit is set. */
    V fdivFmas(FloatFormat f, V a, V b, V c);

    V fdivFixup(FloatFormat f, V quotient, V denominator, V numerator);

    V fcubeId(V x, V y, V z);

    V fcubeS(V x, V y, V z);

    V fcubeT(V x, V y, V z);

    V fcubeMajor(V x, V y, V z);

    /** A segment of 2/pi for argument reduction. */
    V ftrigPreop(V a, V segment);

    /** f16 dot product accumulated in f32. */
    V fdot2(V aLow, V aHigh, V bLow, V bHigh, V c);

    /** Between float formats. */
    V fconvert(FloatFormat from, FloatFormat to, V a);

    /** From f32 to f16 towards zero. */
    V fconvertToHalfTowardZero(V a);

    /** From a signed word (a signed half for f16). */
    V fromSigned(FloatFormat to, V a);

    /** From an unsigned word (an unsigned half for f16). */
    V fromUnsigned(FloatFormat to, V a);

    /** Towards zero, saturating, NaN gives 0: a signed word (a half for f16). */
    V toSigned(FloatFormat from, V a);

    /** Towards zero, saturating, NaN gives 0: an unsigned word (a half for f16). */
    V toUnsigned(FloatFormat from, V a);

    /** f32 to the nearest signed word after adding one half (v_cvt_rpi_i32_f32). */
    V toSignedRoundUp(V a);

    /** f32 to the signed word below (v_cvt_flr_i32_f32). */
    V toSignedFloor(V a);

    /** Normalised conversion to a signed half: -1..1 to -32767..32767. */
    V toSnorm16(FloatFormat from, V a);

    /** Normalised conversion to an unsigned half: 0..1 to 0..65535. */
    V toUnorm16(FloatFormat from, V a);

    /** f32 to an unsigned byte, rounded by MODE, saturating. */
    V toByte(V a);

    /** An f16 passed through a float unit: denormals flushed, signalling NaNs quieted as MODE says (v_pack_b32_f16). */
    V fcanonical(V half);

    /** Fused multiply-add of three f32, rounded once to f16 (v_fma_mixlo_f16). */
    V fmixToHalf(V a, V b, V c);

    // Lanes.

    /** The word that lane {@code lane} of source {@code i} holds, whether active or not; a uniform word. */
    V readLane(int i, V lane);

    /** The word of source {@code i} in the first active lane, or lane 0 when none is. */
    V readFirstLane(int i);

    /** Sets one lane of destination 0, whether active or not. */
    void writeLane(V value, V lane);

    /**
     * For every lane the value of another lane of its row of 16 (or of the neighbouring row when {@code across}), picked by four
     * bits a lane from the longs' halves {@code selectLow} and {@code selectHigh}; sets destination 0.
     */
    void permuteRow(int i, V selectLow, V selectHigh, boolean across);
}
