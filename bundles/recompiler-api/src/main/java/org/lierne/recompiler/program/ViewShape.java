package org.lierne.recompiler.program;

/**
 * The host image view that the module was built for; it selects no channels. It may differ from the descriptor's type (rule A-050: a cube
 * seen as a 2D array).
 *
 * @param dimension dimension of the view
 * @param arrayed whether it has layers
 * @param multisampled whether it has samples
 * @param numericClass how the module types its texels
 * @param unifiedFormat the format number that the module sees the texels in, which need not be the descriptor's; 0 for the descriptor's
 * @param depthCompare whether the module compares through it
 * @param level the one level that a storage view shows, counted from the descriptor's first
 */
public record ViewShape(Dimension dimension, boolean arrayed, boolean multisampled, NumericClass numericClass, int unifiedFormat,
                        boolean depthCompare, int level) {
    /** What stands for a format of one unsigned channel of 64 bits, which no descriptor can name. */
    public static final int FORMAT_64_UINT = 512;

    /** Dimensions of views. */
    public enum Dimension { D1, D2, D3, CUBE }
}
