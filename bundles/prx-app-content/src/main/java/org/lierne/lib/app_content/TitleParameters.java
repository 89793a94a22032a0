package org.lierne.lib.app_content;

import java.util.regex.Pattern;

/** The numbers that {@code param.json} gives the title. */
final class TitleParameters {
    private static final int SKU = 0;
    private static final int LAST_USER_PARAMETER = 4;
    /** A full game, no trial. */
    private static final int FULL = 3;

    private TitleParameters() {}

    static boolean isId(int id) {
        return id >= SKU && id <= LAST_USER_PARAMETER;
    }

    /** The parameter's value; a key that is absent is 0. */
    static int value(int id, String json) {
        if (id == SKU) {
            return FULL;
        }
        var number = Pattern.compile("\"userDefinedParam" + id + "\"\\s*:\\s*(-?\\d+)").matcher(json);
        return number.find() ? (int) Long.parseLong(number.group(1)) : 0;
    }
}
