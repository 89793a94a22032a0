package org.lierne.lib.np;

import java.util.Map;
import java.util.TreeMap;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;

/** Request ids of one library's calls. A request made while signed out has its result at once. */
final class Requests {
    /** A poll's answer while there is no result. */
    static final int RUNNING = 1;
    private static final int MOST = 32;

    /** The library's codes. */
    record Codes(GuestStatus argument, GuestStatus aborted, GuestStatus full, GuestStatus unknown, GuestStatus synchronous) {}

    private final Codes codes;

    private record Request(boolean isAsynchronous, int result, boolean isDone) {}

    private final Map<Integer, Request> requests = new TreeMap<>();
    private int next = 1;

    Requests(Codes codes) {
        this.codes = codes;
    }

    /** A new id, or an error if there are too many. */
    synchronized GuestValue create(boolean isAsynchronous) {
        if (requests.size() >= MOST) {
            return GuestValue.error(codes.full());
        }
        requests.put(next, new Request(isAsynchronous, 0, false));
        return GuestValue.of(next++);
    }

    /** The answer of a call that needs the network: at once, or in the poll. */
    synchronized GuestStatus fail(int id, GuestStatus error) {
        Request request = requests.get(id);
        if (request == null) {
            return codes.unknown();
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
            return GuestValue.error(codes.argument());
        }
        Request request = requests.get(id);
        if (request == null) {
            return GuestValue.error(codes.unknown());
        }
        if (!request.isAsynchronous()) {
            return GuestValue.error(codes.synchronous());
        }
        if (!request.isDone()) {
            return GuestValue.of(RUNNING);
        }
        result.set(request.result());
        return GuestValue.of(0);
    }

    synchronized GuestStatus abort(int id) {
        Request request = requests.get(id);
        if (request == null) {
            return codes.unknown();
        }
        if (request.isAsynchronous() && !request.isDone()) {
            requests.put(id, new Request(true, codes.aborted().code(), true));
        }
        return GuestStatus.OK;
    }

    synchronized GuestStatus delete(int id) {
        return requests.remove(id) == null ? codes.unknown() : GuestStatus.OK;
    }

    synchronized void clear() {
        requests.clear();
    }
}
