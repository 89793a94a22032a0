package org.lierne.recompiler.program;

/**
 * What a program of a compute job costs, beside the module that it was compiled from on the same device. Times are in nanoseconds.
 *
 * @param id the job
 * @param instructions of the guest program
 * @param words of the translated module
 * @param originalWords of the module that the program was compiled from
 * @param translationNs analysis and translation with nothing kept, in a warm process: the median
 * @param startNs the driver's making of the pipeline, and the first dispatch
 * @param dispatchNs one dispatch: the shortest of some batches
 * @param originalStartNs as {@code startNs}, of the original module
 * @param originalDispatchNs as {@code dispatchNs}, of the original module
 */
public record ProgramCost(String id, int instructions, int words, int originalWords, long translationNs, long startNs, long dispatchNs,
        long originalStartNs, long originalDispatchNs) {
    /** Words for each word of the original module. */
    public double wordsRatio() {
        return (double) words / originalWords;
    }

    /** The translation's part of what the driver takes for its result. */
    public double translationRatio() {
        return (double) translationNs / startNs;
    }

    /** A dispatch against one of the original module. */
    public double dispatchRatio() {
        return (double) dispatchNs / originalDispatchNs;
    }
}
