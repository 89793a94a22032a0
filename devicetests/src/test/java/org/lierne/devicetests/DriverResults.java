package org.lierne.devicetests;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.Instruction;

/** Instructions whose result a rule leaves to the driver, so that interpreter and device may differ, and those with open differences. */
final class DriverResults {
    private static final Map<Pattern, String> RULES = rules();

    private DriverResults() {}

    /** The rule by which an instruction is left out, null where it is to be compared. */
    static @Nullable String rule(Instruction row) {
        for (Map.Entry<Pattern, String> rule : RULES.entrySet()) {
            if (rule.getKey().matcher(row.name()).matches()) {
                return rule.getValue();
            }
        }
        return null;
    }

    /**
     * Rule B-032, point 11: without a request to keep them, whether denormal f32 are kept where the mode keeps them is up to the driver, except
     * for {@code v_ldexp_f32} and comparisons.
     *
     * @param bits operands and result
     */
    static boolean decidesOnDenormals(String name, int floatMode, int... bits) {
        return (floatMode >> 4 & 3) == 3 && !name.matches("v_(ldexp|cmpx?_\\w+)_f32.*")
                && Arrays.stream(bits).anyMatch(DriverResults::isDenormal);
    }

    /** Whether an f32 is a denormal. */
    static boolean isDenormal(int bits) {
        return (bits & 0x7f800000) == 0 && (bits & 0x7fffff) != 0;
    }

    private static Map<Pattern, String> rules() {
        Map<Pattern, String> rules = new LinkedHashMap<>();
        rules.put(Pattern.compile("v_(rcp|rsq|sqrt|log|exp|sin|cos|rcp_iflag)(_legacy)?_f(16|32|64)"), "B-033");
        rules.put(Pattern.compile("v_(mad|mac|madmk|madak)_f32|v_(mad|mac)_legacy_f32"), "B-025");
        rules.put(Pattern.compile("v_cvt_f32_f64|v_ldexp_f64|v_cube(id|sc|tc|ma)_f32"), "matrix of part B, cells left open (G-3)");
        rules.put(Pattern.compile("v_div_(scale|fmas)_f(16|32|64)|v_div_fixup_f64"), "B-051");
        rules.put(Pattern.compile("v_(fma|fmac|fmamk|fmaak|pk_fma|pk_fmac)_f(16|32|64)|v_fma_mix.*|v_dot2.*"), "B-028, B-032");
        rules.put(Pattern.compile("v_(min|max|med)3?_f16|v_pk_(min|max)_f16"), "B-054");
        return rules;
    }
}
