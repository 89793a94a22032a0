package org.lierne.recompiler.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes down what an instruction does: a value is its formula. S0, S1, S2 are the sources, D the destination before and after. */
final class TextSem implements Sem<String> {
    private static final int SMALL = 64;

    private final List<String> statements = new ArrayList<>();

    /** The semantics as statements separated by semicolons. */
    static String describe(Semantics semantics) {
        TextSem text = new TextSem();
        semantics.define(text);
        return String.join("; ", text.statements);
    }

    private void say(String statement) {
        statements.add(statement);
    }

    private static String call(String name, String... arguments) {
        return name + "(" + String.join(", ", arguments) + ")";
    }

    /** Without the outermost brackets. */
    private static String plain(String formula) {
        if (!formula.startsWith("(") || !formula.endsWith(")")) {
            return formula;
        }
        int depth = 0;
        for (int i = 0; i < formula.length() - 1; i++) {
            depth += formula.charAt(i) == '(' ? 1 : formula.charAt(i) == ')' ? -1 : 0;
            if (depth == 0) {
                return formula;
            }
        }
        return formula.substring(1, formula.length() - 1);
    }

    private static String number(long value) {
        return Math.abs(value) <= SMALL ? Long.toString(value) : "0x" + Long.toHexString(value == (int) value ? value & 0xffffffffL : value);
    }

    @Override
    public String in(int i) {
        return "S"+i;
    }

    @Override
    public String inLow(int i) {
        return "S"+i+".low";
    }

    @Override
    public String inHigh(int i) {
        return "S"+i+".high";
    }

    @Override
    public String inMix(int i) {
        return "float(S"+i+")";
    }

    @Override
    public String inMask(int i) {
        return "S"+i+"[lane]";
    }

    @Override
    public String old() {
        return "D";
    }

    @Override
    public void out(String value) {
        say("D = " + plain(value));
    }

    @Override
    public void out(int i, String value) {
        say("D" + (i == 0 ? "" : i) + " = " + plain(value));
    }

    @Override
    public void outMask(int i, String truth) {
        say("D" + (i == 0 ? "" : i) + "[lane] = " + plain(truth));
    }

    @Override
    public void outExec(String truth) {
        say("EXEC[lane] = " + plain(truth));
    }

    @Override
    public void outPacked(String low, String high) {
        say("D.low = " + plain(low) + "; D.high = " + plain(high));
    }

    @Override
    public void outLow(String half) {
        say("D.low = " + plain(half));
    }

    @Override
    public void outHigh(String half) {
        say("D.high = " + plain(half));
    }

    @Override
    public String inDword(int i, int k) {
        return "S"+i+"["+k+"]";
    }

    @Override
    public void outDword(int k, String word) {
        say("D[" + k + "] = " + plain(word));
    }

    @Override
    public String inRelative(int i, String offset) {
        return "S"+i+"[+"+offset+"]";
    }

    @Override
    public void outRelative(String offset, String value) {
        say("D[+" + offset + "] = " + plain(value));
    }

    @Override
    public void swap(int i, String from, String to) {
        say("exchange D[+" + to + "] and S" + i + "[+" + from + "]");
    }

    @Override
    public String scc() {
        return "SCC";
    }

    @Override
    public void scc(String truth) {
        say("SCC = " + plain(truth));
    }

    @Override
    public String vcc() {
        return "VCC[lane]";
    }

    @Override
    public String execLow() {
        return "EXEC_LO";
    }

    @Override
    public String execLong() {
        return "EXEC";
    }

    @Override
    public void execLow(String word) {
        say("EXEC_LO = " + plain(word));
    }

    @Override
    public void execLong(String value) {
        say("EXEC = " + plain(value));
    }

    @Override
    public String m0() {
        return "M0";
    }

    @Override
    public String laneId() {
        return "lane";
    }

    @Override
    public String word(int value) {
        return number(value);
    }

    @Override
    public String wide(long value) {
        return number(value);
    }

    @Override
    public String truth(boolean value) {
        return value ? "true" : "false";
    }

    @Override
    public String add(String a, String b) {
        return "(" + a + " + " + b + ")";
    }

    @Override
    public String sub(String a, String b) {
        return "(" + a + " - " + b + ")";
    }

    @Override
    public String mul(String a, String b) {
        return "(" + a + " * " + b + ")";
    }

    @Override
    public String mulHighUnsigned(String a, String b) {
        return call("high_u", a, b);
    }

    @Override
    public String mulHighSigned(String a, String b) {
        return call("high_s", a, b);
    }

    @Override
    public String and(String a, String b) {
        return "(" + a + " & " + b + ")";
    }

    @Override
    public String or(String a, String b) {
        return "(" + a + " | " + b + ")";
    }

    @Override
    public String xor(String a, String b) {
        return "(" + a + " ^ " + b + ")";
    }

    @Override
    public String not(String a) {
        return "~" + a;
    }

    @Override
    public String shl(String a, String by) {
        return "(" + a + " << " + by + ")";
    }

    @Override
    public String lshr(String a, String by) {
        return "(" + a + " >>> " + by + ")";
    }

    @Override
    public String ashr(String a, String by) {
        return "(" + a + " >> " + by + ")";
    }

    @Override
    public String smin(String a, String b) {
        return call("min_s", a, b);
    }

    @Override
    public String smax(String a, String b) {
        return call("max_s", a, b);
    }

    @Override
    public String umin(String a, String b) {
        return call("min_u", a, b);
    }

    @Override
    public String umax(String a, String b) {
        return call("max_u", a, b);
    }

    @Override
    public String eq(String a, String b) {
        return "(" + a + " == " + b + ")";
    }

    @Override
    public String slt(String a, String b) {
        return "(" + a + " <s " + b + ")";
    }

    @Override
    public String ult(String a, String b) {
        return "(" + a + " <u " + b + ")";
    }

    @Override
    public String bitCount(String a) {
        return call("count_ones", a);
    }

    @Override
    public String reverse(String a) {
        return call("reverse_bits", a);
    }

    @Override
    public String lowestBit(String a) {
        return call("lowest_bit", a);
    }

    @Override
    public String leadingZeros(String a) {
        return call("leading_zeros", a);
    }

    @Override
    public String signExtend8(String a) {
        return call("sign_extend_8", a);
    }

    @Override
    public String signExtend16(String a) {
        return call("sign_extend_16", a);
    }

    @Override
    public String extractUnsigned(String a, String offset, String width) {
        return call("field_u", a, offset, width);
    }

    @Override
    public String extractSigned(String a, String offset, String width) {
        return call("field_s", a, offset, width);
    }

    @Override
    public String add64(String a, String b) {
        return "(" + a + " + " + b + ")";
    }

    @Override
    public String sub64(String a, String b) {
        return "(" + a + " - " + b + ")";
    }

    @Override
    public String and64(String a, String b) {
        return "(" + a + " & " + b + ")";
    }

    @Override
    public String or64(String a, String b) {
        return "(" + a + " | " + b + ")";
    }

    @Override
    public String xor64(String a, String b) {
        return "(" + a + " ^ " + b + ")";
    }

    @Override
    public String not64(String a) {
        return "~" + a;
    }

    @Override
    public String shl64(String a, String by) {
        return "(" + a + " << " + by + ")";
    }

    @Override
    public String lshr64(String a, String by) {
        return "(" + a + " >>> " + by + ")";
    }

    @Override
    public String ashr64(String a, String by) {
        return "(" + a + " >> " + by + ")";
    }

    @Override
    public String eq64(String a, String b) {
        return "(" + a + " == " + b + ")";
    }

    @Override
    public String slt64(String a, String b) {
        return "(" + a + " <s " + b + ")";
    }

    @Override
    public String ult64(String a, String b) {
        return "(" + a + " <u " + b + ")";
    }

    @Override
    public String bitCount64(String a) {
        return call("count_ones", a);
    }

    @Override
    public String reverse64(String a) {
        return call("reverse_bits", a);
    }

    @Override
    public String lowestBit64(String a) {
        return call("lowest_bit", a);
    }

    @Override
    public String leadingZeros64(String a) {
        return call("leading_zeros", a);
    }

    @Override
    public String low(String a) {
        return call("low", a);
    }

    @Override
    public String high(String a) {
        return call("high", a);
    }

    @Override
    public String pair(String low, String high) {
        return call("pair", low, high);
    }

    @Override
    public String widenUnsigned(String a) {
        return call("zero_extend", a);
    }

    @Override
    public String widenSigned(String a) {
        return call("sign_extend", a);
    }

    @Override
    public String mulWideUnsigned(String a, String b) {
        return call("wide_product_u", a, b);
    }

    @Override
    public String mulWideSigned(String a, String b) {
        return call("wide_product_s", a, b);
    }

    @Override
    public String both(String a, String b) {
        return "(" + a + " and " + b + ")";
    }

    @Override
    public String either(String a, String b) {
        return "(" + a + " or " + b + ")";
    }

    @Override
    public String differ(String a, String b) {
        return "(" + a + " != " + b + ")";
    }

    @Override
    public String negate(String a) {
        return "not " + a;
    }

    @Override
    public String select(String truth, String a, String b) {
        return "(" + truth + " ? " + a + " : " + b + ")";
    }

    @Override
    public String fadd(FloatFormat f, String a, String b) {
        return "(" + a + " + " + b + ")";
    }

    @Override
    public String fsub(FloatFormat f, String a, String b) {
        return "(" + a + " - " + b + ")";
    }

    @Override
    public String fmul(FloatFormat f, String a, String b) {
        return "(" + a + " * " + b + ")";
    }

    @Override
    public String fmulLegacy(String a, String b) {
        return call("mul_legacy", a, b);
    }

    @Override
    public String ffma(FloatFormat f, String a, String b, String c) {
        return call("fma", a, b, c);
    }

    @Override
    public String fmad(String a, String b, String c) {
        return call("mad", a, b, c);
    }

    @Override
    public String fmadLegacy(String a, String b, String c) {
        return call("mad_legacy", a, b, c);
    }

    @Override
    public String fmullit(String a, String b, String c) {
        return call("mullit", a, b, c);
    }

    @Override
    public String fmin(FloatFormat f, String a, String b) {
        return call("min", a, b);
    }

    @Override
    public String fmax(FloatFormat f, String a, String b) {
        return call("max", a, b);
    }

    @Override
    public String fmin3(FloatFormat f, String a, String b, String c) {
        return call("min3", a, b, c);
    }

    @Override
    public String fmax3(FloatFormat f, String a, String b, String c) {
        return call("max3", a, b, c);
    }

    @Override
    public String fmed3(FloatFormat f, String a, String b, String c) {
        return call("med3", a, b, c);
    }

    @Override
    public String fcompare(FloatFormat f, FloatCondition condition, String a, String b) {
        return call("compare_" + condition.name().toLowerCase(Locale.ROOT), a, b);
    }

    @Override
    public String fclass(FloatFormat f, String a, String classes) {
        return call("class", a, classes);
    }

    @Override
    public String ftrunc(FloatFormat f, String a) {
        return call("trunc", a);
    }

    @Override
    public String fceil(FloatFormat f, String a) {
        return call("ceil", a);
    }

    @Override
    public String ffloor(FloatFormat f, String a) {
        return call("floor", a);
    }

    @Override
    public String frndne(FloatFormat f, String a) {
        return call("rndne", a);
    }

    @Override
    public String ffract(FloatFormat f, String a) {
        return call("fract", a);
    }

    @Override
    public String frcp(FloatFormat f, String a) {
        return call("rcp", a);
    }

    @Override
    public String frsq(FloatFormat f, String a) {
        return call("rsq", a);
    }

    @Override
    public String fsqrt(FloatFormat f, String a) {
        return call("sqrt", a);
    }

    @Override
    public String flog(FloatFormat f, String a) {
        return call("log", a);
    }

    @Override
    public String fexp(FloatFormat f, String a) {
        return call("exp", a);
    }

    @Override
    public String fsin(FloatFormat f, String a) {
        return call("sin", a);
    }

    @Override
    public String fcos(FloatFormat f, String a) {
        return call("cos", a);
    }

    @Override
    public String fldexp(FloatFormat f, String a, String by) {
        return call("ldexp", a, by);
    }

    @Override
    public String frexpMantissa(FloatFormat f, String a) {
        return call("rexp_mantissa", a);
    }

    @Override
    public String frexpExponent(FloatFormat f, String a) {
        return call("rexp_exponent", a);
    }

    @Override
    public String fdivScale(FloatFormat f, String a, String denominator, String numerator) {
        return call("div_scale", a, denominator, numerator);
    }

    @Override
    public String fdivFmas(FloatFormat f, String a, String b, String c) {
        return call("div_fmas", a, b, c);
    }

    @Override
    public String fdivFixup(FloatFormat f, String quotient, String denominator, String numerator) {
        return call("div_fixup", quotient, denominator, numerator);
    }

    @Override
    public String fcubeId(String x, String y, String z) {
        return call("cube_id", x, y, z);
    }

    @Override
    public String fcubeS(String x, String y, String z) {
        return call("cube_s", x, y, z);
    }

    @Override
    public String fcubeT(String x, String y, String z) {
        return call("cube_t", x, y, z);
    }

    @Override
    public String fcubeMajor(String x, String y, String z) {
        return call("cube_major", x, y, z);
    }

    @Override
    public String ftrigPreop(String a, String segment) {
        return call("trig_preop", a, segment);
    }

    @Override
    public String fdot2(String aLow, String aHigh, String bLow, String bHigh, String c) {
        return call("dot2", aLow, aHigh, bLow, bHigh, c);
    }

    @Override
    public String fconvert(FloatFormat from, FloatFormat to, String a) {
        return call("convert_" + from.name().toLowerCase(Locale.ROOT) + "_to_" + to.name().toLowerCase(Locale.ROOT), a);
    }

    @Override
    public String fconvertToHalfTowardZero(String a) {
        return call("convert_to_half_toward_zero", a);
    }

    @Override
    public String fromSigned(FloatFormat to, String a) {
        return call("signed_to_" + to.name().toLowerCase(Locale.ROOT), a);
    }

    @Override
    public String fromUnsigned(FloatFormat to, String a) {
        return call("unsigned_to_" + to.name().toLowerCase(Locale.ROOT), a);
    }

    @Override
    public String toSigned(FloatFormat from, String a) {
        return call("to_signed", a);
    }

    @Override
    public String toUnsigned(FloatFormat from, String a) {
        return call("to_unsigned", a);
    }

    @Override
    public String toSignedRoundUp(String a) {
        return call("to_signed_round_up", a);
    }

    @Override
    public String toSignedFloor(String a) {
        return call("to_signed_floor", a);
    }

    @Override
    public String toSnorm16(FloatFormat from, String a) {
        return call("to_snorm16", a);
    }

    @Override
    public String toUnorm16(FloatFormat from, String a) {
        return call("to_unorm16", a);
    }

    @Override
    public String toByte(String a) {
        return call("to_byte", a);
    }

    @Override
    public String fcanonical(String half) {
        return call("canonical", half);
    }

    @Override
    public String fmixToHalf(String a, String b, String c) {
        return call("mix_to_half", a, b, c);
    }

    @Override
    public String readLane(int i, String lane) {
        return "S" + i + "[lane " + lane + "]";
    }

    @Override
    public String readFirstLane(int i) {
        return "S" + i + "[first active lane]";
    }

    @Override
    public void writeLane(String value, String lane) {
        say("D[lane " + lane + "] = " + plain(value));
    }

    @Override
    public void permuteRow(int i, String selectLow, String selectHigh, boolean across) {
        say("D = S" + i + "[lane of " + (across ? "the other row" : "the row") + " picked by four bits of " + selectLow + " and " + selectHigh + "]");
    }
}
