package org.lierne.agc.driver;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.lierne.agc.GraphicsQueues.QueueFacts;
import org.lierne.gpu.GpuFailure;

/**
 * The thread of one queue: takes submissions in order and runs them to their end. A wait that does not hold is polled,
 * because what ends it is a store by the guest's own code or by another queue, which nobody announces.
 */
final class QueueThread {
    private static final int SPINS = 200;
    private static final long SHORT_PAUSE_NS = 20_000;
    private static final long LONG_PAUSE_NS = 200_000;
    private static final int SHORT_PAUSES = 100;

    private record Submission(long address, int dwords) {}

    private final BlockingQueue<Submission> submissions = new LinkedBlockingQueue<>();
    private final int queue;
    private final CommandProcessor processor;
    private final WaitGraph waits;
    private final long patienceNs;
    private final Engine engine;
    private final Consumer<String> failures;
    private final Thread thread;
    private final AtomicLong submitted = new AtomicLong();
    private volatile String waiting = "";
    private volatile boolean isStopping;

    /**
     * @param failures   is told why the queue cannot go on, one line in the refusal shape
     * @param waits      is told of waits that last
     * @param patienceNs after this time of waiting
     */
    QueueThread(int queue, CommandProcessor processor, Engine engine, Consumer<String> failures, WaitGraph waits,
            long patienceNs) {
        this.queue = queue;
        this.waits = waits;
        this.patienceNs = patienceNs;
        this.processor = processor;
        this.engine = engine;
        this.failures = failures;
        this.thread = Thread.ofPlatform().daemon().name("agc-queue-%02x".formatted(queue)).start(this::loop);
    }

    void submit(long address, int dwords) {
        submitted.incrementAndGet();
        submissions.add(new Submission(address, dwords));
    }

    void stop() {
        isStopping = true;
        thread.interrupt();
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    QueueFacts facts() {
        return new QueueFacts(submitted.get(), processor.packets(), processor.draws(), processor.dispatches(), waiting);
    }

    List<String> lastPackets() {
        return processor.lastPackets();
    }

    private void loop() {
        try {
            while (!isStopping) {
                Submission next = submissions.take();
                processor.enter(next.address(), next.dwords());
                run();
                engine.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (WorkRefused e) {
            failures.accept(String.valueOf(e.getMessage()));
        } catch (GpuFailure e) {
            failures.accept(String.valueOf(WorkRefused.of(thread.getName(), e).getMessage()));
        } catch (RuntimeException e) {
            if (!isStopping) {
                failures.accept("refused in " + thread.getName() + ": " + (e.getMessage() == null ? e.toString() : e.getMessage()));
                org.slf4j.LoggerFactory.getLogger(QueueThread.class).error("{} ended", thread.getName(), e);
            }
        }
    }

    private void run() throws InterruptedException {
        while (processor.run() instanceof Step.Waiting wait) {
            engine.flush();
            waiting = wait.text();
            long since = System.nanoTime();
            boolean isStuck = false;
            for (int i = 0; !wait.holds().getAsBoolean(); i++) {
                if (isStopping) {
                    throw new InterruptedException();
                }
                if (!isStuck && wait.address() != 0 && System.nanoTime() - since >= patienceNs) {
                    isStuck = true;
                    waits.add(new WaitGraph.Stuck(queue, wait.address(), wait.text(), pendingWrites()));
                }
                if (i < SPINS) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.parkNanos(i < SPINS + SHORT_PAUSES ? SHORT_PAUSE_NS : LONG_PAUSE_NS);
                }
            }
            if (isStuck) {
                waits.remove(queue);
            }
            waiting = "";
        }
    }

    private Map<Long, Long> pendingWrites() {
        PendingWrites writes = new PendingWrites(processor.memory());
        processor.pendingWrites(writes);
        submissions.forEach(s -> writes.scan(s.address(), s.address() + 4L * s.dwords()));
        return writes.found();
    }
}
