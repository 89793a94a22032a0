package org.lierne.lib.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reads and writes that run beside the title, in groups with one id each. Groups run in order of arrival. */
final class AioRequests {
    /** State of a request or a group, as the guest's number. */
    enum State {
        SUBMITTED(1), PROCESSING(2), DONE(3), ABORTED(4);

        private final int number;

        State(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }

        boolean isOver() {
            return this == DONE || this == ABORTED;
        }
    }

    /** Told each request's value (bytes, or an error in the calls' form) and state as they come. */
    interface Listener {
        void changed(long value, State state);
    }

    /** One transfer. */
    record Request(LongSupplier transfer, Listener listener) {}

    private static final class Group {
        private final List<Request> requests;
        private State state = State.SUBMITTED;

        Group(List<Request> requests) {
            this.requests = requests;
        }
    }

    private final Executor executor;
    private final Map<Integer, Group> groups = new HashMap<>();
    private int lastId;

    AioRequests(Executor executor) {
        this.executor = executor;
    }

    /** Forgets every group; those that run end unseen. */
    synchronized void clear() {
        groups.clear();
        notifyAll();
    }

    /** Queues a group. @return its id */
    int submit(List<Request> requests) {
        Group group = new Group(List.copyOf(requests));
        int id;
        synchronized (this) {
            id = ++lastId;
            groups.put(id, group);
        }
        requests.forEach(r -> r.listener.changed(0, State.SUBMITTED));
        executor.execute(() -> run(group));
        return id;
    }

    private void run(Group group) {
        synchronized (this) {
            if (group.state.isOver()) {
                return;
            }
            group.state = State.PROCESSING;
        }
        for (Request request : group.requests) {
            request.listener.changed(0, State.PROCESSING);
            request.listener.changed(request.transfer.getAsLong(), State.DONE);
        }
        synchronized (this) {
            group.state = State.DONE;
            notifyAll();
        }
    }

    /** The state of a group; null for an id that is none. */
    synchronized @Nullable State state(int id) {
        Group group = groups.get(id);
        return group == null ? null : group.state;
    }

    /** Takes a group back that has not begun. @return its state then; null for an id that is none */
    synchronized @Nullable State cancel(int id, long value) {
        Group group = groups.get(id);
        if (group != null && group.state == State.SUBMITTED) {
            group.state = State.ABORTED;
            group.requests.forEach(r -> r.listener.changed(value, State.ABORTED));
            notifyAll();
        }
        return group == null ? null : group.state;
    }

    /** Forgets a group that is over. @return false if it is not, or there is none */
    synchronized boolean delete(int id) {
        Group group = groups.get(id);
        return group != null && group.state.isOver() && groups.remove(id) != null;
    }

    /**
     * Waits until all, or any, of the groups are over.
     *
     * @param timeoutNs negative waits for ever
     * @return false at the time-out
     */
    synchronized boolean await(List<Integer> ids, boolean all, long timeoutNs) throws InterruptedException {
        long end = System.nanoTime() + timeoutNs;
        while (!isMet(ids, all)) {
            long left = end - System.nanoTime();
            if (timeoutNs >= 0 && left <= 0) {
                return false;
            }
            if (timeoutNs < 0) {
                wait();
            } else {
                wait(left / 1_000_000, (int) (left % 1_000_000));
            }
        }
        return true;
    }

    private boolean isMet(List<Integer> ids, boolean all) {
        List<Boolean> over = new ArrayList<>();
        for (int id : ids) {
            Group group = groups.get(id);
            over.add(group == null || group.state.isOver());
        }
        return all ? !over.contains(false) : over.contains(true);
    }
}
