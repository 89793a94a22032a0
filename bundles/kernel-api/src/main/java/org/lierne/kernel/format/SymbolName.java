package org.lierne.kernel.format;

import java.util.Optional;

/**
 * The encoded name of a symbol, {@code NID#library#module}.
 *
 * @param library id of an imported or exported library of the same image, 0 … 65535
 * @param module  id of a needed module of the same image, 0 being the image itself
 */
public record SymbolName(Nid nid, int library, int module) {
    private static final int MAX_ID = 0xffff;

    public SymbolName {
        if (library < 0 || library > MAX_ID || module < 0 || module > MAX_ID) {
            throw new IllegalArgumentException(
                    "library id " + library + " and module id " + module + " must fit 16 bits");
        }
    }

    /** Reads {@code NID#library#module}; empty if the text is not of that shape. */
    public static Optional<SymbolName> parse(String text) {
        int first = text.indexOf('#');
        int second = text.indexOf('#', first + 1);
        if (first < 0 || second < 0) {
            return Optional.empty();
        }
        Optional<Nid> nid = Nid.parse(text.substring(0, first));
        int library = decodeId(text.substring(first + 1, second));
        int module = decodeId(text.substring(second + 1));
        return nid.isEmpty() || library < 0 || module < 0
                ? Optional.empty()
                : Optional.of(new SymbolName(nid.get(), library, module));
    }

    public String text() {
        return nid.text() + '#' + encodeId(library) + '#' + encodeId(module);
    }

    /** Base-64 digits, most significant first, no padding: 0 is {@code A}, 63 is {@code -}, 64 is {@code BA}. */
    public static String encodeId(int id) {
        if (id < 0) {
            throw new IllegalArgumentException("negative id " + id);
        }
        String text = "";
        int rest = id;
        do {
            text = Nid.DIGITS.charAt(rest & 63) + text;
            rest >>>= 6;
        } while (rest != 0);
        return text;
    }

    /** The inverse of {@link #encodeId}; -1 if the text is not an id of 16 bits. */
    public static int decodeId(String text) {
        if (text.isEmpty()) {
            return -1;
        }
        int id = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = Nid.DIGITS.indexOf(text.charAt(i));
            id = id << 6 | digit;
            if (digit < 0 || id > MAX_ID) {
                return -1;
            }
        }
        return id;
    }
}
