package org.lierne.lib.ngs2;

import java.util.ArrayList;
import java.util.List;

/**
 * What a wave's file says of it.
 *
 * @param dataOffset bytes from the start of the file
 * @param loopStart  first sample that is repeated
 * @param loopEnd    the sample behind the last that is repeated; 0 without a loop
 * @param samples    of each channel
 */
record Waveform(Format format, long dataOffset, long dataBytes, long loopStart, long loopEnd, long samples) {
    private static final int FOR_EVER = -1;

    private boolean isLooped() {
        return loopEnd > loopStart;
    }

    /** The pieces before, in and behind the loop, or all of it. */
    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        long start = isLooped() ? loopStart : 0;
        long end = isLooped() ? loopEnd : samples;
        addUnlessEmpty(blocks, 0, start);
        blocks.add(format.block(start, end - start).at(dataOffset, isLooped() ? FOR_EVER : 0));
        addUnlessEmpty(blocks, end, samples);
        return blocks;
    }

    private void addUnlessEmpty(List<Block> blocks, long start, long end) {
        if (end > start) {
            blocks.add(format.block(start, end - start).at(dataOffset, 0));
        }
    }
}
