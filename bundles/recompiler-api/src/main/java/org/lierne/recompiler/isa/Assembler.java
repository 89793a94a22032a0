package org.lierne.recompiler.isa;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns assembly text, as {@link IsaPrinter} spells it, into dwords: the inverse, from the same rows. Where several encodings print
 * alike it gives the shortest, with zeros (or the assembler's customary values) in bits that say nothing, unless the text names the
 * bytes that are meant in a comment at its end ({@link #withBytes}). Stateless; may be shared.
 */
public final class Assembler {
    private static final int NULL = Operand.Sgpr.NULL;
    private static final int LITERAL = 255;

    private static final Pattern BYTES = Pattern.compile("(.*\\S) */\\*((?:[0-9a-f]{8})+)\\*/\\s*");

    private final int waveSize;
    private final Decoder decoder;

    /** For waves of 32 or 64 lanes. */
    public Assembler(int waveSize) {
        this.waveSize = waveSize;
        this.decoder = new Decoder(waveSize);
    }

    /** A row in one form, by its mnemonic. */
    private record Spelling(Instruction row, Form form, FormLayout layout) {
    }

    /**
     * The dwords of one instruction.
     *
     * @throws AssemblyRefusal naming the column and the reason
     */
    public int[] assemble(String text) {
        Matcher exact = BYTES.matcher(text);
        return exact.matches() ? named(exact.group(1).strip(), exact.group(2)) : byText(text);
    }

    /** An instruction's text with its bytes as a comment, for {@link #assemble} to give just these. */
    static String withBytes(Decoded d) {
        return d + " /*" + IsaText.hex(d.words()) + "*/";
    }

    /** The dwords that a comment names, if they stand for the text before it. */
    private int[] named(String text, String bytes) {
        int[] words = IsaText.words(bytes);
        Decoding decoding = decoder.decode(words, 0, 0);
        boolean fits = decoding instanceof Decoded d && d.dwords() == words.length && d.toString().equals(text);
        if (!fits) {
            throw new AssemblyRefusal(text, text.length(), "the bytes in the comment stand for " + switch (decoding) {
                case Decoded d -> d.toString();
                case DecodeRefusal refusal -> "nothing: " + refusal.reason();
            });
        }
        return words;
    }

    private int[] byText(String text) {
        String line = withoutComment(text).strip();
        TextCursor in = new TextCursor(line);
        String mnemonic = in.word();
        List<Spelling> spellings = Spellings.ALL.get(mnemonic);
        if (spellings == null) {
            throw in.refuse("no instruction is called " + (mnemonic.isEmpty() ? "that" : mnemonic));
        }
        Spelling spelling = spellings.getFirst();
        Form wanted = line.contains(" dpp8:") ? Form.DPP8 : line.contains(" clamp") || line.contains(" mul:") || line.contains(" div:")
                ? Form.E64 : Form.DPP16;
        for (Spelling other : spellings) {
            if (other.form() == wanted) {
                spelling = other;
            }
        }
        int[] words = new Line(spelling, in, line).assemble();
        return switch (decoder.decode(words, 0, 0)) {
            case DecodeRefusal refusal -> throw in.refuse("that is no instruction: " + refusal.reason());
            case Decoded d when d.dwords() != words.length -> throw in.refuse("that is no instruction: it would read as " + d);
            case Decoded _ -> words;
        };
    }

    /**
     * The dwords of a program, an instruction a line. A line {@code name:} names the place behind it; a branch or call may name that
     * place as its last operand.
     *
     * @throws AssemblyRefusal naming the column and the reason
     */
    public int[] assembleProgram(List<String> lines) {
        Map<String, Integer> labels = new HashMap<>();
        lines.stream().map(String::strip).filter(line -> line.endsWith(":"))
                .forEach(line -> labels.put(line.substring(0, line.length() - 1), 0));
        List<Integer> words = new ArrayList<>();
        for (int pass = 0; pass < 2; pass++) {
            words.clear();
            for (String line : lines) {
                String text = line.strip();
                if (text.endsWith(":")) {
                    labels.put(text.substring(0, text.length() - 1), words.size());
                    continue;
                }
                String last = text.substring(text.lastIndexOf(' ') + 1);
                Integer place = labels.get(last);
                // A branch or call is one dword, and its label counts from behind it.
                int[] inst = assemble(place == null ? text
                        : text.substring(0, text.length() - last.length()) + "0x%x".formatted(place - words.size() - 1 & 0xffff));
                for (int word : inst) {
                    words.add(word);
                }
            }
        }
        return words.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Made when the first line is assembled: decoding does without. */
    private static final class Spellings {
        private static final Map<String, List<Spelling>> ALL = spellings();
    }

    private static String withoutComment(String text) {
        int open = text.indexOf("/*");
        int close = text.indexOf("*/", open + 2);
        return open < 0 || close < 0 ? text : text.substring(0, open) + text.substring(close + 2);
    }

    private static Map<String, List<Spelling>> spellings() {
        Map<String, List<Spelling>> all = new HashMap<>();
        for (InstructionTable table : InstructionSet.tables()) {
            for (Instruction row : table.rows()) {
                for (Form form : row.forms()) {
                    FormLayout layout = row.layout(form);
                    if (layout != null) {
                        all.computeIfAbsent(row.mnemonic(form), _ -> new ArrayList<>()).add(new Spelling(row, form, layout));
                    }
                }
            }
        }
        return all;
    }

    /** One line on its way to dwords. */
    private final class Line {
        private final Instruction row;
        private final Form form;
        private final FormLayout layout;
        private final Encoding encoding;
        private final TextCursor in;
        private final String line;
        private final int[] words = new int[5];
        private int literalWord;
        private boolean hasLiteral;
        private boolean nsa;
        private int addressCount;

        Line(Spelling spelling, TextCursor in, String line) {
            this.row = spelling.row();
            this.form = spelling.form();
            this.layout = spelling.layout();
            this.encoding = form == Form.E64 ? Encoding.VOP3 : row.encoding();
            this.in = in;
            this.line = line;
        }

        int[] assemble() {
            words[0] = encoding.fixedBits();
            opcode();
            customaryBits();
            literalWord = encoding.dwords();
            boolean intoLds = row.effect() instanceof Effect.Memory && has(" lds");
            boolean hidden = intoLds || encoding == Encoding.FLAT && row.effect() instanceof Effect.Memory m && m.action().isAtomic()
                    && !has(" glc");
            if (encoding == Encoding.EXP) {
                set('t', exportTarget(in.word()));
            }
            boolean first = encoding != Encoding.EXP;
            if (!hidden) {
                for (OperandField field : layout.destinations()) {
                    separate(first);
                    first = false;
                    operand(field);
                }
            }
            for (OperandField field : layout.sources()) {
                if (field.spec().place() == Place.SIMM16_OPTIONAL && in.atEnd()) {
                    continue;
                }
                separate(first || encoding == Encoding.EXP && field.index() == 0);
                first = false;
                source(field);
            }
            while (!in.atEnd()) {
                modifier();
            }
            int dwords = encoding.dwords();
            if (form == Form.SDWA || form == Form.DPP16 || form == Form.DPP8) {
                dwords = 2;
            }
            if (nsa) {
                int extra = Math.max(1, (addressCount + 2) / 4);
                set('n', extra);
                dwords += extra;
            }
            int[] result = new int[dwords + (hasLiteral ? 1 : 0)];
            System.arraycopy(words, 0, result, 0, result.length);
            return result;
        }

        private boolean has(String word) {
            int at = line.indexOf(word);
            return at >= 0 && (at + word.length() == line.length() || line.charAt(at + word.length()) == ' ');
        }

        private void separate(boolean first) {
            if (!first) {
                in.expect(',');
            }
        }

        private void opcode() {
            int opcode = row.opcode() + (form == Form.E64 ? Decoder.vop3Base(row.encoding()) : 0);
            if (encoding.has('o')) {
                set('o', opcode & encoding.field('o').mask());
                if (encoding.has('O')) {
                    set('O', opcode >>> encoding.field('o').width());
                }
            }
        }

        /** What the assembler customarily puts into fields that the text does not mention. */
        private void customaryBits() {
            switch (form) {
                case SDWA -> words[0] |= 0xf9;
                case DPP16 -> words[0] |= 0xfa;
                case DPP8 -> words[0] |= 0xe9;
                default -> { }
            }
            switch (encoding) {
                case SMEM -> {
                    if (row.sources().stream().anyMatch(s -> s.place() == Place.SCALAR_MEMORY_OFFSET)) {
                        set('s', NULL);
                    }
                }
                case FLAT -> set('c', NULL);
                case MTBUF -> set('F', IsaNames.defaultFormat());
                case VOP3P -> {
                    if (!IsaPrinter.isMix(row)) {
                        set('h', row.sources().size() > 2 ? 1 : 0);
                        set('H', 3);
                    }
                }
                case VOP3 -> {
                    if (row.encoding() == Encoding.VOPC && row.destinations().isEmpty()) {
                        set('d', Operand.Sgpr.EXEC_LO);
                    }
                }
                case MIMG -> {
                    Effect.Image image = (Effect.Image) row.effect();
                    if (image.action() == Effect.Image.Action.BVH || image.action() == Effect.Image.Action.BVH64) {
                        set('m', 15);
                        set('u', 1);
                        set('k', 1);
                    }
                }
                default -> { }
            }
        }

        private void set(char letter, int value) {
            if (!encoding.has(letter)) {
                throw in.refuse(row.name() + " has no such modifier");
            }
            set(encoding.field(letter), value);
        }

        private void set(BitField bits, int value) {
            if ((value & ~bits.mask()) != 0 && bits.width() < 32) {
                throw in.refuse(value + " does not fit " + bits.width() + " bits");
            }
            words[bits.word()] = bits.set(words[bits.word()], value);
        }

        private void literal(int value) {
            int known = words[literalWord];
            boolean isHalfOfOther = (known & 0xffff) == (value & 0xffff) && (known >>> 16 == 0 || value >>> 16 == 0);
            if (hasLiteral && known != value && !isHalfOfOther) {
                throw in.refuse("a second literal");
            }
            words[literalWord] = hasLiteral ? known | value : value;
            hasLiteral = true;
        }

        private void source(OperandField field) {
            boolean extended = in.take("sext(");
            boolean call = !extended && in.take("neg(");
            boolean negated = !call && in.peekIsModifier() && in.take("-");
            boolean absolute = in.take("|");
            operand(field);
            if (absolute) {
                in.expect('|');
            }
            if (extended || call) {
                in.expect(')');
            }
            modifiers(field, negated || call, absolute, extended);
        }

        private void modifiers(OperandField field, boolean negated, boolean absolute, boolean extended) {
            int i = field.index();
            switch (form) {
                case SDWA -> words[1] |= (extended ? 1 << 19 + 8 * i : 0) | (negated ? 1 << 20 + 8 * i : 0) | (absolute ? 1 << 21 + 8 * i : 0);
                case DPP16 -> words[1] |= (negated || extended ? 1 << 20 + 2 * i : 0) | (absolute ? 1 << 21 + 2 * i : 0);
                default -> {
                    if (negated) {
                        words[1] |= 1 << 29 + i;
                    }
                    if (absolute) {
                        words[0] |= 1 << 8 + i;
                    }
                }
            }
            boolean wide = encoding == Encoding.VOP3 || encoding == Encoding.VOP3P;
            if ((negated || absolute || extended) && form == Form.PLAIN && !wide) {
                throw in.refuse("no modifiers in this encoding");
            }
        }

        private void operand(OperandField field) {
            BitField bits = field.bits();
            switch (field.kind()) {
                case VGPR -> set(bits, vector());
                case VARIABLE_DATA -> set(bits, vector());
                case VGPR_ONLY, SOURCE, SCALAR_SOURCE, LANE_SELECT -> set(bits, sourceCode(field.type()));
                case SCALAR -> set(bits, scalar());
                case DESCRIPTOR -> set(bits, quotient(scalar(), 4));
                case BASE -> set(bits, quotient(scalar(), 2));
                case SCALAR_ADDRESS -> {
                    if (!in.takeWord("off")) {
                        set(bits, scalar());
                    } else if (row.is(Instruction.Trait.SCRATCH) && has(" lds") && line.contains("off, off")) {
                        set(bits, Operand.Sgpr.EXEC_HI);
                    } else {
                        set(bits, NULL);
                    }
                }
                case SCALAR_MEMORY_OFFSET -> {
                    if (in.isNumber()) {
                        words[1] |= in.number(-0x100000, 0xfffff) & 0x1fffff;
                    } else {
                        set(bits, scalar());
                    }
                }
                case VCC -> vcc();
                case SDWA_SOURCE -> {
                    if (in.isRegister('v')) {
                        set(bits, vector());
                    } else {
                        set(bits, sourceCode(field.type()));
                        words[1] |= 1 << 23 + 8 * field.index();
                    }
                }
                case SDWA_SCALAR -> {
                    int code = scalar();
                    if (code != Operand.Sgpr.VCC_LO) {
                        set(bits, code);
                        words[1] |= 1 << 15;
                    }
                }
                case LITERAL -> literal(in.number());
                case IMMEDIATE -> set(bits, immediate(field.spec().place()));
                case ATTRIBUTE -> attribute();
                case PARAMETER -> set(bits, parameter());
                case BUFFER_ADDRESS, FLAT_ADDRESS -> {
                    if (!in.takeWord("off")) {
                        set(bits, vector());
                    } else if (field.kind() == FieldKind.FLAT_ADDRESS) {
                        set(bits, 0);
                    }
                }
                case IMAGE_ADDRESS -> imageAddress();
                case EXPORT -> export(field.index());
            }
        }

        private int quotient(int code, int unit) {
            if (code % unit != 0) {
                throw in.refuse("register " + code + " is no multiple of " + unit);
            }
            return code / unit;
        }

        private void vcc() {
            if (scalar() != Operand.Sgpr.VCC_LO) {
                throw in.refuse("expected vcc");
            }
        }

        private int scalar() {
            if (in.isRegister('s')) {
                return existing('s', in.register('s'), Operand.Sgpr.VCC_LO);
            }
            if (in.isTrapRegister()) {
                return Operand.Sgpr.TTMP0 + existing('p', in.trapRegister(), Operand.Sgpr.M0 - Operand.Sgpr.TTMP0);
            }
            int code = namedScalar(in.word());
            if (code < 0) {
                throw in.refuse("expected a scalar register");
            }
            return code;
        }

        private static int namedScalar(String name) {
            return switch (name) {
                case "vcc", "vcc_lo" -> 106;
                case "vcc_hi" -> 107;
                case "m0" -> 124;
                case "null" -> NULL;
                case "exec", "exec_lo" -> 126;
                case "exec_hi" -> 127;
                default -> -1;
            };
        }

        private int sourceCode(DataType type) {
            if (in.isRegister('v')) {
                return 256 + vector();
            }
            if (in.isNumber()) {
                return constant(type);
            }
            if (in.isRegister('s') || in.isTrapRegister()) {
                return scalar();
            }
            String name = in.word();
            int code = namedScalar(name);
            if (code >= 0) {
                return code;
            }
            for (SpecialSource special : SpecialSource.values()) {
                if (special.text().equals(name)) {
                    return special.code();
                }
            }
            throw in.refuse("no source is called " + name);
        }

        private int constant(DataType type) {
            String text = in.numberText();
            if (text.contains(".")) {
                int index = IsaPrinter.inlineFloat(text);
                if (index < 0) {
                    throw in.refuse(text + " is no inline constant");
                }
                return 240 + index;
            }
            long value = in.parse(text);
            boolean hex = text.contains("x");
            if (!hex && value >= -16 && value <= 64) {
                return value >= 0 ? 128 + (int) value : 192 - (int) value;
            }
            int half = hex && type.is16() ? IsaPrinter.inlineHalf((int) value) : -1;
            boolean spelledAsHex = type == DataType.I16 || type == DataType.U16 || type == DataType.B16;
            if (half >= 0 && spelledAsHex && !row.is(Instruction.Trait.FLOAT_CONSTANTS)) {
                return 240 + half;
            }
            literal((int) value);
            return LITERAL;
        }

        private int parameter() {
            String name = in.word();
            return switch (name) {
                case "p10" -> 0;
                case "p20" -> 1;
                case "p0" -> 2;
                default -> {
                    if (!name.startsWith("invalid_param_")) {
                        throw in.refuse("expected p10, p20 or p0");
                    }
                    yield (int) in.parse(name.substring("invalid_param_".length()));
                }
            };
        }

        private void attribute() {
            String name = in.word();
            int dot = name.indexOf('.');
            if (!name.startsWith("attr") || dot != name.length() - 2) {
                throw in.refuse("expected attrN.c");
            }
            int number = (int) in.parse(name.substring(4, dot));
            int channel = "xyzw".indexOf(name.charAt(dot + 1));
            if (channel < 0 || number < 0 || number > 63) {
                throw in.refuse("no attribute " + name);
            }
            if (encoding == Encoding.VINTRP) {
                set('a', number);
                set('c', channel);
            } else {
                words[1] |= number | channel << 6;
            }
        }

        private void imageAddress() {
            if (in.isRegister('v')) {
                set('a', vector());
                return;
            }
            in.expect('[');
            nsa = true;
            do {
                int register = vector();
                if (addressCount == 0) {
                    set('a', register);
                } else if (addressCount > 12) {
                    throw in.refuse("more than 13 address registers");
                } else {
                    words[2 + (addressCount - 1) / 4] |= register << 8 * ((addressCount - 1) % 4);
                }
                addressCount++;
            } while (in.take(","));
            in.expect(']');
        }

        private void export(int index) {
            boolean compressed = has(" compr");
            if (in.takeWord("off")) {
                return;
            }
            words[0] |= 1 << index;
            int slot = compressed ? index / 2 : index;
            words[1] |= vector() << 8 * slot;
        }

        private int vector() {
            return existing('v', in.register('v'), 256);
        }

        private int existing(char file, int register, int count) {
            if (register >= count) {
                throw in.refuse("there is no " + (file == 'p' ? "ttmp" : file) + register);
            }
            return register;
        }

        private int exportTarget(String name) {
            for (int target = 0; target < 64; target++) {
                if (IsaNames.target(target).equals(name)) {
                    return target;
                }
            }
            throw in.refuse("no export target is called " + name);
        }

        private int immediate(Place place) {
            return switch (place) {
                case HWREG -> hardwareRegister();
                case WAITCNT -> in.isNumber() ? in.bits(16) : waitCount();
                case DEPCTR -> in.isNumber() ? in.bits(16) : counters();
                case MESSAGE -> in.isNumber() ? in.bits(16) : message();
                case VERSION -> in.isNumber() && !line.contains("|") ? in.bits(16) : version();
                case SDATA_NUMBER -> in.bits(7);
                default -> in.number(Short.MIN_VALUE, 0xffff) & 0xffff;
            };
        }

        private int hardwareRegister() {
            in.expectWord("hwreg(");
            int id;
            if (in.isNumber()) {
                id = in.bits(6);
            } else {
                id = indexOf(IsaNames.HARDWARE, in.word(), "hardware register");
            }
            int offset = 0;
            int size = 32;
            if (in.take(",")) {
                offset = in.bits(5);
                in.expect(',');
                size = in.number(1, 32);
            }
            in.expect(')');
            return id | offset << 6 | size - 1 << 11;
        }

        private int indexOf(@Nullable String[] names, String name, String what) {
            for (int i = 0; i < names.length; i++) {
                if (name.equals(names[i])) {
                    return i;
                }
            }
            throw in.refuse("no " + what + " is called " + name);
        }

        private int waitCount() {
            int code = 0xff7f;
            while (!in.atEnd()) {
                if (in.take("vmcnt(")) {
                    int count = in.bits(6);
                    code = code & ~0xc00f | count & 15 | (count & 0x30) << 10;
                } else if (in.take("expcnt(")) {
                    code = code & ~0x70 | in.bits(3) << 4;
                } else if (in.take("lgkmcnt(")) {
                    code = code & ~0x3f00 | in.bits(6) << 8;
                } else {
                    throw in.refuse("expected vmcnt, expcnt or lgkmcnt");
                }
                in.expect(')');
            }
            return code;
        }

        private int counters() {
            int code = 0;
            for (int i = 0; i < IsaNames.COUNTERS.length; i++) {
                code |= (1 << IsaNames.COUNTER_WIDTHS[i]) - 1 << IsaNames.COUNTER_SHIFTS[i];
            }
            while (!in.atEnd()) {
                int i = indexOf(IsaNames.COUNTERS, in.word(), "counter");
                in.expect('(');
                int mask = (1 << IsaNames.COUNTER_WIDTHS[i]) - 1 << IsaNames.COUNTER_SHIFTS[i];
                code = code & ~mask | in.bits(IsaNames.COUNTER_WIDTHS[i]) << IsaNames.COUNTER_SHIFTS[i];
                in.expect(')');
            }
            return code;
        }

        private int message() {
            in.expectWord("sendmsg(");
            int code;
            if (in.isNumber()) {
                code = in.bits(4);
                in.expect(',');
                code |= in.bits(3) << 4;
                in.expect(',');
                code |= in.bits(2) << 8;
            } else {
                code = indexOf(IsaNames.MESSAGES, in.word(), "message");
                if (in.take(",")) {
                    String operation = in.word();
                    code |= indexOf(code == 15 ? IsaNames.SYSTEM_OPERATIONS : IsaNames.GS_OPERATIONS, operation, "operation") << 4;
                    if (in.take(",")) {
                        code |= in.bits(2) << 8;
                    }
                }
            }
            in.expect(')');
            return code;
        }

        private int version() {
            int code = 0;
            for (String part : in.rest().replace("(", "").replace(")", "").split("\\|")) {
                code |= versionPart(part.strip());
            }
            return code;
        }

        private int versionPart(String part) {
            for (int i = 0; i < IsaNames.VERSION_BITS.length; i++) {
                if (IsaNames.VERSION_BITS[i].equals(part)) {
                    return 1 << 13 + i;
                }
            }
            for (int i = 0; i < 16; i++) {
                if (part.equals(IsaNames.version(i))) {
                    return i;
                }
            }
            if (!part.isEmpty() && part.chars().allMatch(Character::isDigit)) {
                return (int) in.parse(part) & 0xff;
            }
            throw in.refuse("no version is called " + part);
        }

        /** One word behind the operands. */
        private void modifier() {
            String name = in.word();
            if (!in.take(":")) {
                flag(name);
                return;
            }
            switch (name) {
                case "offset" -> offset();
                case "offset0" -> words[0] |= in.bits(8);
                case "offset1" -> words[0] |= in.bits(8) << 8;
                case "format" -> set('F', format());
                case "dmask" -> set('m', in.number());
                case "dim" -> set('p', indexOf(IsaNames.DIMENSIONS, stripped(in.word(), "SQ_RSRC_IMG_"), "dimension"));
                case "mul" -> outputModifier(switch (in.number()) {
                    case 2 -> 1;
                    case 4 -> 2;
                    default -> throw in.refuse("mul is 2 or 4");
                });
                case "div" -> outputModifier(in.number(2, 2) + 1);
                case "op_sel" -> operandSelect();
                case "op_sel_hi" -> {
                    boolean[] bits = in.bitList(3);
                    set('H', (bits[0] ? 1 : 0) | (bits.length > 1 && bits[1] ? 2 : 0));
                    if (bits.length > 2) {
                        set('h', bits[2] ? 1 : 0);
                    }
                }
                case "neg_lo" -> set('n', mask(in.bitList(3)));
                case "neg_hi" -> set('u', mask(in.bitList(3)));
                case "dst_sel" -> words[1] |= indexOf(IsaNames.SELECTIONS, in.word(), "selection") << 8;
                case "dst_unused" -> words[1] |= indexOf(IsaNames.UNUSED, in.word(), "rule for unused bits") << 11;
                case "src0_sel" -> words[1] |= indexOf(IsaNames.SELECTIONS, in.word(), "selection") << 16;
                case "src1_sel" -> words[1] |= indexOf(IsaNames.SELECTIONS, in.word(), "selection") << 24;
                case "row_mask" -> words[1] |= in.bits(4) << 28;
                case "bank_mask" -> words[1] |= in.bits(4) << 24;
                case "bound_ctrl" -> words[1] |= in.bits(1) << 19;
                case "fi" -> fetchInactive(in.bits(1));
                case "quad_perm" -> words[1] |= permutation(in.list(4, 2), 2) << 8;
                case "row_shl" -> words[1] |= 0x100 + in.bits(4) << 8;
                case "row_shr" -> words[1] |= 0x110 + in.bits(4) << 8;
                case "row_ror" -> words[1] |= 0x120 + in.bits(4) << 8;
                case "row_share" -> words[1] |= 0x150 + in.bits(4) << 8;
                case "row_xmask" -> words[1] |= 0x160 + in.bits(4) << 8;
                case "dpp8" -> words[1] |= permutation(in.list(8, 3), 3) << 8;
                default -> throw in.refuse("no modifier is called " + name);
            }
        }

        private static String stripped(String name, String prefix) {
            return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
        }

        private static int mask(boolean[] bits) {
            int mask = 0;
            for (int i = 0; i < bits.length; i++) {
                mask |= bits[i] ? 1 << i : 0;
            }
            return mask;
        }

        private static int permutation(int[] lanes, int width) {
            int code = 0;
            for (int i = 0; i < lanes.length; i++) {
                code |= lanes[i] << width * i;
            }
            return code;
        }

        private void fetchInactive(int value) {
            if (value == 0) {
                return;
            }
            if (form == Form.DPP8) {
                words[0] = words[0] & ~0x1ff | 0xea;
            } else {
                words[1] |= 1 << 18;
            }
        }

        /** op_sel lists the sources and then, in VOP3, the destination; lane permutes have two bits. */
        private void operandSelect() {
            boolean[] bits = in.bitList(4);
            int sources = layout.sources().size();
            for (int i = 0; i < bits.length; i++) {
                if (bits[i]) {
                    boolean destination = encoding == Encoding.VOP3 && i == sources;
                    words[0] |= 1 << 11 + (destination ? 3 : i);
                }
            }
        }

        private void outputModifier(int code) {
            if (form == Form.SDWA) {
                words[1] |= code << 14;
            } else {
                set('m', code);
            }
        }

        private void offset() {
            if (in.take("swizzle(")) {
                words[0] |= swizzle();
                return;
            }
            boolean signed = row.is(Instruction.Trait.GLOBAL) || row.is(Instruction.Trait.SCRATCH);
            switch (encoding) {
                case SMEM -> words[1] |= in.number(-0x100000, 0xfffff) & 0x1fffff;
                case DS -> words[0] |= in.bits(16);
                case FLAT -> words[0] |= (signed ? in.number(-0x800, 0x7ff) : in.bits(12)) & 0xfff;
                case MUBUF, MTBUF -> words[0] |= in.bits(12);
                default -> throw in.refuse(row.name() + " has no offset");
            }
        }

        private int swizzle() {
            String kind = in.word();
            in.expect(',');
            int code;
            switch (kind) {
                case "QUAD_PERM" -> {
                    code = 0x8000;
                    for (int i = 0; i < 4; i++) {
                        code |= in.bits(2) << 2 * i;
                        if (i < 3) {
                            in.expect(',');
                        }
                    }
                }
                case "SWAP" -> code = 31 | in.number(1, 16) << 10;
                case "REVERSE" -> code = 31 | in.number(2, 32) - 1 << 10;
                case "BROADCAST" -> {
                    int group = in.number(2, 32);
                    in.expect(',');
                    code = 32 - group & 31 | in.number(0, group - 1) << 5;
                }
                case "BITMASK_PERM" -> code = swizzleMask(in.quoted());
                default -> throw in.refuse("no swizzle is called " + kind);
            }
            in.expect(')');
            return code;
        }

        private int swizzleMask(String mask) {
            if (mask.length() != 5) {
                throw in.refuse("a swizzle mask has five places");
            }
            int code = 0;
            for (int i = 0; i < mask.length(); i++) {
                int bit = 1 << 4 - i;
                code |= switch (mask.charAt(i)) {
                    case '0' -> 0;
                    case '1' -> bit << 5;
                    case 'p' -> bit;
                    case 'i' -> bit | bit << 10;
                    default -> throw in.refuse("a swizzle mask has 0, 1, p and i");
                };
            }
            return code;
        }

        private int format() {
            if (in.isNumber()) {
                return in.number();
            }
            in.expect('[');
            int code = indexOf(IsaNames.FORMATS, in.word(), "format");
            in.expect(']');
            return code;
        }

        private void flag(String name) {
            switch (name) {
                case "glc" -> set('g', 1);
                case "slc" -> set('s', 1);
                case "dlc" -> set('l', 1);
                case "lds" -> set('L', 1);
                case "gds" -> set('g', 1);
                case "tfe" -> set('t', 1);
                case "lwe" -> set('w', 1);
                case "unorm" -> set('u', 1);
                case "r128" -> set('k', 1);
                case "a16" -> set('e', 1);
                case "d16" -> set('h', 1);
                case "idxen" -> set('x', 1);
                case "offen" -> set('f', 1);
                case "done" -> set('n', 1);
                case "compr" -> set('k', 1);
                case "vm" -> set('v', 1);
                case "high" -> words[1] |= 1 << 8;
                case "clamp" -> {
                    if (form == Form.SDWA) {
                        words[1] |= 1 << 13;
                    } else {
                        set('x', 1);
                    }
                }
                case "row_mirror" -> words[1] |= 0x140 << 8;
                case "row_half_mirror" -> words[1] |= 0x141 << 8;
                default -> throw in.refuse("no modifier is called " + name);
            }
        }
    }

    /** Lanes of a wave. */
    public int waveSize() {
        return waveSize;
    }
}
