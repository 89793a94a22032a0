package org.lierne.recompiler.isa;

/** One line of machine code to one line of text, as the commands {@code isa decode} and {@code isa encode} have it. Thread-safe. */
public final class IsaText {
    private static final int MAX_DWORDS = 5;

    private final Decoder decoder;

    /** For waves of 32 or 64 lanes. */
    public IsaText(int waveSize) {
        this.decoder = new Decoder(waveSize);
    }

    /**
     * Decodes one instruction.
     *
     * @param line its bytes in memory order as hex
     * @return its text, or {@code refused: } and a reason
     */
    public String decode(String line) {
        StringBuilder out = new StringBuilder(64);
        decode(line, out);
        return out.toString();
    }

    /** {@link #decode(String)} into a buffer. */
    public void decode(CharSequence line, StringBuilder out) {
        int length = line.length();
        if (length == 0 || length % 8 != 0) {
            out.append("refused: ").append(length).append(" hex digits are not a number of dwords");
            return;
        }
        int count = length / 8;
        if (count > MAX_DWORDS) {
            out.append("refused: ").append(count).append(" dwords, no instruction has more than ").append(MAX_DWORDS);
            return;
        }
        int[] words = new int[count];
        for (int i = 0; i < length; i++) {
            int digit = Character.digit(line.charAt(i), 16);
            if (digit < 0) {
                out.append("refused: '").append(line.charAt(i)).append("' is not a hex digit");
                return;
            }
            int shift = i / 2 % 4 * 8 + (i % 2 == 0 ? 4 : 0);
            words[i / 8] |= digit << shift;
        }
        switch (decoder.decode(words, 0, 0)) {
            case DecodeRefusal refusal -> out.append("refused: ").append(refusal.message());
            case Decoded d -> {
                if (d.dwords() < count) {
                    out.append("refused: ").append(count - d.dwords()).append(" dwords are left over after ");
                }
                IsaPrinter.print(d, out);
            }
        }
    }
}
