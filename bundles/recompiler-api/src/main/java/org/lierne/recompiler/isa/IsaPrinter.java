package org.lierne.recompiler.isa;

import org.jspecify.annotations.Nullable;

/** Assembly text of decoded instructions, spelled as LLVM's assembler spells it. */
public final class IsaPrinter {
    private static final String[] FLOATS = {"0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0", "-4.0", "0.15915494"};
    private static final int[] FLOATS_32 = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000, 0x40800000,
        0xc0800000, 0x3e22f983};
    private static final int[] FLOATS_16 = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118};
    private static final String[] OUTPUT_MODIFIERS = {"", " mul:2", " mul:4", " div:2"};
    private static final Flags SCALAR_FLAGS = Flags.of("g glc l dlc");
    private static final Flags FLAT_FLAGS = Flags.of("g glc s slc l dlc L lds");
    private static final Flags ADDRESS_FLAGS = Flags.of("x idxen f offen");
    private static final Flags BUFFER_FLAGS = Flags.of("g glc s slc l dlc t tfe L lds");
    private static final Flags TYPED_BUFFER_FLAGS = Flags.of("g glc s slc l dlc t tfe");
    private static final Flags EXPORT_FLAGS = Flags.of("n done k compr v vm");
    private static final Flags DS_FLAGS = Flags.of("g gds");
    private static final Flags IMAGE_FLAGS = Flags.of("u unorm g glc s slc l dlc k r128");
    private static final Flags RAY_FLAGS = Flags.of("e a16");
    private static final Flags IMAGE_END_FLAGS = Flags.of("e a16 t tfe w lwe h d16");
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private IsaPrinter() {
    }

    /** The instruction's text. */
    public static String text(Decoded d) {
        AsciiText out = new AsciiText(64);
        print(d, out);
        return out.toString();
    }

    /** Appends the instruction's text. */
    static void print(Decoded d, AsciiText out) {
        out.append(d.row().mnemonic(d.form()));
        if (d.row().encoding() == Encoding.EXP) {
            out.append(' ').append(IsaNames.target(d.exportTarget()));
        }
        int start = out.length();
        if (!d.hidesDestination()) {
            for (OperandField field : d.layout().to()) {
                out.append(separator(out, start));
                operand(d, field, out);
            }
        }
        for (OperandField field : d.layout().from()) {
            if (field.spec().place() == Place.SIMM16_OPTIONAL && d.bits(field.bits()) == 0) {
                continue;
            }
            out.append(separator(out, start));
            source(d, field, out);
        }
        trailer(d, out);
    }

    private static String separator(AsciiText out, int start) {
        return out.length() == start ? " " : ", ";
    }

    private static void source(Decoded d, OperandField field, AsciiText out) {
        if (!d.mayModify()) {
            operand(d, field, out);
            return;
        }
        int i = field.index();
        boolean packed = d.row().encoding() == Encoding.VOP3P;
        boolean mix = packed && isMix(d.row());
        boolean isFloat = field.type().isFloat();
        boolean negated = isFloat && (!packed || mix) && d.neg(i);
        boolean absolute = isFloat && (mix ? d.negHigh(i) : d.abs(i));
        boolean extended = d.signExtended(i) || d.form() == Form.DPP16 && !isFloat && d.neg(i);
        boolean call = negated && !absolute && isConstant(d, field);
        if (extended) {
            out.append("sext(");
        }
        if (negated) {
            out.append(call ? "neg(" : "-");
        }
        if (absolute) {
            out.append('|');
        }
        operand(d, field, out);
        if (absolute) {
            out.append('|');
        }
        if (call || extended) {
            out.append(')');
        }
    }

    /** The number of an inline float constant by its spelling, or -1. */
    static int inlineFloat(String text) {
        for (int i = 0; i < FLOATS.length; i++) {
            if (FLOATS[i].equals(text)) {
                return i;
            }
        }
        return text.equals("0.15915494309189532") ? 8 : -1;
    }

    /** The number of an inline float constant by its f16 bits, or -1. */
    static int inlineHalf(int bits) {
        for (int i = 0; i < FLOATS_16.length; i++) {
            if (FLOATS_16[i] == bits) {
                return i;
            }
        }
        return -1;
    }

    static boolean isMix(Instruction row) {
        return row.sources().getFirst().type() == DataType.F32;
    }

    private static boolean isConstant(Decoded d, OperandField field) {
        int code = d.bits(field.bits());
        return switch (field.kind()) {
            case SOURCE, SCALAR_SOURCE, LANE_SELECT -> code >= 128 && code <= 208 || code >= 240 && code <= 248 || code == 255;
            case SDWA_SOURCE -> d.sdwaScalar(field.index()) && (code >= 128 && code <= 208 || code >= 240 && code <= 248);
            default -> false;
        };
    }

    private static void operand(Decoded d, OperandField field, AsciiText out) {
        int code = d.bits(field.bits());
        DataType type = field.type();
        switch (field.kind()) {
            case VGPR -> tuple('v', code, type.dwords(d.waveSize()), out);
            case SOURCE, SCALAR_SOURCE, LANE_SELECT, VGPR_ONLY -> sourceCode(d, code, type, out);
            case SCALAR -> scalar(code, type.dwords(d.waveSize()), out);
            case DESCRIPTOR -> scalar(code * 4, type.dwords(d.waveSize()), out);
            case BASE -> scalar(code * 2, type.dwords(d.waveSize()), out);
            case SCALAR_ADDRESS -> {
                if (code == Operand.Sgpr.NULL || d.isNoAddress(code)) {
                    out.append("off");
                } else {
                    scalar(code, type.dwords(d.waveSize()), out);
                    if (code == Operand.Sgpr.EXEC_HI && d.row().is(Instruction.Trait.SCRATCH)) {
                        out.append("/*Invalid register, operand has 'SReg_32_XEXEC_HI' register class*/");
                    }
                }
            }
            case SCALAR_MEMORY_OFFSET -> memoryOffset(d, code, out);
            case VCC -> scalar(Operand.Sgpr.VCC_LO, d.waveSize() / 32, out);
            case SDWA_SOURCE -> {
                if (!d.sdwaScalar(field.index())) {
                    tuple('v', code, 1, out);
                } else {
                    sourceCode(d, code, type, out);
                }
            }
            case SDWA_SCALAR -> scalar(((Operand.Sgpr) d.operand(field)).index(), d.waveSize() / 32, out);
            case LITERAL -> {
                if (field.spec().place() == Place.IMM32) {
                    literal(d.literal(), type, out);
                } else {
                    hex(d.literal() & 0xffffffffL, out);
                }
            }
            case IMMEDIATE -> immediate(d, field, code, out);
            case ATTRIBUTE -> {
                Operand.Attribute a = (Operand.Attribute) d.operand(field);
                out.append("attr").append(a.attribute()).append('.').append("xyzw".charAt(a.channel()));
            }
            case PARAMETER -> out.append(code == 0 ? "p10" : code == 1 ? "p20" : code == 2 ? "p0" : "invalid_param_" + code);
            case BUFFER_ADDRESS, FLAT_ADDRESS, VARIABLE_DATA -> {
                int dwords = d.vectorDwords(field.kind());
                if (dwords == 0) {
                    out.append("off");
                } else {
                    tuple('v', code, dwords, out);
                }
            }
            case EXPORT -> {
                if ((d.word(0) >>> field.index() & 1) == 0) {
                    out.append("off");
                } else {
                    tuple('v', d.exportRegister(field.index()), 1, out);
                }
            }
            case IMAGE_ADDRESS -> imageAddress(d, out);
        }
    }

    private static void imageAddress(Decoded d, AsciiText out) {
        int count = ImageShape.shownAddressDwords(d, (Effect.Image) d.row().effect());
        if (d.field('n') == 0) {
            tuple('v', d.imageRegister(0), count, out);
            return;
        }
        for (int i = 0; i < count; i++) {
            out.append(i == 0 ? "[v" : ", v").append(d.imageRegister(i));
        }
        out.append(']');
    }

    private static void memoryOffset(Decoded d, int register, AsciiText out) {
        int immediate = d.offset();
        if (register == Operand.Sgpr.NULL) {
            if (immediate == 0) {
                out.append("null");
            } else {
                signedHex(immediate, out);
            }
            return;
        }
        scalar(register, 1, out);
        if (immediate != 0) {
            out.append(" offset:");
            signedHex(immediate, out);
        }
    }

    private static void signedHex(int value, AsciiText out) {
        if (value < 0) {
            out.append('-');
        }
        hex(Math.abs((long) value), out);
    }

    private static void immediate(Decoded d, OperandField field, int code, AsciiText out) {
        switch (field.spec().place()) {
            case SIMM16, SIMM16_SIGNED -> hex(code, out);
            case SIMM16_SMALL, SDATA_NUMBER -> {
                if (code <= 64) {
                    out.append(code);
                } else {
                    hex(code, out);
                }
            }
            case VERSION -> version(code, out);
            case HWREG -> hardwareRegister(code, out);
            case WAITCNT -> waitCount(code, out);
            case MESSAGE -> message(code, out);
            case DEPCTR -> counters(code, out);
            default -> out.append(code);
        }
    }

    private static void version(int code, AsciiText out) {
        if ((code & 0x1f00) != 0) {
            hex(code, out);
            return;
        }
        String name = IsaNames.version(code & 0xff);
        StringBuilder text = new StringBuilder(name == null ? Integer.toString(code & 0xff) : name);
        boolean nested = false;
        for (int i = 0; i < IsaNames.VERSION_BITS.length; i++) {
            if ((code >>> 13 + i & 1) != 0) {
                if (nested) {
                    text.insert(0, '(').append(')');
                }
                text.append('|').append(IsaNames.VERSION_BITS[i]);
                nested = true;
            }
        }
        out.append(text.toString());
    }

    private static void hardwareRegister(int code, AsciiText out) {
        String name = IsaNames.HARDWARE[code & 63];
        out.append("hwreg(");
        if (name == null) {
            out.append(code & 63);
        } else {
            out.append(name);
        }
        int offset = code >>> 6 & 31;
        int size = (code >>> 11 & 31) + 1;
        if (offset != 0 || size != 32) {
            out.append(", ").append(offset).append(", ").append(size);
        }
        out.append(')');
    }

    private static void waitCount(int code, AsciiText out) {
        int vector = code & 15 | code >>> 10 & 0x30;
        int export = code >>> 4 & 7;
        int scalar = code >>> 8 & 63;
        boolean all = vector == 63 && export == 7 && scalar == 63;
        int start = out.length();
        if (all || vector != 63) {
            out.append("vmcnt(").append(vector).append(')');
        }
        if (all || export != 7) {
            out.append(out.length() == start ? "" : " ").append("expcnt(").append(export).append(')');
        }
        if (all || scalar != 63) {
            out.append(out.length() == start ? "" : " ").append("lgkmcnt(").append(scalar).append(')');
        }
    }

    private static void message(int code, AsciiText out) {
        int id = code & 15;
        int operation = code >>> 4 & 7;
        int stream = code >>> 8 & 3;
        String name = IsaNames.MESSAGES[id];
        boolean geometry = id == 2 || id == 3;
        boolean system = id == 15;
        boolean valid = geometry ? operation <= 3 && (operation != 0 || id == 3 && stream == 0)
                : system ? operation >= 1 && operation <= 4 && stream == 0 : operation == 0 && stream == 0;
        if (name != null && valid) {
            out.append("sendmsg(").append(name);
            if (geometry) {
                out.append(", ").append(IsaNames.GS_OPERATIONS[operation]);
                if (operation != 0) {
                    out.append(", ").append(stream);
                }
            } else if (system) {
                out.append(", ").append(IsaNames.SYSTEM_OPERATIONS[operation]);
            }
            out.append(')');
        } else if ((id | operation << 4 | stream << 8) == code) {
            out.append("sendmsg(").append(id).append(", ").append(operation).append(", ").append(stream).append(')');
        } else {
            out.append(code);
        }
    }

    private static void counters(int code, AsciiText out) {
        int used = 0;
        boolean busy = false;
        for (int i = 0; i < IsaNames.COUNTERS.length; i++) {
            int mask = (1 << IsaNames.COUNTER_WIDTHS[i]) - 1;
            used |= mask << IsaNames.COUNTER_SHIFTS[i];
            busy |= (code >>> IsaNames.COUNTER_SHIFTS[i] & mask) != mask;
        }
        if ((code & ~used) != 0) {
            hex(code, out);
            return;
        }
        String space = "";
        for (int i = 0; i < IsaNames.COUNTERS.length; i++) {
            int mask = (1 << IsaNames.COUNTER_WIDTHS[i]) - 1;
            int value = code >>> IsaNames.COUNTER_SHIFTS[i] & mask;
            if (!busy || value != mask) {
                out.append(space).append(IsaNames.COUNTERS[i]).append('(').append(value).append(')');
                space = " ";
            }
        }
    }

    private static void sourceCode(Decoded d, int code, DataType type, AsciiText out) {
        if (code >= 256) {
            tuple('v', code - 256, type.dwords(d.waveSize()), out);
        } else if (code < 128) {
            scalar(code, type.dwords(d.waveSize()), out);
        } else if (code <= 192) {
            out.append(code - 128);
        } else if (code <= 208) {
            out.append(192 - code);
        } else if (code >= 240 && code <= 248) {
            inlineFloat(code - 240, type, d.row().is(Instruction.Trait.FLOAT_CONSTANTS), out);
        } else if (code == 255) {
            boolean mix = d.row().encoding() == Encoding.VOP3P && isMix(d.row());
            literal(d.literal(), mix ? DataType.F16 : type, out);
        } else {
            special(code, out);
        }
    }

    private static void special(int code, AsciiText out) {
        for (SpecialSource special : SpecialSource.values()) {
            if (special.code() == code) {
                out.append(special.text());
                return;
            }
        }
    }

    private static void inlineFloat(int index, DataType type, boolean floats, AsciiText out) {
        switch (type) {
            case I16, U16, B16 -> {
                if (floats) {
                    out.append(FLOATS[index]);
                } else {
                    hex(FLOATS_16[index], out);
                }
            }
            case F64, B64, I64, U64 -> out.append(index == 8 ? "0.15915494309189532" : FLOATS[index]);
            default -> out.append(FLOATS[index]);
        }
    }

    /** A literal that an inline constant could have said reads like that constant. */
    private static void literal(int value, DataType type, AsciiText out) {
        switch (type) {
            case F64 -> {
                String name = value == 0 ? "0" : doubleName(value);
                if (name == null) {
                    hex(value & 0xffffffffL, out);
                } else {
                    out.append(name);
                }
            }
            case B64, I64, U64 -> {
                if (value >= 0 && value <= 64) {
                    out.append(value);
                } else {
                    hex(value & 0xffffffffL, out);
                }
            }
            case I16, U16, B16 -> {
                if (value >= -16 && value <= 64 || floatName(value) >= 0) {
                    literal(value, value, FLOATS_32, out);
                } else {
                    hex(value & 0xffff, out);
                }
            }
            case F16 -> literal((short) value, value & 0xffff, FLOATS_16, out);
            case PK_F16 -> literal(value, value, FLOATS_16, out);
            default -> literal(value, value, FLOATS_32, out);
        }
    }

    private static void literal(int small, int bits, int[] floats, AsciiText out) {
        if (small >= -16 && small <= 64) {
            out.append(small);
            return;
        }
        for (int i = 0; i < floats.length; i++) {
            if (floats[i] == bits) {
                out.append(FLOATS[i]);
                return;
            }
        }
        hex(bits & 0xffffffffL, out);
    }

    private static int floatName(int bits) {
        for (int i = 0; i < FLOATS_32.length; i++) {
            if (FLOATS_32[i] == bits) {
                return i;
            }
        }
        return -1;
    }

    /** The literal of a double is its upper half. */
    private static @Nullable String doubleName(int upper) {
        return switch (upper) {
            case 0x3fe00000 -> "0.5";
            case 0xbfe00000 -> "-0.5";
            case 0x3ff00000 -> "1.0";
            case 0xbff00000 -> "-1.0";
            case 0x40000000 -> "2.0";
            case 0xc0000000 -> "-2.0";
            case 0x40100000 -> "4.0";
            case 0xc0100000 -> "-4.0";
            default -> null;
        };
    }

    private static void hex(long value, AsciiText out) {
        out.append("0x");
        int shift = Math.max(0, (63 - Long.numberOfLeadingZeros(value | 1)) / 4 * 4);
        for (; shift >= 0; shift -= 4) {
            out.append(HEX[(int) (value >>> shift) & 15]);
        }
    }

    private static void tuple(char file, int index, int dwords, AsciiText out) {
        out.append(file);
        if (dwords == 1) {
            out.append(index);
        } else {
            out.append('[').append(index).append(':').append(index + dwords - 1).append(']');
        }
    }

    private static void scalar(int code, int dwords, AsciiText out) {
        int index = Operand.Sgpr.aligned(code, dwords);
        if (index < Operand.Sgpr.VCC_LO) {
            tuple('s', index, dwords, out);
        } else if (index >= Operand.Sgpr.TTMP0 && index < Operand.Sgpr.M0) {
            out.append("ttm");
            tuple('p', index - Operand.Sgpr.TTMP0, dwords, out);
        } else {
            String name = switch (index) {
                case 106 -> "vcc";
                case 107 -> "vcc_hi";
                case 124 -> "m0";
                case 125 -> "null";
                case 126 -> "exec";
                default -> "exec_hi";
            };
            out.append(name);
            if (dwords == 1 && (index == Operand.Sgpr.VCC_LO || index == Operand.Sgpr.EXEC_LO)) {
                out.append("_lo");
            }
        }
    }

    // What stands behind the operands.

    private static void trailer(Decoded d, AsciiText out) {
        switch (d.form()) {
            case SDWA -> sdwa(d, out);
            case DPP16 -> dpp16(d, out);
            case DPP8 -> dpp8(d, out);
            case E64 -> vop3(d, out);
            case PLAIN -> {
                switch (d.row().encoding()) {
                    case VOP3 -> vop3(d, out);
                    case VOP3P -> vop3p(d, out);
                    case SMEM -> {
                        if (d.row().effect() instanceof Effect.Memory) {
                            flags(d, out, SCALAR_FLAGS);
                        }
                    }
                    case DS -> ds(d, out);
                    case FLAT -> {
                        offset(d, out);
                        flags(d, out, FLAT_FLAGS);
                    }
                    case MUBUF -> {
                        if (d.row().effect() instanceof Effect.Cache) {
                            return;
                        }
                        flags(d, out, ADDRESS_FLAGS);
                        offset(d, out);
                        flags(d, out, BUFFER_FLAGS);
                    }
                    case MTBUF -> {
                        int format = d.field('F');
                        if (format != IsaNames.defaultFormat()) {
                            String name = IsaNames.FORMATS[format];
                            if (name == null) {
                                out.append(" format:").append(format);
                            } else {
                                out.append(" format:[").append(name).append(']');
                            }
                        }
                        flags(d, out, ADDRESS_FLAGS);
                        offset(d, out);
                        flags(d, out, TYPED_BUFFER_FLAGS);
                    }
                    case MIMG -> mimg(d, out);
                    case EXP -> flags(d, out, EXPORT_FLAGS);
                    default -> { }
                }
            }
        }
    }

    /**
     * One-bit fields that the text names when they are set.
     *
     * @param letters of the fields, in text order
     * @param words   the names, each with a blank before it
     */
    private record Flags(char[] letters, String[] words) {
        /** Of a list that alternates letters and names. */
        static Flags of(String list) {
            String[] parts = list.split(" ");
            char[] letters = new char[parts.length / 2];
            String[] words = new String[letters.length];
            for (int i = 0; i < letters.length; i++) {
                letters[i] = parts[2 * i].charAt(0);
                words[i] = " " + parts[2 * i + 1];
            }
            return new Flags(letters, words);
        }
    }

    private static void flags(Decoded d, AsciiText out, Flags flags) {
        for (int i = 0; i < flags.letters.length; i++) {
            if (d.flag(flags.letters[i])) {
                out.append(flags.words[i]);
            }
        }
    }

    private static void offset(Decoded d, AsciiText out) {
        if (d.offset() != 0) {
            out.append(" offset:").append(d.offset());
        }
    }

    private static void ds(Decoded d, AsciiText out) {
        if (d.row().effect() instanceof Effect.Lds lds && lds.action() == Effect.Lds.Action.SWIZZLE) {
            swizzle(d.offset(), out);
        } else if (d.row().is(Instruction.Trait.TWO_OFFSETS)) {
            if (d.offset0() != 0) {
                out.append(" offset0:").append(d.offset0());
            }
            if (d.offset1() != 0) {
                out.append(" offset1:").append(d.offset1());
            }
        } else {
            offset(d, out);
        }
        flags(d, out, DS_FLAGS);
    }

    private static void swizzle(int code, AsciiText out) {
        if (code == 0) {
            return;
        }
        out.append(" offset:");
        if ((code & 0xff00) == 0x8000) {
            out.append("swizzle(QUAD_PERM");
            for (int i = 0; i < 4; i++) {
                out.append(',').append(code >>> 2 * i & 3);
            }
            out.append(')');
        } else if ((code & 0x8000) != 0) {
            out.append(code);
        } else {
            swizzleMasks(code & 31, code >>> 5 & 31, code >>> 10 & 31, out);
        }
    }

    private static void swizzleMasks(int and, int or, int xor, AsciiText out) {
        int group = 32 - and;
        if (and == 31 && or == 0 && Integer.bitCount(xor) == 1) {
            out.append("swizzle(SWAP,").append(xor).append(')');
        } else if (and == 31 && or == 0 && xor > 0 && Integer.bitCount(xor + 1) == 1) {
            out.append("swizzle(REVERSE,").append(xor + 1).append(')');
        } else if (group > 1 && Integer.bitCount(group) == 1 && or < group && xor == 0) {
            out.append("swizzle(BROADCAST,").append(group).append(',').append(or).append(')');
        } else {
            out.append("swizzle(BITMASK_PERM,\"");
            for (int mask = 16; mask > 0; mask >>= 1) {
                boolean zero = ((or ^ xor) & mask) != 0;
                boolean one = ((and | or) & mask ^ xor & mask) != 0;
                out.append(zero == one ? one ? '1' : '0' : one ? 'p' : 'i');
            }
            out.append("\")");
        }
    }

    private static void vop3(Decoded d, AsciiText out) {
        if (d.row().is(Instruction.Trait.OP_SEL)) {
            int sources = d.layout().sources().size();
            boolean lanes = d.row().sources().getLast().place() == Place.SCALAR_SOURCE;
            int bits = lanes ? 2 : sources + 1;
            boolean any = false;
            for (int i = 0; i < bits; i++) {
                any |= d.opSel(i == sources ? 3 : i);
            }
            if (any) {
                char open = '[';
                out.append(" op_sel:");
                for (int i = 0; i < bits; i++) {
                    out.append(open).append(d.opSel(i == sources ? 3 : i) ? '1' : '0');
                    open = ',';
                }
                out.append(']');
            }
        }
        if (d.attributeHigh()) {
            out.append(" high");
        }
        if (d.clamp()) {
            out.append(" clamp");
        }
        out.append(OUTPUT_MODIFIERS[d.omod()]);
    }

    private static void vop3p(Decoded d, AsciiText out) {
        boolean mix = isMix(d.row());
        int sources = d.layout().sources().size();
        bits(out, " op_sel:", sources, i -> d.opSel(i), false);
        bits(out, " op_sel_hi:", sources, i -> d.opSelHigh(i), !mix);
        if (!mix) {
            bits(out, " neg_lo:", sources, i -> d.neg(i), false);
            bits(out, " neg_hi:", sources, i -> d.negHigh(i), false);
        }
        if (d.clamp()) {
            out.append(" clamp");
        }
    }

    /** A bracketed list of bits, unless all have their usual value. */
    private static void bits(AsciiText out, String name, int count, java.util.function.IntPredicate bit, boolean usual) {
        boolean say = false;
        for (int i = 0; i < count; i++) {
            say |= bit.test(i) != usual;
        }
        if (say) {
            out.append(name);
            for (int i = 0; i < count; i++) {
                out.append(i == 0 ? '[' : ',').append(bit.test(i) ? '1' : '0');
            }
            out.append(']');
        }
    }

    private static void sdwa(Decoded d, AsciiText out) {
        if (d.clamp()) {
            out.append(" clamp");
        }
        out.append(OUTPUT_MODIFIERS[d.omod()]);
        boolean compares = d.row().encoding() == Encoding.VOPC;
        if (!compares && !d.row().destinations().isEmpty()) {
            out.append(" dst_sel:").append(IsaNames.SELECTIONS[d.destinationSelect()]);
            out.append(" dst_unused:").append(IsaNames.UNUSED[d.destinationUnused()]);
        }
        int i = 0;
        for (OperandField field : d.layout().from()) {
            if (field.kind() == FieldKind.SDWA_SOURCE) {
                out.append(" src").append(i).append("_sel:").append(IsaNames.SELECTIONS[d.sourceSelect(i)]);
                i++;
            }
        }
    }

    private static void dpp16(Decoded d, AsciiText out) {
        int control = d.dppControl();
        out.append(' ');
        if (control < 0x100) {
            out.append("quad_perm:[").append(control & 3).append(',').append(control >>> 2 & 3).append(',').append(control >>> 4 & 3)
                    .append(',').append(control >>> 6).append(']');
        } else {
            int lanes = control & 15;
            switch (control >>> 4) {
                case 0x10 -> out.append("row_shl:").append(lanes);
                case 0x11 -> out.append("row_shr:").append(lanes);
                case 0x12 -> out.append("row_ror:").append(lanes);
                case 0x14 -> out.append(lanes == 0 ? "row_mirror" : "row_half_mirror");
                case 0x15 -> out.append("row_share:").append(lanes);
                case 0x16 -> out.append("row_xmask:").append(lanes);
                default -> out.append("dpp_ctrl:").append(control);
            }
        }
        out.append(" row_mask:");
        hex(d.rowMask(), out);
        out.append(" bank_mask:");
        hex(d.bankMask(), out);
        if (d.boundControl()) {
            out.append(" bound_ctrl:1");
        }
        if (d.fetchInactive()) {
            out.append(" fi:1");
        }
    }

    private static void dpp8(Decoded d, AsciiText out) {
        out.append(" dpp8:");
        for (int i = 0; i < 8; i++) {
            out.append(i == 0 ? '[' : ',').append(d.dpp8Lane(i));
        }
        out.append(']');
        if (d.fetchInactive()) {
            out.append(" fi:1");
        }
    }

    private static void mimg(Decoded d, AsciiText out) {
        Effect.Image image = (Effect.Image) d.row().effect();
        boolean ray = image.action() == Effect.Image.Action.BVH || image.action() == Effect.Image.Action.BVH64;
        if (!ray) {
            if (d.field('m') != 0) {
                out.append(" dmask:");
                hex(d.field('m'), out);
            }
            out.append(" dim:SQ_RSRC_IMG_").append(IsaNames.DIMENSIONS[d.field('p')]);
            flags(d, out, IMAGE_FLAGS);
        }
        flags(d, out, ray ? RAY_FLAGS : IMAGE_END_FLAGS);
    }
}
