package org.lierne.agc.driver;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.lierne.agc.FrameFacts;
import org.lierne.gpu.GpuFailure;
import org.lierne.recompiler.program.TranslationRefused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes pipelines of a title's last runs, and translates their programs again where passes have changed since, one after another on a thread of its
 * own, beside the title: a draw that asks meanwhile for one that is not made yet does not wait for the others.
 */
final class PipelinePreparation {
    private static final Logger LOG = LoggerFactory.getLogger(PipelinePreparation.class);
    /** Passes seldom change one at a time. */
    private static final long CALM_MS = 1000;

    private final DrawPipelines pipelines;
    private final Consumer<FrameFacts.Preparation> told;
    private final Runnable afterwards;
    private final Thread thread = Thread.ofPlatform().daemon().name("prepare").unstarted(this::prepare);
    private Supplier<List<byte[]>> wanted;
    private boolean hasBegun;
    private boolean isEnding;
    private volatile int done;
    private volatile int all;
    private volatile boolean isCancelled;

    /**
     * @param kept what is made first
     * @param told is told of each step, on the thread that does it
     * @param afterwards is done once behind that
     */
    PipelinePreparation(List<byte[]> kept, DrawPipelines pipelines, Consumer<FrameFacts.Preparation> told, Runnable afterwards) {
        this.wanted = () -> kept;
        this.all = kept.size();
        this.pipelines = pipelines;
        this.told = told;
        this.afterwards = afterwards;
    }

    void start() {
        thread.start();
    }

    /** Passes have changed: once they have not for a second, these are made. */
    synchronized void again(Supplier<List<byte[]>> kept) {
        isCancelled = true;
        wanted = kept;
        hasBegun = false;
        notifyAll();
    }

    private void prepare() {
        try {
            prepare(next(0).map(Supplier::get).orElse(List.of()));
            afterwards.run();
            for (Optional<Supplier<List<byte[]>>> next = next(CALM_MS); next.isPresent(); next = next(CALM_MS)) {
                prepare(next.get().get());
            }
        } catch (CancellationException e) {
            LOG.debug("nothing more is prepared: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is to be made, when it has been the same for so long; empty at the end. */
    private synchronized Optional<Supplier<List<byte[]>>> next(long calmMs) throws InterruptedException {
        while (hasBegun && !isEnding) {
            wait();
        }
        for (Supplier<List<byte[]>> seen = null; calmMs > 0 && seen != wanted && !isEnding; ) {
            seen = wanted;
            TimeUnit.MILLISECONDS.timedWait(this, calmMs);
        }
        hasBegun = true;
        isCancelled = false;
        return isEnding ? Optional.empty() : Optional.of(wanted);
    }

    private void prepare(List<byte[]> kept) {
        long begin = System.nanoTime();
        int made = 0;
        done = 0;
        all = kept.size();
        for (byte[] pipeline : kept) {
            if (isCancelled) {
                break;
            }
            made += isMade(pipeline) ? 1 : 0;
            done++;
            told.accept(progress());
        }
        if (!kept.isEmpty()) {
            LOG.info("{} of {} pipelines of earlier runs made in {} ms", made, kept.size(), (System.nanoTime() - begin) / 1_000_000);
        }
        all = done;
    }

    /** False for one that cannot be made: its programs want other things now, or the device refuses. */
    private boolean isMade(byte[] pipeline) {
        try {
            return pipelines.make(pipeline);
        } catch (CancellationException e) {
            isCancelled = true;
            return false;
        } catch (IOException | GpuFailure | TranslationRefused | IllegalArgumentException | IllegalStateException e) {
            LOG.debug("a pipeline of an earlier run is not made", e);
            return false;
        }
    }

    FrameFacts.Preparation progress() {
        return new FrameFacts.Preparation(done, isCancelled ? done : all);
    }

    void cancel() {
        isCancelled = true;
    }

    /** Cancels, and waits for what is under way. */
    void end() {
        synchronized (this) {
            isCancelled = true;
            isEnding = true;
            notifyAll();
        }
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
