package org.lierne.recompiler.isa;

import java.util.List;

/**
 * What {@link Sem} can compute from values alone, each operation once for words and longs, and how the manual writes it. What the
 * operations mean stands at the methods of {@link Sem}.
 */
public enum Operation {
    ADD("(%s + %s)"),
    SUB("(%s - %s)"),
    MUL("(%s * %s)"),
    MUL_HIGH_UNSIGNED("high_u(%s, %s)"),
    MUL_HIGH_SIGNED("high_s(%s, %s)"),
    AND("(%s & %s)"),
    OR("(%s | %s)"),
    XOR("(%s ^ %s)"),
    NOT("~%s"),
    SHL("(%s << %s)"),
    LSHR("(%s >>> %s)"),
    ASHR("(%s >> %s)"),
    SMIN("min_s(%s, %s)"),
    SMAX("max_s(%s, %s)"),
    UMIN("min_u(%s, %s)"),
    UMAX("max_u(%s, %s)"),
    EQ("(%s == %s)"),
    SLT("(%s <s %s)"),
    ULT("(%s <u %s)"),
    BIT_COUNT("count_ones(%s)"),
    REVERSE("reverse_bits(%s)"),
    LOWEST_BIT("lowest_bit(%s)"),
    LEADING_ZEROS("leading_zeros(%s)"),
    SIGN_EXTEND_8("sign_extend_8(%s)"),
    SIGN_EXTEND_16("sign_extend_16(%s)"),
    EXTRACT_UNSIGNED("field_u(%s, %s, %s)"),
    EXTRACT_SIGNED("field_s(%s, %s, %s)"),
    LOW("low(%s)"),
    HIGH("high(%s)"),
    PAIR("pair(%s, %s)"),
    WIDEN_UNSIGNED("zero_extend(%s)"),
    WIDEN_SIGNED("sign_extend(%s)"),
    MUL_WIDE_UNSIGNED("wide_product_u(%s, %s)"),
    MUL_WIDE_SIGNED("wide_product_s(%s, %s)"),
    BOTH("(%s and %s)"),
    EITHER("(%s or %s)"),
    DIFFER("(%s != %s)"),
    NEGATE("not %s"),
    SELECT("(%s ? %s : %s)"),
    FADD("(%s + %s)"),
    FSUB("(%s - %s)"),
    FMUL("(%s * %s)"),
    FMUL_LEGACY("mul_legacy(%s, %s)"),
    FFMA("fma(%s, %s, %s)"),
    FMAD("mad(%s, %s, %s)"),
    FMAD_LEGACY("mad_legacy(%s, %s, %s)"),
    FMULLIT("mullit(%s, %s, %s)"),
    FMIN("min(%s, %s)"),
    FMAX("max(%s, %s)"),
    FMIN3("min3(%s, %s, %s)"),
    FMAX3("max3(%s, %s, %s)"),
    FMED3("med3(%s, %s, %s)"),
    FCLASS("class(%s, %s)"),
    FTRUNC("trunc(%s)"),
    FCEIL("ceil(%s)"),
    FFLOOR("floor(%s)"),
    FRNDNE("rndne(%s)"),
    FFRACT("fract(%s)"),
    FRCP("rcp(%s)"),
    FRSQ("rsq(%s)"),
    FSQRT("sqrt(%s)"),
    FLOG("log(%s)"),
    FEXP("exp(%s)"),
    FSIN("sin(%s)"),
    FCOS("cos(%s)"),
    FLDEXP("ldexp(%s, %s)"),
    FREXP_MANTISSA("frexp_mantissa(%s)"),
    FREXP_EXPONENT("frexp_exponent(%s)"),
    FDIV_SCALE("div_scale(%s, %s, %s)"),
    FDIV_FMAS("div_fmas(%s, %s, %s)"),
    FDIV_FIXUP("div_fixup(%s, %s, %s)"),
    FCUBE_ID("cube_id(%s, %s, %s)"),
    FCUBE_S("cube_s(%s, %s, %s)"),
    FCUBE_T("cube_t(%s, %s, %s)"),
    FCUBE_MAJOR("cube_major(%s, %s, %s)"),
    FTRIG_PREOP("trig_preop(%s, %s)"),
    FDOT2("dot2(%s, %s, %s, %s, %s)"),
    FCONVERT_TO_HALF_TOWARD_ZERO("convert_to_half_toward_zero(%s)"),
    FROM_SIGNED("signed_to_float(%s)"),
    FROM_UNSIGNED("unsigned_to_float(%s)"),
    TO_SIGNED("to_signed(%s)"),
    TO_UNSIGNED("to_unsigned(%s)"),
    TO_SIGNED_ROUND_UP("to_signed_round_up(%s)"),
    TO_SIGNED_FLOOR("to_signed_floor(%s)"),
    TO_SNORM_16("to_snorm16(%s)"),
    TO_UNORM_16("to_unorm16(%s)"),
    TO_BYTE("to_byte(%s)"),
    FCANONICAL("canonical(%s)"),
    FMIX_TO_HALF("mix_to_half(%s, %s, %s)");

    private final String notation;

    Operation(String notation) {
        this.notation = notation;
    }

    /** The operation as a formula of its operands. */
    String formula(List<String> operands) {
        return notation.formatted(operands.toArray());
    }
}
