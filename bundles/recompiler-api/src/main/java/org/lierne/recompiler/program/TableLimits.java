package org.lierne.recompiler.program;

/**
 * How much of tables is looked at when work is recorded (rules ). What lies beyond faults when it is chosen.
 *
 * @param keys     records of a table
 * @param images   different images of a program's tables
 * @param samplers different samplers of them
 */
public record TableLimits(int keys, int images, int samplers) {
    /** Images that are bound one by one: as many as an access is repeated for. */
    public static final int DIRECT_IMAGES = 64;

    public static final TableLimits DEFAULTS = new TableLimits(WordSource.Key.MAX_VALUES, DIRECT_IMAGES, 256);
}
