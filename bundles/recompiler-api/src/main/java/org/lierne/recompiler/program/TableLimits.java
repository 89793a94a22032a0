package org.lierne.recompiler.program;

import java.util.Map;

/**
 * How much of tables is looked at when work is recorded (rules ). What lies beyond faults when it is chosen.
 *
 * @param keys     records of a table
 * @param images   different images of a program's tables
 * @param samplers different samplers of them
 * @param direct   accesses that one access of a table may become: images that are bound one by one, then kinds of images whose members
 *                 are found in an array
 */
public record TableLimits(int keys, int images, int samplers, int direct) {
    public static final TableLimits DEFAULTS = new TableLimits(WordSource.Key.MAX_VALUES, 1 << 16, 256, 64);

    public TableLimits {
        require("keys", keys, WordSource.Key.MAX_VALUES);
        require("images", images, TableSnapshot.MAX_MEMBERS);
        require("samplers", samplers, TableSnapshot.MAX_CHOICES);
        require("direct", direct, TableSnapshot.MAX_CHOICES);
    }

    private static void require(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException("%s = %d: a table's budget is 1 to %d".formatted(name, value, most));
        }
    }

    /**
     * The budgets that a configuration names as {@code keys}, {@code images}, {@code samplers} and {@code direct}; the rules' for others.
     *
     * @throws IllegalArgumentException for what is no number, or too large
     */
    public static TableLimits of(Map<String, ?> configuration) {
        return new TableLimits(number(configuration, "keys", DEFAULTS.keys), number(configuration, "images", DEFAULTS.images),
                number(configuration, "samplers", DEFAULTS.samplers), number(configuration, "direct", DEFAULTS.direct));
    }

    private static int number(Map<String, ?> configuration, String name, int otherwise) {
        Object value = configuration.get(name);
        try {
            return value == null ? otherwise : Integer.parseInt(value.toString().strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("%s = %s: a table's budget is a number".formatted(name, value), e);
        }
    }

    /** The same for a device that binds no more images to a stage; 0 for one that finds none in arrays. */
    public TableLimits within(int arrayImages) {
        return new TableLimits(keys, Math.min(images, Math.max(direct, arrayImages)), samplers, direct);
    }

    boolean hasArrays() {
        return images > direct;
    }
}
