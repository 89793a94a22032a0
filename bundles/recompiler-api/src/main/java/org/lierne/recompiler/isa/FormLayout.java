package org.lierne.recompiler.isa;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operands of one form of an instruction and the bits that hold them, in text order. */
public final class FormLayout {
    private static final char NONE = ' ';
    private static final BitField SDWA_SRC0 = new BitField(1, 0, 8);
    private static final BitField SDWA_SDST = new BitField(1, 8, 7);
    private static final BitField VOP3B_SDST = new BitField(0, 8, 7);
    private static final BitField LITERAL = new BitField(1, 0, 32);

    private final List<OperandField> destinations;
    private final List<OperandField> sources;
    private final OperandField[] to;
    private final OperandField[] from;

    private FormLayout(List<OperandField> destinations, List<OperandField> sources) {
        this.destinations = destinations;
        this.sources = sources;
        this.to = destinations.toArray(OperandField[]::new);
        this.from = sources.toArray(OperandField[]::new);
    }

    /** Destination fields. */
    public List<OperandField> destinations() {
        return destinations;
    }

    /** Source fields. */
    public List<OperandField> sources() {
        return sources;
    }

    /** The destination fields as an array that is not to be changed; decoding a stream walks it for each instruction. */
    OperandField[] to() {
        return to;
    }

    /** The source fields, likewise. */
    OperandField[] from() {
        return from;
    }

    static @Nullable FormLayout of(Instruction row, Form form) {
        return switch (form) {
            case PLAIN -> plain(row);
            case E64 -> isVectorAlu(row) && !row.is(Instruction.Trait.NO_E64) ? vop3(row) : null;
            case SDWA -> isVectorAlu(row) && !row.is(Instruction.Trait.NO_SDWA) && isNarrow(row) ? sdwa(row) : null;
            case DPP16, DPP8 -> isVectorAlu(row) && !row.is(Instruction.Trait.NO_DPP) && isNarrow(row) ? dpp(row) : null;
        };
    }

    /** Whether the row stands in one of the three short vector encodings, which have wider forms. */
    static boolean isVectorAlu(Instruction row) {
        return switch (row.encoding()) {
            case VOP1, VOP2, VOPC -> true;
            default -> false;
        };
    }

    /** SDWA and DPP exist for 32-bit operands only. */
    private static boolean isNarrow(Instruction row) {
        return isNarrow(row.destinations()) && isNarrow(row.sources());
    }

    private static boolean isNarrow(List<OperandSpec> specs) {
        for (OperandSpec spec : specs) {
            if (spec.type() != DataType.MASK && spec.type().bits(32) > 32) {
                return false;
            }
        }
        return true;
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
        return spec.place() == Place.VCC_SHOWN || e == Encoding.VOPC ? NONE : 'd';
    }

    private static char sourceLetter(Encoding e, OperandSpec spec, int position) {
        return switch (spec.place()) {
            case SIMM16, SIMM16_SIGNED, SIMM16_DECIMAL, SIMM16_SMALL, VERSION, SIMM16_OPTIONAL, LABEL, HWREG, WAITCNT, DEPCTR, MESSAGE -> 'i';
            case VCC_SHOWN, LITERAL, IMM32 -> NONE;
            case SCALAR -> e == Encoding.SOPK ? 'd' : (char) ('a' + position);
            case ADDRESS, SCALAR_BASE, ATTRIBUTE -> 'a';
            case DATA -> e == Encoding.DS || e == Encoding.FLAT ? 'b' : 'd';
            case DATA2, SAMPLER, SCALAR_OFFSET, SCALAR_ADDRESS -> 'c';
            case RESOURCE -> 'r';
            case SCALAR_MEMORY_OFFSET -> 's';
            case SDATA_NUMBER -> 'd';
            case PARAMETER -> 'v';
            case USUAL, VECTOR, SCALAR_SOURCE, SCALAR_REGISTER, ANY_SOURCE, EXPORT -> e == Encoding.VINTRP ? 'v' : (char) ('a' + position);
        };
    }

    private static OperandField field(Encoding e, OperandSpec spec, char letter, int index) {
        FieldKind kind = switch (spec.place()) {
            case VCC_SHOWN -> FieldKind.VCC;
            case LITERAL, IMM32 -> FieldKind.LITERAL;
            case SIMM16, SIMM16_SIGNED, SIMM16_DECIMAL, SIMM16_SMALL, VERSION, SIMM16_OPTIONAL, LABEL, HWREG, WAITCNT, DEPCTR, MESSAGE, SDATA_NUMBER -> FieldKind.IMMEDIATE;
            case SCALAR -> FieldKind.SCALAR;
            case SCALAR_SOURCE, SCALAR_REGISTER, SCALAR_OFFSET -> FieldKind.SCALAR_SOURCE;
            case VECTOR -> e == Encoding.VOP1 ? FieldKind.VGPR_ONLY : FieldKind.VGPR;
            case DATA2 -> FieldKind.VGPR;
            case ANY_SOURCE -> FieldKind.SOURCE;
            case ATTRIBUTE -> FieldKind.ATTRIBUTE;
            case PARAMETER -> FieldKind.PARAMETER;
            case RESOURCE, SAMPLER -> FieldKind.DESCRIPTOR;
            case SCALAR_BASE -> FieldKind.BASE;
            case SCALAR_ADDRESS -> FieldKind.SCALAR_ADDRESS;
            case SCALAR_MEMORY_OFFSET -> FieldKind.SCALAR_MEMORY_OFFSET;
            case EXPORT -> FieldKind.EXPORT;
            case ADDRESS -> switch (e) {
                case FLAT -> FieldKind.FLAT_ADDRESS;
                case MUBUF, MTBUF -> FieldKind.BUFFER_ADDRESS;
                case MIMG -> FieldKind.IMAGE_ADDRESS;
                default -> FieldKind.VGPR;
            };
            case DATA -> switch (e) {
                case SMEM -> FieldKind.SCALAR;
                case MUBUF, MTBUF, MIMG -> FieldKind.VARIABLE_DATA;
                default -> FieldKind.VGPR;
            };
            case USUAL -> usual(e, letter, index);
        };
        if (e == Encoding.VOPC && index < 0) {
            kind = FieldKind.VCC;
        }
        BitField bits = kind == FieldKind.LITERAL ? LITERAL : letter != NONE && e.has(letter) ? e.field(letter) : OperandField.NOWHERE;
        return new OperandField(spec, kind, bits, index);
    }

    private static FieldKind usual(Encoding e, char letter, int index) {
        return switch (e) {
            case SOP1, SOP2, SOPC, SOPK, SOPP -> index < 0 ? FieldKind.SCALAR : FieldKind.SCALAR_SOURCE;
            case SMEM -> FieldKind.SCALAR;
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
        // Interpolation keeps attribute and channel in the first source's bits; its VGPR comes second.
        boolean interpolates = row.effect() instanceof Effect.Interpolate;
        for (OperandSpec spec : row.sources()) {
            int position = !interpolates || from.size() > 1 ? from.size() : 1 - from.size();
            FieldKind kind = switch (spec.place()) {
                case SCALAR, SCALAR_SOURCE -> FieldKind.LANE_SELECT;
                case VECTOR -> FieldKind.VGPR_ONLY;
                case ATTRIBUTE -> FieldKind.ATTRIBUTE;
                case PARAMETER -> FieldKind.PARAMETER;
                default -> spec.type() == DataType.MASK ? FieldKind.LANE_SELECT : FieldKind.SOURCE;
            };
            from.add(new OperandField(spec, kind, e.field((char) ('a' + position)), position));
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
