package org.lierne.console;

import org.lierne.agc.FrameFacts;

/** Tells on a terminal how far the pipelines of a title's earlier runs are made, from the title's start until they are or it ends. */
final class PreparationLine implements AutoCloseable {
    private static final long PAUSE_MS = 100;

    private final ProgressLine line;
    private final FrameFacts frames;
    private final Thread thread;

    PreparationLine(ProgressLine line, FrameFacts frames) {
        this.line = line;
        this.frames = frames;
        this.thread = Thread.ofPlatform().daemon().name("progress").unstarted(this::tell);
        if (line.isSeen()) {
            thread.start();
        }
    }

    private void tell() {
        boolean hasBegun = false;
        try {
            for (boolean isOver = false; !isOver; Thread.sleep(PAUSE_MS)) {
                FrameFacts.Preparation now = frames.preparation();
                hasBegun |= now.wanted() > now.done();
                isOver = hasBegun && now.done() == now.wanted();
                if (hasBegun && !isOver) {
                    line.show("preparing pipelines of earlier runs, %d of %d".formatted(now.done(), now.wanted()));
                }
            }
        } catch (InterruptedException _) {
            // the title has ended
        }
        line.close();
    }

    @Override
    public void close() {
        thread.interrupt();
        line.close();
    }
}
