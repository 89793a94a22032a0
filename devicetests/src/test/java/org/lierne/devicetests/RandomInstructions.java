package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.DataType;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Encoding;
import org.lierne.recompiler.isa.FloatFormat;
import org.lierne.recompiler.isa.Form;
import org.lierne.recompiler.isa.FormLayout;
import org.lierne.recompiler.isa.Implicit;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.InstructionSet;
import org.lierne.recompiler.isa.InstructionTable;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.isa.Operand.Sgpr;
import org.lierne.recompiler.isa.OperandField;

/**
 * Random arithmetic instructions in all their encodings, made from the rows of the tables: operand fields say which registers and
 * constants may stand where, types how many registers they take, traits which modifiers exist.
 */
final class RandomInstructions {
    private static final int INLINE_INTEGERS = 128;
    private static final int INLINE_INTEGER_COUNT = 81;
    private static final int INLINE_FLOATS = 240;
    private static final int INLINE_FLOAT_COUNT = 9;
    private static final int LITERAL = 255;
    private static final int FIRST_VGPR = 256;
    private static final int SDWA = 249;
    private static final int DPP16 = 250;
    private static final int DPP8 = 233;
    private static final int ATTEMPTS = 200;

    private final int vectors;
    private final int scalars;
    private final Decoder decoder;
    private final SplittableRandom random;
    private final boolean omod;
    private final Map<Encoding, List<Instruction>> rows = new EnumMap<>(Encoding.class);

    /**
     * @param vectors VGPRs that may be named, from v0 on
     * @param scalars SGPRs that may be named, from s0 on
     * @param omod    whether float results may have an output modifier
     * @param left    says which rows not to take
     */
    RandomInstructions(int waveSize, int vectors, int scalars, SplittableRandom random, boolean omod,
            java.util.function.Predicate<Instruction> left) {
        this.vectors = vectors;
        this.scalars = scalars;
        this.decoder = new Decoder(waveSize);
        this.random = random;
        this.omod = omod;
        for (InstructionTable table : InstructionSet.tables()) {
            List<Instruction> taken = table.rows().stream().filter(row -> row.effect() instanceof Effect.Alu && !left.test(row)).toList();
            if (!taken.isEmpty()) {
                rows.put(table.encoding(), taken);
            }
        }
    }

    /** The next one. */
    Decoded next() {
        List<Encoding> encodings = List.copyOf(rows.keySet());
        while (true) {
            List<Instruction> table = java.util.Objects.requireNonNull(rows.get(encodings.get(random.nextInt(encodings.size()))));
            Instruction row = table.get(random.nextInt(table.size()));
            if (writesExec(row) && random.nextInt(8) != 0) {
                continue;
            }
            List<Form> forms = List.copyOf(row.forms());
            Decoded made = of(row, forms.get(random.nextInt(forms.size())));
            if (made != null) {
                return made;
            }
        }
    }

    private static boolean writesExec(Instruction row) {
        return row.writes().contains(Implicit.EXEC);
    }

    /** A row in a form, null where no attempt gave one that names allowed registers only. */
    @Nullable Decoded of(Instruction row, Form form) {
        FormLayout layout = java.util.Objects.requireNonNull(row.layout(form));
        for (int i = 0; i < ATTEMPTS; i++) {
            int[] words = words(row, form, layout);
            if (decoder.decode(words, 0, 0) instanceof Decoded decoded && isAllowed(decoded)) {
                return decoded;
            }
        }
        return null;
    }

    private boolean isAllowed(Decoded decoded) {
        for (Operand operand : decoded.destinations()) {
            if (!isAllowed(decoded, operand) || operand instanceof Sgpr sgpr && sgpr.index() >= Sgpr.EXEC_LO) {
                return false;
            }
        }
        return decoded.sources().stream().allMatch(operand -> isAllowed(decoded, operand));
    }

    private boolean isAllowed(Decoded decoded, Operand operand) {
        int end = Math.max(1, operand.type().dwords(decoded.waveSize()));
        return switch (operand) {
            case Operand.Vgpr vgpr -> vgpr.index() + end <= vectors;
            case Sgpr sgpr -> sgpr.index() + end <= scalars || sgpr.index() >= Sgpr.VCC_LO && sgpr.index() + end <= Sgpr.TTMP0
                    || sgpr.index() >= Sgpr.NULL && (decoded.waveSize() == 64 || sgpr.index() != Sgpr.EXEC_HI);
            case Operand.Constant _, Operand.Off _ -> true;
            case Operand.Special special -> switch (special.source()) {
                case SCC, VCCZ, EXECZ -> true;
                default -> false;
            };
            case Operand.VgprList _, Operand.MemoryOffset _, Operand.Attribute _, Operand.Parameter _, Operand.Target _ -> false;
        };
    }

    // Bits.

    private int[] words(Instruction row, Form form, FormLayout layout) {
        Encoding encoding = form == Form.E64 ? Encoding.VOP3 : row.encoding();
        int[] words = new int[5];
        words[0] = encoding.field('o').set(encoding.fixedBits(), row.opcode() + (form == Form.E64 ? Decoder.vop3Base(row.encoding()) : 0));
        boolean literal = false;
        List<OperandField> fields = new ArrayList<>(layout.destinations());
        fields.addAll(layout.sources());
        for (OperandField field : fields) {
            int code = code(field, form, literal);
            literal |= code == LITERAL && isSource(field);
            if (field.bits().width() > 0 && field.kind() != org.lierne.recompiler.isa.FieldKind.LITERAL) {
                words[field.bits().word()] = field.bits().set(words[field.bits().word()], code);
            }
        }
        switch (form) {
            case SDWA -> {
                words[0] = words[0] & ~0x1ff | SDWA;
                words[1] |= sdwa(row);
            }
            case DPP16 -> {
                words[0] = words[0] & ~0x1ff | DPP16;
                words[1] |= dpp16(row);
            }
            case DPP8 -> {
                words[0] = words[0] & ~0x1ff | DPP8 + random.nextInt(2);
                words[1] |= random.nextInt() << 8;
            }
            case PLAIN, E64 -> modify(words, row, encoding);
        }
        words[encoding.dwords() + (form == Form.SDWA || form == Form.DPP16 || form == Form.DPP8 ? 1 : 0)] = Values.word(random);
        return words;
    }

    private static boolean isSource(OperandField field) {
        return switch (field.kind()) {
            case SOURCE, SCALAR_SOURCE, LANE_SELECT -> true;
            default -> false;
        };
    }

    private int code(OperandField field, Form form, boolean hasLiteral) {
        return switch (field.kind()) {
            case VGPR -> random.nextInt(vectors);
            case VGPR_ONLY -> FIRST_VGPR + random.nextInt(vectors);
            case SOURCE -> random.nextInt(10) < 7 ? FIRST_VGPR + random.nextInt(vectors)
                    : field.type().format() == null ? scalarSource(hasLiteral) : floatSource(hasLiteral);
            case SCALAR_SOURCE -> scalarSource(hasLiteral);
            case LANE_SELECT -> field.type() == DataType.MASK ? scalar() : scalarSource(hasLiteral);
            case SCALAR -> scalar();
            case SDWA_SOURCE -> random.nextInt(vectors);
            case SDWA_SCALAR -> scalar();
            case IMMEDIATE -> Values.word(random) & 0xffff;
            default -> 0;
        };
    }

    private int scalar() {
        return random.nextInt(8) == 0 ? Sgpr.VCC_LO : random.nextInt(scalars);
    }

    private int scalarSource(boolean hasLiteral) {
        return switch (random.nextInt(12)) {
            case 0, 1, 2, 3, 4, 5 -> random.nextInt(scalars);
            case 6 -> Sgpr.VCC_LO;
            case 7, 8 -> INLINE_INTEGERS + random.nextInt(INLINE_INTEGER_COUNT);
            case 9 -> INLINE_FLOATS + random.nextInt(INLINE_FLOAT_COUNT);
            case 10 -> random.nextInt(4) == 0 ? Sgpr.EXEC_LO : 251 + random.nextInt(3);
            default -> hasLiteral ? random.nextInt(scalars) : LITERAL;
        };
    }

    private int floatSource(boolean hasLiteral) {
        return switch (random.nextInt(4)) {
            case 0 -> INLINE_FLOATS + random.nextInt(INLINE_FLOAT_COUNT);
            case 1 -> scalarSource(hasLiteral);
            default -> random.nextInt(scalars);
        };
    }

    /** Clamp, output modifier, op_sel, abs and neg, where the row has them. */
    private void modify(int[] words, Instruction row, Encoding encoding) {
        boolean plain = random.nextInt(3) != 0;
        if (encoding == Encoding.VOP3P) {
            // op_sel_hi is ones where an instruction reads the high halves as such.
            set(words, encoding, 'h', plain ? 1 : random.nextInt(2));
            set(words, encoding, 'H', plain ? 3 : random.nextInt(4));
        }
        if (plain || encoding != Encoding.VOP3 && encoding != Encoding.VOP3P || row.is(Instruction.Trait.NO_MODIFIERS)) {
            return;
        }
        boolean floats = row.sources().stream().anyMatch(spec -> spec.type().format() != null);
        boolean floatResult = row.destinations().stream().anyMatch(spec -> spec.type().format() != null);
        if (floats) {
            set(words, encoding, 'n', random.nextInt(8));
            if (!row.is(Instruction.Trait.SCALAR_DESTINATION)) {
                set(words, encoding, 'u', random.nextInt(8));
            }
        }
        if (row.is(Instruction.Trait.OP_SEL) || encoding == Encoding.VOP3P) {
            set(words, encoding, 's', random.nextInt(encoding == Encoding.VOP3P ? 8 : 16));
        }
        if (floatResult || row.is(Instruction.Trait.INTEGER_CLAMP)) {
            set(words, encoding, 'x', random.nextInt(2));
        }
        if (omod && row.destinations().stream().anyMatch(spec -> spec.type() == DataType.F32) && encoding == Encoding.VOP3) {
            set(words, encoding, 'm', random.nextInt(4));
        }
    }

    private static void set(int[] words, Encoding encoding, char letter, int value) {
        int word = encoding.field(letter).word();
        words[word] = encoding.field(letter).set(words[word], value);
    }

    /** Selections, and for floats neg and abs. A whole float is written whole, so that its NaN can be told. */
    private int sdwa(Instruction row) {
        boolean compares = row.encoding() == Encoding.VOPC;
        DataType to = row.destinations().isEmpty() ? DataType.B32 : row.destinations().getFirst().type();
        int destination = to.format() == FloatFormat.F32 ? 6 : to.format() == FloatFormat.F16 ? 4 + random.nextInt(3) : random.nextInt(7);
        int control = compares ? random.nextInt(2) << 15 : destination << 8 | random.nextInt(3) << 11;
        for (int i = 0; i < row.sources().size() && i < 2; i++) {
            DataType from = row.sources().get(i).type();
            int select = from.format() == FloatFormat.F32 ? 6 : random.nextInt(7);
            control |= (select | (from.format() == null ? random.nextInt(2) << 3 : random.nextInt(4) << 4)) << 16 + 8 * i;
        }
        return control;
    }

    private int dpp16(Instruction row) {
        int control = switch (random.nextInt(8)) {
            case 0, 1 -> random.nextInt(0x100);
            case 2 -> 0x101 + random.nextInt(15);
            case 3 -> 0x111 + random.nextInt(15);
            case 4 -> 0x121 + random.nextInt(15);
            case 5 -> 0x140 + random.nextInt(2);
            case 6 -> 0x150 + random.nextInt(16);
            default -> 0x160 + random.nextInt(16);
        };
        int masks = random.nextInt(3) == 0 ? random.nextInt(256) : 0xff;
        int signs = 0;
        for (int i = 0; i < row.sources().size() && i < 2; i++) {
            signs |= row.sources().get(i).type().format() != null && random.nextInt(4) == 0 ? random.nextInt(4) << 20 + 2 * i : 0;
        }
        return control << 8 | random.nextInt(4) << 18 | signs | masks << 24;
    }

    /** Values in which things happen. */
    static final class Values {
        private static final int[] NOTABLE = {0, 1, 2, -1, -2, 31, 32, 63, 0x7fffffff, 0x80000000, 0x80000001, 0xffff, 0x8000, 0x7fff, 0x3f800000,
            0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0x3c003c00, 0x7c00fc00,
            0x7e007d00, 0x00010001, 0x83ff0400, 0x4b000000, 0x4f000000, 0xcf000000, 0x3fe00000, 0x41efffff};

        private Values() {}

        static int word(SplittableRandom random) {
            return switch (random.nextInt(6)) {
                case 0 -> NOTABLE[random.nextInt(NOTABLE.length)];
                case 1 -> random.nextInt(256) - 128;
                case 2 -> Float.floatToRawIntBits(random.nextInt(2001) / 8f - 125);
                default -> random.nextInt();
            };
        }
    }
}
