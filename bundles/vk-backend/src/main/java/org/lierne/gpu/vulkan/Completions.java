package org.lierne.gpu.vulkan;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuFailure;
import org.lierne.gpu.GpuLost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MarkerFactory;

/** Runs actions when their tickets are reached, on one thread that exists only once somebody asked for it. */
final class Completions {
    private static final Logger LOG = LoggerFactory.getLogger(Completions.class);
    private static final long WAIT_NS = 1_000_000_000;

    private record Action(long ticket, long order, Runnable action) implements Comparable<Action> {
        @Override
        public int compareTo(Action other) {
            int byTicket = Long.compare(ticket, other.ticket);
            return byTicket != 0 ? byTicket : Long.compare(order, other.order);
        }
    }

    private final VulkanDevice device;
    private final PriorityQueue<Action> actions = new PriorityQueue<>();
    private long added;
    private boolean isStarted;
    private boolean isEnding;
    private @Nullable GpuLost ended;
    private final Thread thread;

    Completions(VulkanDevice device) {
        this.device = device;
        this.thread = Thread.ofPlatform().name("gpu-completions").daemon().unstarted(this::run);
    }

    synchronized void add(long ticket, Runnable action) {
        if (ticket > device.lastTicket()) {
            throw new IllegalArgumentException("ticket " + ticket + " was not given out; the last one is "
                    + device.lastTicket());
        }
        if (ended != null) {
            throw new GpuLost(ended.call(), ended.result(), "nothing waits for ticket " + ticket);
        }
        actions.add(new Action(ticket, added++, action));
        if (!isStarted) {
            isStarted = true;
            thread.start();
        }
        notifyAll();
    }

    private void run() {
        try {
            while (true) {
                List<Action> due = due();
                if (due.isEmpty()) {
                    return;
                }
                due.forEach(Completions::perform);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (GpuFailure e) {
            end(e instanceof GpuLost lost ? lost : new GpuLost(e.call(), e.result(), "submissions cannot be waited for"));
        }
    }

    /** Nothing that is left will run: whoever waits for that, and whoever comes later, is told. */
    private void end(GpuLost loss) {
        synchronized (this) {
            ended = loss;
            actions.clear();
        }
        device.lost(loss);
    }

    private static void perform(Action action) {
        try {
            action.action.run();
        } catch (RuntimeException e) {
            LOG.atError().addMarker(MarkerFactory.getMarker("GPU")).setCause(e).log("action after ticket {} failed",
                    action.ticket);
        }
    }

    /** The next actions whose tickets are reached; empty when the device is being closed and none is left. */
    private List<Action> due() throws InterruptedException {
        while (true) {
            long next;
            synchronized (this) {
                while (actions.isEmpty() && !isEnding) {
                    wait();
                }
                if (actions.isEmpty()) {
                    return List.of();
                }
                next = actions.element().ticket;
            }
            // One ticket at a time: an action for an earlier one that is added meanwhile waits no longer than for that.
            long step = Math.min(next, device.reachedNow() + 1);
            if (device.await(step, WAIT_NS) && device.isReached(next)) {
                long reached = device.reachedNow();
                var due = new ArrayList<Action>();
                synchronized (this) {
                    while (!actions.isEmpty() && actions.element().ticket <= reached) {
                        due.add(actions.remove());
                    }
                }
                if (!due.isEmpty()) {
                    return due;
                }
            }
        }
    }

    /** Waits until the remaining actions have run; the device is idle. */
    void close() {
        synchronized (this) {
            isEnding = true;
            notifyAll();
        }
        try {
            if (isStarted && Thread.currentThread() != thread) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
