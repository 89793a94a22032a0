package org.lierne.recompiler.isa;

import org.jspecify.annotations.Nullable;

/**
 * The instruction formats. Each is written as the manual draws it, most significant bit first: {@code 0} and {@code 1} are fixed,
 * {@code -} is reserved, letters are fields. {@code o} is the opcode ({@code O} its highest bits where they stand apart).
 * Documented: RDNA 2 ISA, "Microcode Formats".
 */
public enum Encoding {
    /** Two scalar sources: d destination, a and b sources. */
    SOP2("10 ooooooo ddddddd bbbbbbbb aaaaaaaa"),
    /** Scalar with a 16-bit immediate i. */
    SOPK("1011 ooooo ddddddd iiiiiiiiiiiiiiii"),
    /** One scalar source. */
    SOP1("101111101 ddddddd oooooooo aaaaaaaa"),
    /** Scalar comparison. */
    SOPC("101111110 ooooooo bbbbbbbb aaaaaaaa"),
    /** Scalar program control. */
    SOPP("101111111 ooooooo iiiiiiiiiiiiiiii"),
    /** Scalar memory: a base pair or quad, d data, s offset register, i offset, g GLC, l DLC. */
    SMEM("111101 oooooooo - g - l - ddddddd aaaaaa", "sssssss ---- iiiiiiiiiiiiiiiiiiiii"),
    /** Vector, two sources: a any, b a VGPR. */
    VOP2("0 oooooo dddddddd bbbbbbbb aaaaaaaaa"),
    /** Vector, one source. */
    VOP1("0111111 dddddddd oooooooo aaaaaaaaa"),
    /** Vector comparison; writes VCC or EXEC. */
    VOPC("0111110 oooooooo bbbbbbbb aaaaaaaaa"),
    /** Vector, up to three sources: x clamp, s op_sel, u abs, n neg, m omod. */
    VOP3("110101 oooooooooo x ssss uuu dddddddd", "nnn mm ccccccccc bbbbbbbbb aaaaaaaaa"),
    /** Packed vector: s op_sel, h and H op_sel_hi, n neg_lo, u neg_hi. */
    VOP3P("110011 --- ooooooo x h sss uuu dddddddd", "nnn HH ccccccccc bbbbbbbbb aaaaaaaaa"),
    /** Interpolation: a attribute, c channel, v VGPR or parameter. */
    VINTRP("110010 dddddddd oo aaaaaa cc vvvvvvvv"),
    /** Local and global data share: i and j offsets, g GDS. */
    DS("110110 oooooooo g - jjjjjjjj iiiiiiii", "dddddddd cccccccc bbbbbbbb aaaaaaaa"),
    /** Flat, global (O = 2) and scratch (O = 1) memory: c scalar address, b data, a address, s SLC, g GLC, l DLC, L LDS. */
    FLAT("110111 - ooooooo s g OO L l iiiiiiiiiiii", "dddddddd - ccccccc bbbbbbbb aaaaaaaa"),
    /** Untyped buffer: c scalar offset, t TFE, s SLC, r resource, x IDXEN, f OFFEN, L LDS. */
    MUBUF("111000 oooooooo - L l g x f iiiiiiiiiiii", "cccccccc t s - rrrrr dddddddd aaaaaaaa"),
    /** Typed buffer: F format. */
    MTBUF("111010 FFFFFFF ooo l g x f iiiiiiiiiiii", "cccccccc t s O rrrrr dddddddd aaaaaaaa"),
    /** Image: m DMASK, p DIM, n number of NSA dwords, u UNORM, k R128, r resource, t TFE, w LWE, h D16, e A16, c sampler. */
    MIMG("111100 s ooooooo w t k - g u mmmm l - ppp nn O", "h e ---- ccccc rrrrr dddddddd aaaaaaaa"),
    /** Export: t target, m enabled channels, k compressed, n done, v valid mask. */
    EXP("111110 ------------- v n k tttttt mmmm", "dddddddd cccccccc bbbbbbbb aaaaaaaa");

    private final String[] patterns;
    private final int fixedMask;
    private final int fixedBits;
    private final @Nullable BitField[] fields = new BitField[128];

    Encoding(String... patterns) {
        this.patterns = patterns;
        int mask = 0;
        int bits = 0;
        for (int word = 0; word < patterns.length; word++) {
            String pattern = patterns[word].replace(" ", "");
            if (pattern.length() != 32) {
                throw new IllegalStateException(name() + ": pattern has " + pattern.length() + " bits");
            }
            for (int i = 0; i < 32; i++) {
                char c = pattern.charAt(i);
                int bit = 31 - i;
                if (word == 0 && c <= '1' && c >= '0') {
                    mask |= 1 << bit;
                    bits |= (c - '0') << bit;
                } else if (Character.isLetter(c)) {
                    BitField known = fields[c];
                    fields[c] = known == null ? new BitField(word, bit, 1) : new BitField(word, bit, known.width() + 1);
                }
            }
        }
        this.fixedMask = mask;
        this.fixedBits = bits;
    }

    /** Dwords of the encoding itself, without literal, SDWA, DPP or NSA dwords. */
    public int dwords() {
        return patterns.length;
    }

    /** The drawing of dword {@code word}. */
    public String pattern(int word) {
        return patterns[word];
    }

    /** The bits of the first dword that are fixed. */
    public int fixedMask() {
        return fixedMask;
    }

    /** The values of the fixed bits. */
    public int fixedBits() {
        return fixedBits;
    }

    /** Whether the encoding has a field of this letter. */
    public boolean has(char letter) {
        return fields[letter] != null;
    }

    /** The field with this letter; it must exist. */
    public BitField field(char letter) {
        BitField field = fields[letter];
        if (field == null) {
            throw new IllegalStateException(name() + " has no field " + letter);
        }
        return field;
    }

    /** The opcode in an instruction's first two dwords. */
    public int opcode(int word0, int word1) {
        BitField low = fields['o'];
        if (low == null) {
            return 0;
        }
        int opcode = low.get(word0);
        BitField top = fields['O'];
        return top == null ? opcode : opcode | top.get(top.word() == 0 ? word0 : word1) << low.width();
    }
}
