package org.lierne.lib.save_data;

import java.util.regex.Pattern;

/** The rules of save directory names and of search patterns. */
final class SaveNames {
    static final int BYTES = 32;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.@-]{1,31}");

    private SaveNames() {}

    /** Letters, digits, {@code _ - . @}; neither {@code .} nor {@code ..}; at most 31 bytes. */
    static boolean isName(String name) {
        return NAME.matcher(name).matches() && !name.equals(".") && !name.equals("..");
    }

    /** {@code %} stands for any text, {@code _} for one character; letter case does not count. An empty pattern takes all. */
    static boolean matches(String pattern, String name) {
        if (pattern.isEmpty()) {
            return true;
        }
        StringBuilder expression = new StringBuilder();
        for (char c : pattern.toCharArray()) {
            switch (c) {
                case '%' -> expression.append(".*");
                case '_' -> expression.append('.');
                default -> expression.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(expression.toString(), Pattern.CASE_INSENSITIVE).matcher(name).matches();
    }
}
