package org.lierne.lib.ngs2;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Blocks that are played one after another. */
final class WaveQueue {
    /** What the title may be told of a block. */
    enum Event {
        END(1),
        REPEAT(2);

        private final int flag;

        Event(int flag) {
            this.flag = flag;
        }

        int flag() {
            return flag;
        }
    }

    static final int MOST = 4096;

    private final BiConsumer<Event, QueuedBlock> told;
    private final Deque<QueuedBlock> blocks = new ArrayDeque<>();
    private boolean isContinued;
    private long samples;
    private long bytes;

    WaveQueue(BiConsumer<Event, QueuedBlock> told) {
        this.told = told;
    }

    void clear() {
        blocks.clear();
        isContinued = false;
        samples = 0;
        bytes = 0;
    }

    /** @param more true if others will follow: running dry is not the end */
    void add(QueuedBlock block, boolean more) {
        blocks.add(block);
        isContinued = more;
    }

    void setContinued(boolean more) {
        isContinued = more;
    }

    int size() {
        return blocks.size();
    }

    /** The first block that would be repeated is played to its end. */
    void exitLoop() {
        blocks.stream().filter(b -> b.block().repeats() != 0).findFirst().ifPresent(QueuedBlock::endRepeats);
    }

    /** Samples of each channel that were taken. */
    long samples() {
        return samples;
    }

    /** Bytes of the data that were taken. */
    long bytes() {
        return bytes + current().map(QueuedBlock::bytesDone).orElse(0L);
    }

    Optional<QueuedBlock> current() {
        return Optional.ofNullable(blocks.peek());
    }

    /** True if nothing will come any more. */
    boolean isOver() {
        return blocks.isEmpty() && !isContinued;
    }

    /** Puts the next sample of each channel; false if there is none now. */
    boolean next(float[] into) {
        QueuedBlock block = blocks.peek();
        while (block != null && !block.hasNext()) {
            leave(block);
            block = blocks.peek();
        }
        if (block == null) {
            return false;
        }
        block.next(into);
        samples++;
        if (!block.hasNext()) {
            leave(block);
        }
        return true;
    }

    private void leave(QueuedBlock block) {
        bytes += block.bytesDone();
        if (block.repeat()) {
            told.accept(Event.REPEAT, block);
        } else {
            blocks.remove();
            told.accept(Event.END, block);
        }
    }
}
