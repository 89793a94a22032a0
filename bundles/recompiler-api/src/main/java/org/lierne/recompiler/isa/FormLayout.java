package org.lierne.recompiler.isa;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operands of one form of an instruction and the bits that hold them, in text order.
 *
 * @param destinations destination fields
 * @param sources      source fields
 */
public record FormLayout(List<OperandField> destinations, List<OperandField> sources) {
    private static final BitField SDWA_SRC0 = new BitField(1, 0, 8);
    private static final BitField SDWA_SDST = new BitField(1, 8, 7);
    private static final BitField VOP3B_SDST = new BitField(0, 8, 7);
    private static final BitField LITERAL = new BitField(1, 0, 32);

    static @Nullable FormLayout of(Instruction row, Form form) {
        return switch (form) {
            case PLAIN -> plain(row);
            case E64 -> isVectorAlu(row) && !row.is(Instruction.Trait.NO_E64) ? vop3(row) : null;
            case SDWA -> isVectorAlu(row) && !row.is(Instruction.Trait.NO_SDWA) ? sdwa(row) : null;
            case DPP16, DPP8 -> isVectorAlu(row) && !row.is(Instruction.Trait.NO_DPP) ? dpp(row) : null;
        };
    }

    /** Whether the row stands in one of the three short vector encodings, which have wider forms. */
    static boolean isVectorAlu(Instruction row) {
        return switch (row.encoding()) {
            case VOP1, VOP2, VOPC -> true;
            default -> false;
        };
    }

    private static FormLayout plain(Instruction row) {
        Encoding e = row.encoding();
        return switch (e) {
            case VOP3, VOP3P -> vop3(row);
            default -> {
                List<OperandField> to = new ArrayList<>();
                List<OperandField> from = new ArrayList<>();
                for (OperandSpec spec : row.destinations()) {
                    to.add(field(e, spec, destinationLetter(e, spec), -1));
                }
                int position = 0;
                for (OperandSpec spec : row.sources()) {
                    from.add(field(e, spec, sourceLetter(e, spec, position), from.size()));
                    if (spec.place() != Place.LITERAL) {
                        position++;
                    }
                }
                yield new FormLayout(List.copyOf(to), List.copyOf(from));
            }
        };
    }

    private static char destinationLetter(Encoding e, OperandSpec spec) {
        return spec.place() == Place.VCC_SHOWN ? ' ' : e == Encoding.VOPC ? ' ' : 'd';
    }

    private static char sourceLetter(Encoding e, OperandSpec spec, int position) {
        return switch (spec.place()) {
            case SIMM16, SIMM16_SIGNED, SIMM16_DECIMAL, SIMM16_OPTIONAL, LABEL, HWREG, WAITCNT, MESSAGE -> 'i';
            case VCC_SHOWN, LITERAL, IMM32 -> ' ';
            case SCALAR -> e == Encoding.SOPK ? 'd' : (char) ('a' + position);
            default -> (char) ('a' + position);
        };
    }

    private static OperandField field(Encoding e, OperandSpec spec, char letter, int index) {
        BitField bits = letter != ' ' && e.has(letter) ? e.field(letter) : OperandField.NOWHERE;
        FieldKind kind = switch (spec.place()) {
            case VCC_SHOWN -> FieldKind.VCC;
            case LITERAL, IMM32 -> FieldKind.LITERAL;
            case SIMM16, SIMM16_SIGNED, SIMM16_DECIMAL, SIMM16_OPTIONAL, LABEL, HWREG, WAITCNT, MESSAGE, SDATA_NUMBER -> FieldKind.IMMEDIATE;
            case SCALAR -> FieldKind.SCALAR;
            case SCALAR_SOURCE -> FieldKind.SCALAR_SOURCE;
            case VECTOR -> FieldKind.VGPR;
            case ANY_SOURCE -> FieldKind.SOURCE;
            case ATTRIBUTE -> FieldKind.ATTRIBUTE;
            case PARAMETER -> FieldKind.PARAMETER;
            case USUAL -> usual(e, letter, index);
        };
        if (kind == FieldKind.LITERAL) {
            bits = LITERAL;
        }
        if (e == Encoding.VOPC && index < 0) {
            kind = FieldKind.VCC;
        }
        return new OperandField(spec, kind, bits, index);
    }

    private static FieldKind usual(Encoding e, char letter, int index) {
        return switch (e) {
            case SOP1, SOP2, SOPC, SOPK, SOPP -> index < 0 ? FieldKind.SCALAR : FieldKind.SCALAR_SOURCE;
            case VOP1, VOP2, VOPC -> index < 0 || letter == 'b' ? FieldKind.VGPR : FieldKind.SOURCE;
            case VOP3, VOP3P -> index < 0 ? FieldKind.VGPR : FieldKind.SOURCE;
            default -> FieldKind.VGPR;
        };
    }

    private static FormLayout vop3(Instruction row) {
        Encoding e = row.encoding() == Encoding.VOP3P ? Encoding.VOP3P : Encoding.VOP3;
        List<OperandField> to = new ArrayList<>();
        List<OperandField> from = new ArrayList<>();
        for (OperandSpec spec : row.destinations()) {
            boolean scalar = spec.type() == DataType.MASK || spec.place() == Place.SCALAR;
            BitField bits = to.isEmpty() ? e.field('d') : VOP3B_SDST;
            to.add(new OperandField(spec, scalar ? FieldKind.SCALAR : FieldKind.VGPR, bits, -1));
        }
        for (OperandSpec spec : row.sources()) {
            BitField bits = e.field((char) ('a' + from.size()));
            FieldKind kind = switch (spec.place()) {
                case SCALAR, SCALAR_SOURCE -> FieldKind.LANE_SELECT;
                case VECTOR -> FieldKind.VGPR;
                default -> spec.type() == DataType.MASK ? FieldKind.LANE_SELECT : FieldKind.SOURCE;
            };
            from.add(new OperandField(spec, kind, bits, from.size()));
        }
        return new FormLayout(List.copyOf(to), List.copyOf(from));
    }

    private static FormLayout sdwa(Instruction row) {
        Encoding e = row.encoding();
        List<OperandField> to = new ArrayList<>();
        List<OperandField> from = new ArrayList<>();
        for (OperandSpec spec : row.destinations()) {
            if (e == Encoding.VOPC) {
                to.add(new OperandField(spec, FieldKind.SDWA_SCALAR, SDWA_SDST, -1));
            } else if (spec.place() == Place.VCC_SHOWN) {
                to.add(new OperandField(spec, FieldKind.VCC, OperandField.NOWHERE, -1));
            } else {
                to.add(new OperandField(spec, FieldKind.VGPR, e.field('d'), -1));
            }
        }
        for (OperandSpec spec : row.sources()) {
            if (spec.place() == Place.VCC_SHOWN) {
                from.add(new OperandField(spec, FieldKind.VCC, OperandField.NOWHERE, from.size()));
            } else {
                BitField bits = from.isEmpty() ? SDWA_SRC0 : e.field('b');
                from.add(new OperandField(spec, FieldKind.SDWA_SOURCE, bits, from.size()));
            }
        }
        return new FormLayout(List.copyOf(to), List.copyOf(from));
    }

    private static FormLayout dpp(Instruction row) {
        Encoding e = row.encoding();
        List<OperandField> to = new ArrayList<>();
        List<OperandField> from = new ArrayList<>();
        for (OperandSpec spec : row.destinations()) {
            boolean vcc = spec.place() == Place.VCC_SHOWN || e == Encoding.VOPC;
            to.add(vcc ? new OperandField(spec, FieldKind.VCC, OperandField.NOWHERE, -1)
                    : new OperandField(spec, FieldKind.VGPR, e.field('d'), -1));
        }
        for (OperandSpec spec : row.sources()) {
            if (spec.place() == Place.VCC_SHOWN) {
                from.add(new OperandField(spec, FieldKind.VCC, OperandField.NOWHERE, from.size()));
            } else {
                from.add(new OperandField(spec, FieldKind.VGPR, from.isEmpty() ? SDWA_SRC0 : e.field('b'), from.size()));
            }
        }
        return new FormLayout(List.copyOf(to), List.copyOf(from));
    }
}
