package org.lierne.recompiler.ir;

/**
 * What one access moves: {@code count} elements of {@code bits} each.
 *
 * @param bits   8, 16, 32 or 64 in memory
 * @param count  elements (dwords, or channels of a typed access)
 * @param signed narrow elements are sign-extended
 * @param form   how registers and memory correspond
 */
public record Element(int bits, int count, boolean signed, Form form) {
    /** How registers and memory correspond. */
    public enum Form {
        /** Plain bits. */
        RAW,
        /** Converted by the descriptor's format ({@code buffer_load_format_*}). */
        DESCRIPTOR_FORMAT,
        /** Converted by the instruction's own format ({@code tbuffer_*}); {@link BufferAccess#format()} holds it. */
        INSTRUCTION_FORMAT
    }

    /** {@code count} dwords. */
    public static Element dwords(int count) {
        return new Element(32, count, false, Form.RAW);
    }

    /** The text form, such as {@code 32x4}, {@code s8x1}, {@code 32x3.descriptor_format}. */
    public String word() {
        return (signed ? "s" : "") + bits + "x" + count
                + (form == Form.RAW ? "" : "." + form.name().toLowerCase(java.util.Locale.ROOT));
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException when {@code word} is none
     */
    public static Element parse(String word) {
        int dot = word.indexOf('.');
        String size = dot < 0 ? word : word.substring(0, dot);
        Form form = dot < 0 ? Form.RAW : Form.valueOf(word.substring(dot + 1).toUpperCase(java.util.Locale.ROOT));
        boolean signed = size.startsWith("s");
        int cut = size.indexOf('x');
        if (cut < 0) {
            throw new IllegalArgumentException("no element is called " + word);
        }
        return new Element(Integer.parseInt(size.substring(signed ? 1 : 0, cut)),
                Integer.parseInt(size.substring(cut + 1)), signed, form);
    }
}
