package org.lierne.recompiler.isa;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One line of machine code to one line of text, as the commands {@code isa decode} and {@code isa encode} have it. Thread-safe. */
public final class IsaText {
    private static final int MAX_DWORDS = 5;
    private static final String REFUSED = "refused: ";
    private static final byte[] DIGITS = digits();

    private final Decoder decoder;
    private final Assembler assembler;
    private final boolean exact;

    /** For waves of 32 or 64 lanes. */
    public IsaText(int waveSize) {
        this(waveSize, false);
    }

    /**
     * For waves of 32 or 64 lanes.
     *
     * @param exact whether the text of bytes that {@link #encode} would not give for it names them in a comment, which encode obeys
     */
    public IsaText(int waveSize, boolean exact) {
        this.decoder = new Decoder(waveSize);
        this.assembler = new Assembler(waveSize);
        this.exact = exact;
    }

    /**
     * Decodes one instruction.
     *
     * @param line its bytes in memory order as hex
     * @return its text, or {@code refused: } and a reason
     */
    public String decode(String line) {
        AsciiText out = new AsciiText(64);
        int[] words = new int[MAX_DWORDS];
        for (int i = 0; i < line.length(); i++) {
            int digit = Character.digit(line.charAt(i), 16);
            if (digit < 0) {
                return REFUSED + shown(line.charAt(i)) + " is not a hex digit";
            }
            if (i < 8 * MAX_DWORDS) {
                words[i / 8] |= digit << shift(i);
            }
        }
        decode(words, line.length(), out);
        return out.toString();
    }

    /** Where hex digit {@code i} of bytes in memory order stands in its little-endian dword. */
    private static int shift(int i) {
        return (i >>> 1 & 3) << 3 | (~i & 1) << 2;
    }

    /** Appends the text of an instruction, or a refusal, and tells which. */
    private boolean decode(int[] words, int digits, AsciiText out) {
        if (digits == 0 || digits % 8 != 0) {
            out.append(REFUSED).append(digits).append(" hex digits are not a number of dwords");
            return false;
        }
        int count = digits / 8;
        if (count > MAX_DWORDS) {
            out.append(REFUSED).append(count).append(" dwords, no instruction has more than ").append(MAX_DWORDS);
            return false;
        }
        Decoding decoding = decoder.decode(words, 0, count, 0);
        // Not a switch over types: its dispatch costs more than the lines below while code is young.
        if (!(decoding instanceof Decoded d)) {
            out.append(REFUSED).append(((DecodeRefusal) decoding).message());
            return false;
        }
        if (d.dwords() < count) {
            out.append(REFUSED).append(count - d.dwords()).append(" dwords are left over after ");
        }
        if (exact && !encode(d.toString()).equals(hex(d.words()))) {
            out.append(Assembler.withBytes(d));
        } else {
            IsaPrinter.print(d, out);
        }
        return d.dwords() == count;
    }

    /**
     * Decodes line by line until the input ends; memory does not grow with the number of lines. Blanks around a line and a carriage
     * return do not count, an empty line gives an empty line.
     *
     * @return how many lines were refused
     */
    public long decode(InputStream in, OutputStream out) throws IOException {
        return LineBlocks.convert(in, out, this::decodeLines);
    }

    private LineBlocks.Text decodeLines(byte[] block, int length) {
        AsciiText text = new AsciiText(2 * length + 64);
        int[] words = new int[MAX_DWORDS];
        int digits = 0;
        int wrong = -1;
        long refused = 0;
        for (int i = 0; i < length; i++) {
            byte c = block[i];
            int digit = c >= 0 ? DIGITS[c] : -1;
            if (digit >= 0) {
                if (digits < 8 * MAX_DWORDS) {
                    words[digits >>> 3] |= digit << shift(digits);
                }
                digits++;
            } else if (c == '\n') {
                refused += endLine(words, digits, wrong, text);
                Arrays.fill(words, 0);
                digits = 0;
                wrong = -1;
            } else if (c != ' ' && c != '\t' && c != '\r' && wrong < 0) {
                wrong = c & 0xff;
            }
        }
        if (digits > 0 || wrong >= 0) {
            refused += endLine(words, digits, wrong, text);
        }
        return new LineBlocks.Text(text, refused);
    }

    /** Appends the line's text and gives 1 if that is a refusal, else 0. */
    private int endLine(int[] words, int digits, int wrong, AsciiText text) {
        boolean isRefused = wrong >= 0;
        if (isRefused) {
            text.append(REFUSED).append(shown(wrong)).append(" is not a hex digit");
        } else if (digits > 0) {
            isRefused = !decode(words, digits, text);
        }
        text.append('\n');
        return isRefused ? 1 : 0;
    }

    /** A byte as a terminal may show it. */
    private static String shown(int c) {
        return c > ' ' && c < 0x7f ? "'" + (char) c + "'" : "byte 0x%02x".formatted(c);
    }

    /**
     * Assembles line by line until the input ends; an empty line gives an empty line.
     *
     * @return how many lines were refused
     */
    public long encode(InputStream in, OutputStream out) throws IOException {
        long refused = 0;
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        Writer result = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!line.isBlank()) {
                String text = encode(line);
                refused += text.startsWith(REFUSED) ? 1 : 0;
                result.write(text);
            }
            result.write('\n');
        }
        result.flush();
        return refused;
    }

    /**
     * Assembles one instruction.
     *
     * @param line its text
     * @return its bytes in memory order as hex, or {@code refused: } and a reason
     */
    public String encode(String line) {
        try {
            return hex(assembler.assemble(line));
        } catch (AssemblyRefusal refusal) {
            return REFUSED + refusal.getMessage();
        }
    }

    private static byte[] digits() {
        byte[] digits = new byte[128];
        for (int c = 0; c < digits.length; c++) {
            digits[c] = (byte) Character.digit(c, 16);
        }
        return digits;
    }

    /** The dwords of whole dwords' hex digits in memory order. */
    static int[] words(String hex) {
        int[] words = new int[hex.length() / 8];
        for (int i = 0; i < hex.length(); i++) {
            words[i / 8] |= Character.digit(hex.charAt(i), 16) << shift(i);
        }
        return words;
    }

    /** Dwords as hex in memory order. */
    public static String hex(int... words) {
        StringBuilder out = new StringBuilder(8 * words.length);
        for (int word : words) {
            for (int shift = 0; shift < 32; shift += 8) {
                out.append(Character.forDigit(word >>> shift + 4 & 15, 16)).append(Character.forDigit(word >>> shift & 15, 16));
            }
        }
        return out.toString();
    }
}
