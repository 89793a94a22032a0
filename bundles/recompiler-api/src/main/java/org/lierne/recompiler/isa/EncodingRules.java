package org.lierne.recompiler.isa;

import org.jspecify.annotations.Nullable;

/** Which modifier and reserved bits an encoding allows. */
final class EncodingRules {
    private EncodingRules() {
    }

    /** What is wrong with bits that are not operands, or null. */
    static @Nullable String problem(Decoded d) {
        if (d.row().encoding() == Encoding.VOP2 && d.row().opcode() == 0 && d.word(0) != 0) {
            return "no such opcode in VOP2";
        }
        if (d.form() == Form.DPP16 && !isDppControl(d.dppControl())) {
            return "dpp_ctrl " + d.dppControl() + " is not defined";
        }
        if (d.form() == Form.SDWA) {
            boolean defined = d.sourceSelect(0) < 7 && d.sourceSelect(1) < 7 && d.destinationSelect() < 7 && d.destinationUnused() < 3;
            if (!defined) {
                return "SDWA selection is not defined";
            }
            for (OperandField field : d.layout().from()) {
                if (field.type().isFloat() && d.signExtended(field.index()) && !movesBits(d)) {
                    return "a float cannot be sign-extended";
                }
            }
        }
        if (d.row().effect() instanceof Effect.Image image && isLoadOfRawTexels(image.action()) && d.field('m') != 1) {
            return "a packed load has DMASK 0x1 (pass.image.pck-load)";
        }
        return null;
    }

    /** Whether sources may be negated as floats, yet are moved as they are ({@code v_cndmask_b32}): compilers extend bytes on the way. */
    private static boolean movesBits(Decoded d) {
        return d.layout().to()[0].type() == DataType.B32;
    }

    /** Rule A-047. */
    private static boolean isLoadOfRawTexels(Effect.Image.Action action) {
        return switch (action) {
            case LOAD_PCK2, LOAD_PCK4, LOAD_MIP_PCK2, LOAD_MIP_PCK4 -> true;
            default -> false;
        };
    }

    private static boolean isDppControl(int control) {
        return control < 0x100 || control >= 0x101 && control <= 0x10f || control >= 0x111 && control <= 0x11f
                || control >= 0x121 && control <= 0x12f || control == 0x140 || control == 0x141 || control >= 0x150 && control <= 0x16f;
    }
}
