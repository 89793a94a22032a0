package org.lierne.lib.np;

import java.util.Map;
import java.util.TreeMap;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;

/** Request ids of the platform's calls. A request made while signed out has its result at once. */
final class Requests {
    private static final int MOST = 32;

    private record Request(boolean isAsynchronous, int result, boolean isDone) {}

    private final Map<Integer, Request> requests = new TreeMap<>();
    private int next = 1;

    /** A new id, or an error if there are too many. */
    synchronized GuestValue create(boolean isAsynchronous) {
        if (requests.size() >= MOST) {
            return GuestValue.error(NpError.REQUESTS_FULL);
        }
        requests.put(next, new Request(isAsynchronous, 0, false));
        return GuestValue.of(next++);
    }

    /** The answer of a call that needs the network: at once, or in the poll. */
    synchronized GuestStatus fail(int id, NpError error) {
        Request request = requests.get(id);
        if (request == null) {
            return NpError.REQUEST_UNKNOWN;
        }
        if (!request.isAsynchronous()) {
            return error;
        }
        requests.put(id, new Request(true, error.code(), true));
        return GuestStatus.OK;
    }

    /** 1 while it runs, 0 when the result is written. */
    synchronized GuestValue poll(int id, GuestPtr<Integer> result) {
        if (result.isNull()) {
            return GuestValue.error(NpError.ARGUMENT);
        }
        Request request = requests.get(id);
        if (request == null) {
            return GuestValue.error(NpError.REQUEST_UNKNOWN);
        }
        if (!request.isAsynchronous()) {
            return GuestValue.error(NpError.ID);
        }
        if (!request.isDone()) {
            return GuestValue.of(1);
        }
        result.set(request.result());
        return GuestValue.of(0);
    }

    synchronized GuestStatus abort(int id) {
        Request request = requests.get(id);
        if (request == null) {
            return NpError.REQUEST_UNKNOWN;
        }
        if (request.isAsynchronous() && !request.isDone()) {
            requests.put(id, new Request(true, NpError.ABORTED.code(), true));
        }
        return GuestStatus.OK;
    }

    synchronized GuestStatus delete(int id) {
        return requests.remove(id) == null ? NpError.REQUEST_UNKNOWN : GuestStatus.OK;
    }

    synchronized void clear() {
        requests.clear();
    }
}
