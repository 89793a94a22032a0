package org.lierne.recompiler.program;

import java.util.Map;

/**
 * The windows of 4 GiB in which flat addresses mean LDS or scratch, by the whole high dword of their addresses (rules B-003, C-038).
 *
 * @param sharedHigh  of LDS
 * @param privateHigh of scratch
 */
public record Apertures(int sharedHigh, int privateHigh) {
    /** Assumed: pass.memory.aperture; inferred from addresses that a title holds, not measured. */
    public static final Apertures DEFAULTS = new Apertures(0x80000000, 0x70000000);

    public Apertures {
        if (sharedHigh == privateHigh) {
            throw new IllegalArgumentException("the windows of LDS and of scratch are both 0x%08x".formatted(sharedHigh));
        }
    }

    /**
     * The high dwords that a configuration names as {@code shared} and {@code private}; the rules' for others.
     *
     * @throws IllegalArgumentException for what is no number of 32 bits
     */
    public static Apertures of(Map<String, ?> configuration) {
        return new Apertures(dword(configuration, "shared", DEFAULTS.sharedHigh), dword(configuration, "private", DEFAULTS.privateHigh));
    }

    private static int dword(Map<String, ?> configuration, String name, int otherwise) {
        Object value = configuration.get(name);
        try {
            long number = value == null ? Integer.toUnsignedLong(otherwise) : Long.decode(value.toString().strip());
            if (number >>> Integer.SIZE == 0) {
                return (int) number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("%s = %s: the high dword of a window is a number".formatted(name, value), e);
        }
        throw new IllegalArgumentException("%s = %s: the high dword of a window has 32 bits".formatted(name, value));
    }

    /** The first address of a window. @param high its high dword */
    public static long base(int high) {
        return (long) high << 32;
    }

    /** The last address of a window. */
    public static long limit(int high) {
        return base(high) | 0xffffffffL;
    }
}
