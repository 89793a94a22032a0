package org.lierne.lib.common_dialog;

import java.nio.charset.StandardCharsets;
import org.lierne.kernel.memory.GuestMemory;

/** Texts of a title: characters of two bytes each and a zero behind them. */
record GuestTexts(GuestMemory memory) {
    private static final int MOST_CHARACTERS = 2048;

    /** Up to the zero. */
    String read(long address) {
        return read(address, MOST_CHARACTERS);
    }

    /** Up to the zero, at most as many. */
    String read(long address, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(most, MOST_CHARACTERS); i++) {
            char c = (char) memory.getShort(address + (long) i * Character.BYTES);
            if (c == 0) {
                break;
            }
            text.append(c);
        }
        return text.toString();
    }

    /** Cut to so many characters, with a zero behind them. @return what was written */
    String write(long address, String text, int most) {
        String cut = text.substring(0, Math.min(text.length(), most));
        memory.putBytes(address, (cut + "\0").getBytes(StandardCharsets.UTF_16LE));
        return cut;
    }
}
