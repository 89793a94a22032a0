package org.lierne.agc.driver;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.lierne.agc.FrameFacts;
import org.lierne.gpu.GpuFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the pipelines of a title's last runs, one after another on a thread of its own, while the title starts: a draw that asks meanwhile for
 * one that is not made yet does not wait for the others.
 */
final class PipelinePreparation {
    private static final Logger LOG = LoggerFactory.getLogger(PipelinePreparation.class);

    private final List<byte[]> kept;
    private final DrawPipelines pipelines;
    private final Consumer<FrameFacts.Preparation> told;
    private final Thread thread;
    private volatile int done;
    private volatile boolean isCancelled;

    /** @param told is told of each step, on the thread that does it */
    PipelinePreparation(List<byte[]> kept, DrawPipelines pipelines, Consumer<FrameFacts.Preparation> told) {
        this.kept = kept;
        this.pipelines = pipelines;
        this.told = told;
        this.thread = Thread.ofPlatform().daemon().name("prepare").unstarted(this::prepare);
    }

    void start() {
        if (!kept.isEmpty()) {
            thread.start();
        }
    }

    private void prepare() {
        long begin = System.nanoTime();
        int made = 0;
        for (byte[] pipeline : kept) {
            if (isCancelled) {
                break;
            }
            made += isMade(pipeline) ? 1 : 0;
            done++;
            told.accept(progress());
        }
        LOG.info("{} of {} pipelines of earlier runs made in {} ms", made, kept.size(), (System.nanoTime() - begin) / 1_000_000);
    }

    /** False for one that cannot be made: its programs are translated otherwise now, or the device refuses. */
    private boolean isMade(byte[] pipeline) {
        try {
            return pipelines.make(new DataInputStream(new ByteArrayInputStream(pipeline)));
        } catch (CancellationException e) {
            isCancelled = true;
            return false;
        } catch (IOException | GpuFailure | IllegalArgumentException | IllegalStateException e) {
            LOG.debug("a pipeline of an earlier run is not made", e);
            return false;
        }
    }

    FrameFacts.Preparation progress() {
        return new FrameFacts.Preparation(done, isCancelled || !thread.isAlive() ? done : kept.size());
    }

    void cancel() {
        isCancelled = true;
    }

    /** Cancels, and waits for what is under way. */
    void end() {
        cancel();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
