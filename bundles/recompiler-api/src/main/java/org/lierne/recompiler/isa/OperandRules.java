package org.lierne.recompiler.isa;

import org.jspecify.annotations.Nullable;

/** Which numbers may stand in which field. What is not allowed is refused with a reason. */
final class OperandRules {
    private static final int SGPRS = 106;
    private static final int LDS_DIRECT = 254;

    private OperandRules() {
    }

    /** What is wrong with the operands and modifiers of a decoded instruction, or null. */
    static @Nullable String problem(Decoded d) {
        if (!d.hidesDestination()) {
            for (OperandField field : d.layout().to()) {
                String reason = problem(d, field);
                if (reason != null) {
                    return reason;
                }
            }
        }
        for (OperandField field : d.layout().from()) {
            String reason = problem(d, field);
            if (reason != null) {
                return reason;
            }
        }
        return EncodingRules.problem(d);
    }

    private static @Nullable String problem(Decoded d, OperandField field) {
        int code = d.bits(field.bits());
        int dwords = field.type().dwords(d.waveSize());
        return switch (field.kind()) {
            case VGPR -> vector(code, dwords);
            case VGPR_ONLY -> code == LDS_DIRECT && d.row().is(Instruction.Trait.IGNORES_EXEC) ? null : code < 256 ? "source " + code + " is not a VGPR" : vector(code - 256, dwords);
            case SOURCE -> source(code, dwords, d);
            case SCALAR_SOURCE -> field.spec().place() == Place.SCALAR_REGISTER && isConstant(code) ? "a constant cannot stand here"
                    : code == LDS_DIRECT ? "src_lds_direct is a source of vector instructions" : source(code, dwords, d);
            case LANE_SELECT -> code >= 256 ? "a VGPR cannot stand here"
                    : field.type() == DataType.MASK ? mask(code, dwords) : source(code, dwords, d);
            case SCALAR -> scalar(code, dwords);
            case SDWA_SCALAR -> (d.word(1) >>> 15 & 1) != 0 ? scalar(code, dwords) : null;
            case SDWA_SOURCE -> d.sdwaScalar(field.index()) ? code == 255 ? "SDWA has no literal" : source(code, dwords, d) : null;
            case DESCRIPTOR -> descriptor(code * 4, dwords);
            case BASE -> scalar(code * 2, dwords);
            case SCALAR_ADDRESS -> code == Operand.Sgpr.NULL || d.isNoAddress(code) ? null : scalar(code, dwords);
            case SCALAR_MEMORY_OFFSET -> scalar(code, 1);
            case BUFFER_ADDRESS, FLAT_ADDRESS, VARIABLE_DATA -> vector(code, d.vectorDwords(field.kind()));
            case IMAGE_ADDRESS -> imageAddress(d, code);
            case VCC, LITERAL, IMMEDIATE, ATTRIBUTE, PARAMETER, EXPORT -> null;
        };
    }

    private static @Nullable String vector(int index, int dwords) {
        return index + dwords > 256 ? "v[" + index + ":" + (index + dwords - 1) + "] runs past the last VGPR" : null;
    }

    private static @Nullable String imageAddress(Decoded d, int first) {
        int count = ImageShape.addressDwords(d, (Effect.Image) d.row().effect());
        int nsa = d.field('n');
        if (nsa == 0) {
            return vector(first, count);
        }
        return count > 1 + 4 * nsa ? "address needs " + count + " registers, " + nsa + " NSA dwords name " + (1 + 4 * nsa) : null;
    }

    private static @Nullable String source(int code, int dwords, Decoded d) {
        if (code >= 256) {
            return vector(code - 256, dwords);
        }
        if (code < 128) {
            return scalar(code, dwords);
        }
        if (code <= 208 || code >= 235 && code <= 248 || code >= 251) {
            return code == LDS_DIRECT && dwords > 1 ? "src_lds_direct is 32 bits wide" : null;
        }
        return "source code " + code + " is not defined";
    }

    private static boolean isConstant(int code) {
        return code >= 128 && code <= 208 || code >= 240 && code <= 248 || code == 255;
    }

    /** A lane mask as source. */
    private static @Nullable String mask(int code, int dwords) {
        return code < 128 ? scalar(code, dwords) : "source code " + code + " is not a lane mask";
    }

    /**
     * Whether {@code dwords} scalar registers exist from the one on that {@code code} names. A tuple of four or more may end in VCC (rules ).
     */
    static @Nullable String scalar(int code, int dwords) {
        if (code >= 128) {
            return "code " + code + " is not a scalar register";
        }
        if (dwords == 1) {
            return null;
        }
        if (code == Operand.Sgpr.NULL) {
            return null;
        }
        int index = Operand.Sgpr.aligned(code, dwords);
        int end = index + dwords;
        if (index < SGPRS) {
            int last = dwords == 2 ? SGPRS : SGPRS + 2;
            return end > last ? "tuple past VCC: s[" + index + ":" + (end - 1) + "]" : null;
        }
        if (index >= Operand.Sgpr.TTMP0 && index < Operand.Sgpr.M0) {
            return end > Operand.Sgpr.M0 ? "tuple past the last trap register" : null;
        }
        return dwords == 2 && (index == Operand.Sgpr.VCC_LO || index == Operand.Sgpr.EXEC_LO) ? null
                : "no tuple of " + dwords + " scalar registers starts at code " + index;
    }

    private static @Nullable String descriptor(int index, int dwords) {
        String reason = scalar(index, dwords);
        return reason != null && index < Operand.Sgpr.TTMP0 && index + dwords > SGPRS + 2 ? "descriptor " + reason : reason;
    }
}
