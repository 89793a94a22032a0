package org.lierne.recompiler.program;

import org.jspecify.annotations.Nullable;

/**
 * What a program can tell of itself while it runs: its first fault, in four words. Word 0 is the {@link #code} and 0 without a fault,
 * word 1 the place in the program, words 2 and 3 what the fault is about: the two halves of a pointer, or a table's resource and the
 * number of the record.
 */
public enum DeviceFault {
    /** A scalar load through a pointer, read from memory, that leads nowhere (rule A-065). */
    BAD_POINTER(1, "a scalar load through"),
    /** An atomic at no multiple of its own size: in a buffer (C-027), through a flat address (B-004), or at a byte of LDS, high word 0 (C-023). */
    UNALIGNED(2, "an unaligned atomic through"),
    /** An access through an address, computed in the program, that is not mapped. */
    UNMAPPED(3, "an access through"),
    /** No record was read for this key: it lies past what is looked at, or its address is not mapped or not aligned. */
    NO_RECORD(9, "no record"),
    /** The descriptor is none, or of another dimension than the access. */
    UNBINDABLE(9 | 1 << 8, "the descriptor fits no view"),
    /** A multisampled or FMASK image. */
    MULTISAMPLED(9 | 2 << 8, "multisampled and FMASK images stand in no table"),
    /** A comparison on a colour image. */
    COLOR_COMPARE(9 | 3 << 8, "a colour image is not compared through a table"),
    /** A store, an atomic, a packed or a wide access. */
    UNSUPPORTED(9 | 4 << 8, "unsupported operation"),
    /** A sampler that reduces or takes coordinates in texels, or a reducing one on a converted image. */
    SAMPLER(9 | 5 << 8, "the sampler reduces or takes texels"),
    /** An 8-bit sRGB image, sampled where the device cannot. */
    SRGB_DECODE(9 | 6 << 8, "sRGB decode"),
    /** A call through a table went to code that is not linked; words 2 and 3 are its address. */
    UNLINKED_CALL(10, "a call of code that is not linked at");

    /** Words of a fault. */
    public static final int WORDS = 4;

    private final int code;
    private final String text;

    DeviceFault(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** Word 0: the reason in the low byte (9 for tables), the cause above. */
    public int code() {
        return code;
    }

    /** What it is, as part of a sentence. */
    public String text() {
        return text;
    }

    /** The fault with this code, null for none. */
    public static @Nullable DeviceFault of(int code) {
        for (DeviceFault fault : values()) {
            if (fault.code == code) {
                return fault;
            }
        }
        return null;
    }
}
