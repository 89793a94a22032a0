package org.lierne.recompiler.isa;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns dwords into {@link Decoded} instructions, for one wave size. Whatever the dwords are, the answer is an instruction or a
 * {@link DecodeRefusal}; nothing is thrown. Stateless after construction; may be shared between threads.
 */
public final class Decoder {
    private static final int SDWA = 249;
    private static final int DPP16 = 250;
    private static final int DPP8 = 233;
    private static final int DPP8_FI = 234;
    private static final int LITERAL = 255;

    /** Encoding by the top nine bits of the first dword: the pattern with the fewest free bits wins. */
    private static final @Nullable Encoding[] BY_TOP_BITS = byTopBits();

    /** Rows by encoding and opcode. */
    private static final Entry[][] ROWS = rows();

    private final int waveSize;

    /** A decoder for waves of 32 or 64 lanes. */
    public Decoder(int waveSize) {
        if (waveSize != 32 && waveSize != 64) {
            throw new IllegalArgumentException("wave size " + waveSize + " is neither 32 nor 64");
        }
        this.waveSize = waveSize;
    }

    /** An opcode's row in the form that this encoding means. */
    private record Entry(@Nullable Instruction row, @Nullable FormLayout layout, Form form) {
    }

    /** Lanes of a wave. */
    public int waveSize() {
        return waveSize;
    }

    /**
     * Decodes the instruction that starts at {@code words[at]}.
     *
     * @param words dwords of the program
     * @param at    index of the first dword
     * @param pc    byte offset of it in the program
     */
    public Decoding decode(int[] words, int at, int pc) {
        return decode(words, at, words.length, pc);
    }

    /** {@link #decode(int[], int, int)} of a program that ends at {@code words[end]}. */
    public Decoding decode(int[] words, int at, int end, int pc) {
        int w0 = words[at];
        Encoding encoding = BY_TOP_BITS[w0 >>> 23];
        if (encoding == null) {
            return new DecodeRefusal(pc, w0, "no encoding starts with these bits");
        }
        int left = end - at;
        int dwords = encoding.dwords();
        if (left < dwords) {
            return new DecodeRefusal(pc, w0, "the program ends inside the instruction");
        }
        int w1 = left > 1 ? words[at + 1] : 0;
        Entry entry = entry(encoding, encoding.opcode(w0, w1));
        if (entry == null || entry.row == null || entry.layout == null) {
            return new DecodeRefusal(pc, w0, "no such opcode in " + encoding);
        }
        Form form = entry.form;
        FormLayout layout = entry.layout;
        if (encoding == Encoding.VOP1 || encoding == Encoding.VOP2 || encoding == Encoding.VOPC) {
            int source = w0 & 0x1ff;
            Form wide = source == SDWA ? Form.SDWA : source == DPP16 ? Form.DPP16 : source == DPP8 || source == DPP8_FI ? Form.DPP8 : null;
            if (wide != null && !entry.row.sources().isEmpty()) {
                form = wide;
                layout = entry.row.layout(wide);
                if (layout == null) {
                    return new DecodeRefusal(pc, w0, entry.row.name() + " has no " + wide + " form");
                }
                if (left < 2) {
                    return new DecodeRefusal(pc, w0, "the program ends inside the instruction");
                }
                dwords = 2;
            }
        }
        int extra = encoding == Encoding.MIMG ? w0 >>> 1 & 3 : 0;
        boolean literal = false;
        for (OperandField field : layout.from()) {
            int code = field.bits().get(field.bits().word() == 0 ? w0 : w1);
            literal |= switch (field.kind()) {
                case LITERAL -> true;
                case SOURCE, SCALAR_SOURCE, LANE_SELECT -> code == LITERAL;
                default -> false;
            };
        }
        dwords += extra + (literal ? 1 : 0);
        if (left < dwords) {
            return new DecodeRefusal(pc, w0, literal ? "the program ends before the literal" : "the program ends inside the instruction");
        }
        Decoded decoded = new Decoded(entry.row, form, layout, waveSize, pc, dwords, w0, dwords > 1 ? w1 : 0,
                dwords > 2 ? words[at + 2] : 0, dwords > 3 ? words[at + 3] : 0, dwords > 4 ? words[at + 4] : 0);
        String reason = OperandRules.problem(decoded);
        return reason == null ? decoded : new DecodeRefusal(pc, w0, reason);
    }

    private static @Nullable Entry entry(Encoding encoding, int opcode) {
        Entry[] entries = ROWS[encoding.ordinal()];
        return opcode < entries.length ? entries[opcode] : null;
    }

    private static @Nullable Encoding[] byTopBits() {
        @Nullable Encoding[] byTop = new Encoding[512];
        for (int top = 0; top < 512; top++) {
            int dword = top << 23;
            Encoding best = null;
            for (Encoding e : Encoding.values()) {
                int mask = e.fixedMask() & 0xff800000;
                boolean fits = (dword & mask) == (e.fixedBits() & mask);
                if (fits && (best == null || Integer.bitCount(mask) > Integer.bitCount(best.fixedMask() & 0xff800000))) {
                    best = e;
                }
            }
            byTop[top] = best;
        }
        return byTop;
    }

    private static Entry[][] rows() {
        List<Entry[]> all = new ArrayList<>();
        for (Encoding e : Encoding.values()) {
            int width = (e.has('o') ? e.field('o').width() : 0) + (e.has('O') ? e.field('O').width() : 0);
            all.add(new Entry[1 << width]);
        }
        for (InstructionTable table : InstructionSet.tables()) {
            for (Instruction row : table.rows()) {
                put(all, table.encoding(), row.opcode(), row, Form.PLAIN);
                if (row.layout(Form.E64) != null) {
                    put(all, Encoding.VOP3, row.opcode() + vop3Base(table.encoding()), row, Form.E64);
                }
            }
        }
        return all.toArray(Entry[][]::new);
    }

    /** Where the opcodes of a short vector encoding start among VOP3's. */
    public static int vop3Base(Encoding encoding) {
        return switch (encoding) {
            case VOP2 -> 0x100;
            case VOP1 -> 0x180;
            default -> 0;
        };
    }

    private static void put(List<Entry[]> all, Encoding encoding, int opcode, Instruction row, Form form) {
        Entry[] entries = all.get(encoding.ordinal());
        if (entries[opcode] != null) {
            throw new IllegalStateException(row.name() + " and " + entries[opcode].row() + " share opcode " + opcode);
        }
        entries[opcode] = new Entry(row, row.layout(form), form);
    }
}
