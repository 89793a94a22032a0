package org.lierne.recompiler.isa;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The instruction formats. Each is written as the manual draws it, most significant bit first: {@code 0} and {@code 1} are fixed,
 * {@code -} is reserved, letters are fields, whose meanings come first. {@code o} is the opcode ({@code O} its highest bits where they
 * stand apart).
 * Documented: RDNA 2 ISA, "Microcode Formats".
 */
public enum Encoding {
    /** Two scalar sources. */
    SOP2("d destination; a, b sources",
            "10 ooooooo ddddddd bbbbbbbb aaaaaaaa"),
    /** Scalar with a 16-bit immediate. */
    SOPK("d destination, or the register compared or set; i immediate",
            "1011 ooooo ddddddd iiiiiiiiiiiiiiii"),
    /** One scalar source. */
    SOP1("d destination; a source",
            "101111101 ddddddd oooooooo aaaaaaaa"),
    /** Scalar comparison. */
    SOPC("a, b sources",
            "101111110 ooooooo bbbbbbbb aaaaaaaa"),
    /** Scalar program control. */
    SOPP("i immediate",
            "101111111 ooooooo iiiiiiiiiiiiiiii"),
    /** Scalar memory. */
    SMEM("d data; a base pair, or descriptor, in units of two registers; s offset register; i signed byte offset; g GLC; l DLC",
            "111101 oooooooo - g - l - ddddddd aaaaaa", "sssssss ---- iiiiiiiiiiiiiiiiiiiii"),
    /** Vector, two sources. */
    VOP2("d destination; a any source; b VGPR",
            "0 oooooo dddddddd bbbbbbbb aaaaaaaaa"),
    /** Vector, one source. */
    VOP1("d destination; a any source",
            "0111111 dddddddd oooooooo aaaaaaaaa"),
    /** Vector comparison; writes VCC or EXEC. */
    VOPC("a any source; b VGPR",
            "0111110 oooooooo bbbbbbbb aaaaaaaaa"),
    /** Vector, up to three sources. */
    VOP3("d destination; a, b, c sources; u abs, a bit a source; s op_sel, a bit a source and the destination (with u the second, "
            + "scalar destination where there is one); x clamp; n neg, a bit a source; m output modifier",
            "110101 oooooooooo x ssss uuu dddddddd", "nnn mm ccccccccc bbbbbbbbb aaaaaaaaa"),
    /** Packed vector. */
    VOP3P("d destination; a, b, c sources; s op_sel, a bit a source; h op_sel_hi of c; H op_sel_hi of a and b; u neg_hi; n neg_lo; "
            + "x clamp",
            "110011 --- ooooooo x h sss uuu dddddddd", "nnn HH ccccccccc bbbbbbbbb aaaaaaaaa"),
    /** Interpolation. */
    VINTRP("d destination; a attribute; c channel; v VGPR or vertex parameter",
            "110010 dddddddd oo aaaaaa cc vvvvvvvv"),
    /** Local and global data share. */
    DS("i offset, or the low byte of it; j second offset, or the high byte of the one; g GDS; a address; b, c data; d destination",
            "110110 oooooooo g - jjjjjjjj iiiiiiii", "dddddddd cccccccc bbbbbbbb aaaaaaaa"),
    /** Flat, global and scratch memory; the segment is the high part of the opcode (1 scratch, 2 global). */
    FLAT("i offset in bytes; l DLC; L into LDS; g GLC; s SLC; a address; b data; c scalar address; d destination",
            "110111 - ooooooo s g OO L l iiiiiiiiiiii", "dddddddd - ccccccc bbbbbbbb aaaaaaaa"),
    /** Untyped buffer. */
    MUBUF("i offset in bytes; f OFFEN; x IDXEN; g GLC; l DLC; L into LDS; a address; d data; "
            + "r descriptor in units of four registers; s SLC; t TFE; c scalar offset",
            "111000 oooooooo - L l g x f iiiiiiiiiiii", "cccccccc t s - rrrrr dddddddd aaaaaaaa"),
    /** Typed buffer. */
    MTBUF("i offset in bytes; f OFFEN; x IDXEN; g GLC; l DLC; F format; a address; d data; r descriptor in units of four registers; "
            + "s SLC; t TFE; c scalar offset",
            "111010 FFFFFFF ooo l g x f iiiiiiiiiiii", "cccccccc t s O rrrrr dddddddd aaaaaaaa"),
    /** Image. */
    MIMG("n number of dwords with further address registers; p dimension; l DLC; m DMASK; u UNORM; g GLC; k R128; t TFE; w LWE; "
            + "s SLC; a first address register; d data; r image descriptor in units of four registers; c sampler descriptor, likewise; e A16; h D16",
            "111100 s ooooooo w t k - g u mmmm l - ppp nn O", "h e ---- ccccc rrrrr dddddddd aaaaaaaa"),
    /** Export. */
    EXP("m enabled channels; t target; k compressed; n done; v valid mask; a, b, c, d registers",
            "111110 ------------- v n k tttttt mmmm", "dddddddd cccccccc bbbbbbbb aaaaaaaa");

    private final String[] patterns;
    private final Map<Character, String> meanings = new TreeMap<>();
    private final int fixedMask;
    private final int fixedBits;
    private final @Nullable BitField[] fields = new BitField[128];

    Encoding(String meanings, String... patterns) {
        this.patterns = patterns;
        this.meanings.put('o', "opcode");
        this.meanings.put('O', "highest bits of the opcode");
        for (String meaning : meanings.split("; ")) {
            String letters = meaning.replaceAll("^((?:., )*.) .*", "$1");
            for (String letter : letters.split(", ")) {
                this.meanings.put(letter.charAt(0), meaning.substring(letters.length() + 1));
            }
        }
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

    /** What the field of a letter holds, for the manual. */
    String meaning(char letter) {
        String meaning = meanings.get(letter);
        if (meaning == null || !has(letter)) {
            throw new IllegalStateException(name() + " has no field " + letter);
        }
        return meaning;
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
