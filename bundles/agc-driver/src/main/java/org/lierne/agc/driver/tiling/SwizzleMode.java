package org.lierne.agc.driver.tiling;

/**
 * A swizzle mode of a descriptor or target. Documented: the public address library; numbers as in the register headers.
 *
 * @param blockBits log2 of a block's bytes; 0 for linear surfaces, and for blocks whose size follows the number of pipes
 */
public record SwizzleMode(int number, int blockBits, Order order, Form form) {
    public static final int LINEAR = 0;
    /** What the colour targets of a title and its display buffers mostly use. */
    public static final int RENDER_64K = 27;
    private static final int SMALL_BITS = 8;
    private static final int PAGE_BITS = 12;
    private static final int LARGE_BITS = 16;
    private static final int GROUP = 4;

    /** What a block is ordered for. */
    public enum Order { Z, S, D, R }

    /** Whether pipes and banks are mixed by coordinates: not at all, inside the block (T), or with those beyond it (X). */
    public enum Form { PLAIN, T, X }

    /** @param number of five bits */
    public static SwizzleMode of(int number) {
        int group = number / GROUP;
        Order order = Order.values()[number % GROUP];
        return switch (group) {
            case 0 -> new SwizzleMode(number, number == LINEAR ? 0 : SMALL_BITS, order, Form.PLAIN);
            case 1 -> new SwizzleMode(number, PAGE_BITS, order, Form.PLAIN);
            case 2 -> new SwizzleMode(number, LARGE_BITS, order, Form.PLAIN);
            case 4 -> new SwizzleMode(number, LARGE_BITS, order, Form.T);
            case 5 -> new SwizzleMode(number, PAGE_BITS, order, Form.X);
            case 6 -> new SwizzleMode(number, LARGE_BITS, order, Form.X);
            default -> new SwizzleMode(number, 0, order, group == 3 ? Form.PLAIN : Form.X);
        };
    }

    public boolean isLinear() {
        return number == LINEAR;
    }

    /** Whether the pipes are mixed as in surfaces that the GPU draws to. */
    public boolean isRenderOrder() {
        return form != Form.PLAIN;
    }

    @Override
    public String toString() {
        if (isLinear()) {
            return "swizzle mode 0 (linear)";
        }
        String size = switch (blockBits) {
            case SMALL_BITS -> "256 B";
            case PAGE_BITS -> "4 KB";
            case LARGE_BITS -> "64 KB";
            default -> "variable";
        };
        return "swizzle mode %d (%s %s%s)".formatted(number, size, order, form == Form.PLAIN
                ? "" : "_" + form);
    }
}
