package org.lierne.recompiler.isa;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One decoded instruction: its row, its form and its dwords. Everything else is read out of the dwords on demand, so that it encodes
 * back to the same bytes by nature. Immutable.
 *
 * <p>How to walk one: {@link #row} says what it is ({@link Instruction#effect} is the sealed kind to switch over);
 * {@link #destinations} and {@link #sources} give the operands in text order as sealed records; {@link #operandAt} finds one by its
 * place (address, data, resource). Modifiers are asked per source.
 */
public final class Decoded implements Decoding {
    private static final int[] ROUNDED_FLOATS_16 = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118};
    private static final int[] FLOATS_32 = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000, 0x40800000,
        0xc0800000, 0x3e22f983};
    private static final long[] FLOATS_64 = {0x3fe0000000000000L, 0xbfe0000000000000L, 0x3ff0000000000000L, 0xbff0000000000000L,
        0x4000000000000000L, 0xc000000000000000L, 0x4010000000000000L, 0xc010000000000000L, 0x3fc45f306dc9c882L};

    private static final DataType[] BY_DWORDS = {DataType.B32, DataType.B64, DataType.B96, DataType.B128, DataType.B160};

    private final Instruction row;
    private final Form form;
    private final FormLayout layout;
    private final int waveSize;
    private final int pc;
    private final int dwords;
    private final int w0;
    private final int w1;
    private final int w2;
    private final int w3;
    private final int w4;

    Decoded(Instruction row, Form form, FormLayout layout, int waveSize, int pc, int dwords, int w0, int w1, int w2, int w3, int w4) {
        this.row = row;
        this.form = form;
        this.layout = layout;
        this.waveSize = waveSize;
        this.pc = pc;
        this.dwords = dwords;
        this.w0 = w0;
        this.w1 = w1;
        this.w2 = w2;
        this.w3 = w3;
        this.w4 = w4;
    }

    /** What instruction it is. */
    public Instruction row() {
        return row;
    }

    /** In which form. */
    public Form form() {
        return form;
    }

    /** Where its operands stand. */
    public FormLayout layout() {
        return layout;
    }

    /** 32 or 64: lane masks are one register or two. */
    public int waveSize() {
        return waveSize;
    }

    /** Byte offset in the program. */
    public int pc() {
        return pc;
    }

    /** Dwords with literal, SDWA, DPP and NSA dwords. */
    public int dwords() {
        return dwords;
    }

    /** Bytes. */
    public int sizeBytes() {
        return dwords * 4;
    }

    /** Byte offset of the instruction after it. */
    public int nextPc() {
        return pc + sizeBytes();
    }

    /** Dword {@code i}; zero past the end. */
    public int word(int i) {
        return switch (i) {
            case 0 -> w0;
            case 1 -> w1;
            case 2 -> w2;
            case 3 -> w3;
            case 4 -> w4;
            default -> 0;
        };
    }

    /** The instruction's dwords. */
    public int[] words() {
        int[] words = new int[dwords];
        for (int i = 0; i < dwords; i++) {
            words[i] = word(i);
        }
        return words;
    }

    /** The number in a field of the row's encoding, by its letter; see {@link Encoding}. */
    public int field(char letter) {
        return bits(encodingInUse().field(letter));
    }

    int bits(BitField field) {
        return field.get(word(field.word()));
    }

    /** The encoding its first dwords have: the row's own, or VOP3 for {@link Form#E64}. */
    public Encoding encodingInUse() {
        return form == Form.E64 ? Encoding.VOP3 : row.encoding();
    }

    /** The dword behind the encoding's own, where a literal stands. */
    public int literal() {
        return word(literalWord());
    }

    int literalWord() {
        return encodingInUse().dwords();
    }

    // Operands.

    /** Destinations in text order. */
    public List<Operand> destinations() {
        return hidesDestination() ? List.of() : operands(layout.destinations());
    }

    /** Sources in text order. */
    public List<Operand> sources() {
        return operands(layout.sources());
    }

    /** A flat atomic without GLC and a load into LDS do not write the register their destination field names. */
    boolean hidesDestination() {
        return row.encoding() == Encoding.FLAT && !returnsData() || row.effect() instanceof Effect.Memory && flag('L');
    }

    /** Destination {@code i}. */
    public Operand destination(int i) {
        return operand(layout.destinations().get(i));
    }

    /** Source {@code i}. */
    public Operand source(int i) {
        return operand(layout.sources().get(i));
    }

    private List<Operand> operands(List<OperandField> fields) {
        List<Operand> all = new ArrayList<>(fields.size());
        for (OperandField field : fields) {
            all.add(operand(field));
        }
        return all;
    }

    /** The operand that stands in a field of this instruction's layout. */
    public Operand operand(OperandField field) {
        int code = bits(field.bits());
        DataType type = field.type();
        return switch (field.kind()) {
            case VGPR -> new Operand.Vgpr(code, type);
            case SOURCE, SCALAR_SOURCE, LANE_SELECT, VGPR_ONLY -> source(code, type);
            case SCALAR -> scalar(code, type);
            case DESCRIPTOR -> scalar(code * 4, type);
            case BASE -> scalar(code * 2, type);
            case SCALAR_ADDRESS -> code == Operand.Sgpr.NULL || isNoAddress(code) ? new Operand.Off(type) : scalar(code, type);
            case SCALAR_MEMORY_OFFSET -> new Operand.MemoryOffset(code, w1 << 11 >> 11, type);
            case VCC -> new Operand.Sgpr(Operand.Sgpr.VCC_LO, type);
            case SDWA_SOURCE -> sdwaScalar(field.index()) ? source(code, type) : new Operand.Vgpr(code, type);
            case SDWA_SCALAR -> scalar((w1 >>> 15 & 1) != 0 ? code : Operand.Sgpr.VCC_LO, type);
            case LITERAL -> new Operand.Constant(literalBits(type), type);
            case IMMEDIATE -> immediate(code, field.spec());
            case ATTRIBUTE -> row.encoding() == Encoding.VINTRP ? new Operand.Attribute(field('a'), field('c'), type)
                    : new Operand.Attribute(w1 & 0x3f, w1 >>> 6 & 3, type);
            case PARAMETER -> new Operand.Parameter(code, type);
            case BUFFER_ADDRESS -> bufferAddressDwords() == 0 ? new Operand.Off(type)
                    : new Operand.Vgpr(code, bufferAddressDwords() == 1 ? DataType.B32 : DataType.B64);
            case FLAT_ADDRESS -> flatAddress(code);
            case VARIABLE_DATA -> new Operand.Vgpr(code, BY_DWORDS[dataDwords() - 1]);
            case IMAGE_ADDRESS -> new Operand.VgprList(imageAddress(), type);
            case EXPORT -> (w0 >>> field.index() & 1) != 0 ? new Operand.Vgpr(exportRegister(field.index()), type) : new Operand.Off(type);
        };
    }

    /** The operand whose column has this place (address, data, resource ...), destinations first; null if there is none. */
    public @Nullable Operand operandAt(Place place) {
        for (OperandField field : layout.destinations()) {
            if (field.spec().place() == place) {
                return operand(field);
            }
        }
        for (OperandField field : layout.sources()) {
            if (field.spec().place() == place) {
                return operand(field);
            }
        }
        return null;
    }

    // Memory, image and export facts.

    /** Whether the bit of field {@code letter} is set; false where the encoding has no such field. */
    public boolean flag(char letter) {
        return row.encoding().has(letter) && field(letter) != 0;
    }

    /** GLC: an atomic returns the old value; otherwise a cache hint. */
    public boolean glc() {
        return flag('g');
    }

    /** Whether a memory instruction writes registers: a load, or an atomic with GLC. */
    public boolean returnsData() {
        return switch (row.effect()) {
            case Effect.Memory m -> m.action() == Effect.Memory.Action.LOAD || m.action().isAtomic() && glc();
            case Effect.Image i -> i.action().isAtomic() ? glc() : !row.destinations().isEmpty();
            case Effect.Lds l -> l.returns();
            default -> !row.destinations().isEmpty();
        };
    }

    /**
     * The immediate byte offset of a memory instruction: unsigned for DS and buffers, signed for global and scratch (flat:
     * unsigned) and scalar memory. For DS with two offsets see {@link #offset0}.
     */
    public int offset() {
        return switch (row.encoding()) {
            case DS -> w0 & 0xffff;
            case FLAT -> row.is(Instruction.Trait.GLOBAL) || row.is(Instruction.Trait.SCRATCH) ? w0 << 20 >> 20 : w0 & 0xfff;
            case MUBUF, MTBUF -> w0 & 0xfff;
            case SMEM -> w1 << 11 >> 11;
            default -> 0;
        };
    }

    /** DS: the first of two offsets, in elements. */
    public int offset0() {
        return w0 & 0xff;
    }

    /** DS: the second of two offsets, in elements. */
    public int offset1() {
        return w0 >>> 8 & 0xff;
    }

    /** VGPRs of an operand whose number follows from other fields; 0 for none. */
    int vectorDwords(FieldKind kind) {
        return switch (kind) {
            case BUFFER_ADDRESS -> bufferAddressDwords();
            case FLAT_ADDRESS -> flatAddressDwords();
            default -> dataDwords();
        };
    }

    private int flatAddressDwords() {
        if (row.is(Instruction.Trait.GLOBAL)) {
            return field('c') != Operand.Sgpr.NULL ? 1 : 2;
        }
        if (row.is(Instruction.Trait.SCRATCH)) {
            return field('c') != Operand.Sgpr.NULL ? 0 : 1;
        }
        return 2;
    }

    private int bufferAddressDwords() {
        return (flag('x') ? 1 : 0) + (flag('f') ? 1 : 0);
    }

    private Operand flatAddress(int code) {
        return switch (flatAddressDwords()) {
            case 0 -> new Operand.Off(DataType.B32);
            case 1 -> new Operand.Vgpr(code, DataType.B32);
            default -> new Operand.Vgpr(code, DataType.B64);
        };
    }

    /** Scratch into LDS without any address register has its own code. */
    boolean isNoAddress(int code) {
        return code == Operand.Sgpr.EXEC_HI && row.is(Instruction.Trait.SCRATCH) && flag('L');
    }

    /** Data registers of a buffer or image instruction: what the row, DMASK, D16 and TFE say. */
    public int dataDwords() {
        if (row.encoding() != Encoding.MIMG) {
            return ((Effect.Memory) row.effect()).dwords() + (flag('t') ? 1 : 0);
        }
        return ImageShape.dataDwords(this, (Effect.Image) row.effect());
    }

    /** MIMG: the address registers, in order. */
    public List<Integer> imageAddress() {
        return imageAddress(ImageShape.addressDwords(this, (Effect.Image) row.effect()));
    }

    private List<Integer> imageAddress(int count) {
        List<Integer> registers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            registers.add(imageRegister(i));
        }
        return registers;
    }

    /** MIMG: address register {@code i}. */
    int imageRegister(int i) {
        if (i == 0) {
            return w1 & 0xff;
        }
        return (w0 & 6) == 0 ? (w1 & 0xff) + i : word(2 + (i - 1) / 4) >>> 8 * ((i - 1) % 4) & 0xff;
    }

    /** Interpolation of halves: whether the attribute's high half is meant. */
    public boolean attributeHigh() {
        return row.effect() instanceof Effect.Interpolate step && step.kind().isHalf() && (w1 >>> 8 & 1) != 0;
    }

    /** EXP: the target number (0..7 colour, 8 depth, 9 null, 12..16 position, 20 primitive, 32..63 parameter). */
    public int exportTarget() {
        return field('t');
    }

    /** Compressed exports hold two halves each in the first two registers. */
    int exportRegister(int index) {
        return w1 >>> 8 * (flag('k') ? index / 2 : index) & 0xff;
    }

    private Operand immediate(int code, OperandSpec spec) {
        return switch (spec.place()) {
            case LABEL -> new Operand.Target(nextPc() + (short) code * 4, spec.type());
            case SIMM16_SIGNED -> new Operand.Constant((short) code & 0xffffffffL, spec.type());
            default -> new Operand.Constant(code, spec.type());
        };
    }

    private Operand scalar(int code, DataType type) {
        return new Operand.Sgpr(Operand.Sgpr.aligned(code, type.dwords(waveSize)), type);
    }

    private Operand source(int code, DataType type) {
        if (code >= 256) {
            return new Operand.Vgpr(code - 256, type);
        }
        if (code < 128) {
            return scalar(code, type);
        }
        if (code <= 208) {
            return new Operand.Constant(integerConstant(code <= 192 ? code - 128 : 192 - code, type), type);
        }
        if (code >= 240 && code <= 248) {
            return new Operand.Constant(floatConstant(code - 240, type), type);
        }
        if (code == 255) {
            return new Operand.Constant(literalBits(type), type);
        }
        for (SpecialSource special : SpecialSource.values()) {
            if (special.code() == code) {
                return new Operand.Special(special, type);
            }
        }
        throw new IllegalStateException("source code " + code + " passed the decoder");
    }

    private long integerConstant(int value, DataType type) {
        return switch (type.bits(waveSize)) {
            case 16 -> value & 0xffffL;
            case 32 -> value & 0xffffffffL;
            default -> value;
        };
    }

    private static long floatConstant(int index, DataType type) {
        return switch (type) {
            case F16, B16, I16, U16, PK_F16 -> ROUNDED_FLOATS_16[index];
            case F64, B64, I64, U64 -> FLOATS_64[index];
            default -> FLOATS_32[index] & 0xffffffffL;
        };
    }

    private long literalBits(DataType type) {
        int literal = literal();
        return switch (type) {
            case F64 -> (long) literal << 32;
            case I64 -> literal;
            case B16, I16, U16, F16 -> literal & 0xffffL;
            default -> literal & 0xffffffffL;
        };
    }

    // Modifiers. Bits of forms that lack a modifier read as absent.

    /** Whether the form has bits for modifiers of sources at all. */
    boolean mayModify() {
        return switch (form) {
            case PLAIN -> row.encoding() == Encoding.VOP3 || row.encoding() == Encoding.VOP3P;
            case DPP8 -> false;
            default -> true;
        };
    }

    /** Whether source {@code i} is negated (the low half, for packed instructions). */
    public boolean neg(int i) {
        return switch (form) {
            case SDWA -> i < 2 && (w1 >>> (20 + 8 * i) & 1) != 0 && !sourceIsInteger(i);
            case DPP16 -> i < 2 && (w1 >>> (20 + 2 * i) & 1) != 0;
            case E64 -> (w1 >>> (29 + i) & 1) != 0;
            case PLAIN -> (row.encoding() == Encoding.VOP3 || row.encoding() == Encoding.VOP3P) && (w1 >>> (29 + i) & 1) != 0;
            case DPP8 -> false;
        };
    }

    /** Whether the sign bit of source {@code i} is cleared first. */
    public boolean abs(int i) {
        return switch (form) {
            case SDWA -> i < 2 && (w1 >>> (21 + 8 * i) & 1) != 0;
            case DPP16 -> i < 2 && (w1 >>> (21 + 2 * i) & 1) != 0;
            case E64 -> !row.is(Instruction.Trait.SCALAR_DESTINATION) && (w0 >>> (8 + i) & 1) != 0;
            case PLAIN -> row.encoding() == Encoding.VOP3 && !row.is(Instruction.Trait.SCALAR_DESTINATION) && (w0 >>> (8 + i) & 1) != 0;
            case DPP8 -> false;
        };
    }

    /** Packed: whether the high half of source {@code i} is negated. */
    public boolean negHigh(int i) {
        return row.encoding() == Encoding.VOP3P && (w0 >>> (8 + i) & 1) != 0;
    }

    /** VOP3 and VOP3P: op_sel bit {@code i} (sources 0 to 2, 3 the destination of VOP3). */
    public boolean opSel(int i) {
        Encoding e = encodingInUse();
        return (e == Encoding.VOP3 && hasOpSel() || e == Encoding.VOP3P && i < 3) && (w0 >>> (11 + i) & 1) != 0;
    }

    private boolean hasOpSel() {
        return row.is(Instruction.Trait.OP_SEL) || row.is(Instruction.Trait.OP_SEL_UNSPELLED);
    }

    /** VOP3P: op_sel_hi bit {@code i}. */
    public boolean opSelHigh(int i) {
        return row.encoding() == Encoding.VOP3P && (i == 2 ? w0 >>> 14 & 1 : w1 >>> (27 + i) & 1) != 0;
    }

    /** SDWA: whether source {@code i}'s selection is sign-extended. */
    public boolean signExtended(int i) {
        return form == Form.SDWA && i < 2 && (w1 >>> (19 + 8 * i) & 1) != 0;
    }

    /** SDWA: the part of source {@code i}: 0..3 a byte, 4 and 5 a half, 6 all. */
    public int sourceSelect(int i) {
        return form == Form.SDWA && i < 2 ? w1 >>> (16 + 8 * i) & 7 : 6;
    }

    /** SDWA: the part of the destination that is written; as {@link #sourceSelect}. */
    public int destinationSelect() {
        return form == Form.SDWA && row.encoding() != Encoding.VOPC ? w1 >>> 8 & 7 : 6;
    }

    /** SDWA: what happens to the rest of the destination: 0 zero, 1 the result's sign, 2 kept. */
    public int destinationUnused() {
        return form == Form.SDWA && row.encoding() != Encoding.VOPC ? w1 >>> 11 & 3 : 0;
    }

    /** SDWA: whether source {@code i} is a scalar register or constant. */
    boolean sdwaScalar(int i) {
        return (w1 >>> (23 + 8 * i) & 1) != 0;
    }

    private boolean sourceIsInteger(int i) {
        return i < row.sources().size() && !row.sources().get(i).type().isFloat();
    }

    /** Whether the result is clamped. */
    public boolean clamp() {
        return switch (form) {
            case SDWA -> row.encoding() != Encoding.VOPC && (w1 >>> 13 & 1) != 0;
            case E64 -> (w0 >>> 15 & 1) != 0;
            case PLAIN -> (row.encoding() == Encoding.VOP3 || row.encoding() == Encoding.VOP3P) && (w0 >>> 15 & 1) != 0;
            case DPP16, DPP8 -> false;
        };
    }

    /** Output modifier: 0 none, 1 times two, 2 times four, 3 half. */
    public int omod() {
        return switch (form) {
            case SDWA -> row.encoding() != Encoding.VOPC ? w1 >>> 14 & 3 : 0;
            case E64 -> w1 >>> 27 & 3;
            case PLAIN -> row.encoding() == Encoding.VOP3 ? w1 >>> 27 & 3 : 0;
            case DPP16, DPP8 -> 0;
        };
    }

    /** DPP16: the lane pattern, 9 bits (0..0xff quad permutation, 0x101.. row shifts and so on). */
    public int dppControl() {
        return w1 >>> 8 & 0x1ff;
    }

    /** DPP16: which rows of 16 lanes write. */
    public int rowMask() {
        return w1 >>> 28 & 15;
    }

    /** DPP16: which banks of four lanes of each row write. */
    public int bankMask() {
        return w1 >>> 24 & 15;
    }

    /** DPP16: whether lanes without a source lane read zero instead of not writing. */
    public boolean boundControl() {
        return (w1 >>> 19 & 1) != 0;
    }

    /** DPP: whether inactive lanes may be read. */
    public boolean fetchInactive() {
        return form == Form.DPP8 ? (w0 & 0x1ff) == 0xea : (w1 >>> 18 & 1) != 0;
    }

    /** DPP8: the source lane, within its eight, of lane {@code i}. */
    public int dpp8Lane(int i) {
        return w1 >>> (8 + 3 * i) & 7;
    }

    @Override
    public String toString() {
        return IsaPrinter.text(this);
    }
}
