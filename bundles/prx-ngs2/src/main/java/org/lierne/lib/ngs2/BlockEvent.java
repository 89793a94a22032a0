package org.lierne.lib.ngs2;

/**
 * Something that the title is to be told after a grain.
 *
 * @param data     where the block's data lie
 * @param repeated how often it has begun again
 */
record BlockEvent(Callback callback, Voice voice, WaveQueue.Event event, Block block, long data, int repeated) {}
