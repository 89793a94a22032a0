package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestArray;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.lib.kernel.AioExports.Request;
import org.lierne.lib.kernel.AioExports.Result;

class AioExportsTest {
    private final Fakes fakes = new Fakes();
    private final OpenFile file = fakes.fake(OpenFile.class, Map.of("flags", OpenFlags.READ, "path", "/app0/x", "read", 5));
    private final AioExports exports = new AioExports(fakes.answers, fakes.fake(GuestFiles.class, Map.of("file", file)), fakes.memory);
    /** Work that a test lets run when it wants. */
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final AioRequests requests = new AioRequests(work::add);
    private final List<String> told = new ArrayList<>();

    @AfterEach
    void close() {
        exports.close();
    }

    private AioRequests.Request request(long value) {
        return new AioRequests.Request(() -> value, (v, state) -> told.add(v + " " + state));
    }

    @Test
    void readsAndTellsTheResult() {
        fakes.at(0x2000, Request.class).set(new Request(0, 16, 0x3000, 0x2800, 3));
        fakes.at(0x2028, Request.class).set(new Request(-1, 16, 0x3000, 0x2810, 3));
        GuestArray<Request> group = new GuestArray<>(fakes.memory, 0x2000, 2, Request.class);

        assertEquals(0, exports.read(group, 2, 0, fakes.at(0x1800, Integer.class)));
        int id = fakes.memory.getInt(0x1800);
        assertEquals(0, exports.await(id, fakes.at(0x1808, Integer.class), fakes.at(0, Integer.class)));

        assertEquals(3, fakes.memory.getInt(0x1808));
        assertEquals(new Result(5, 3), fakes.at(0x2800, Result.class).get());
        assertEquals(new Result(0xFFFFFFFF80020016L, 3), fakes.at(0x2810, Result.class).get());
        assertEquals(0, exports.delete(id, fakes.at(0x1808, Integer.class)));
        assertEquals(0x80020003, exports.poll(id, fakes.at(0x1808, Integer.class)));
    }

    @Test
    void needsPlacesForItsAnswers() {
        GuestArray<Request> none = new GuestArray<>(fakes.memory, 0, 1, Request.class);
        GuestArray<Integer> ids = new GuestArray<>(fakes.memory, 0x2000, 1, Integer.class);

        assertEquals(0x8002000E, exports.read(none, 1, 0, fakes.at(0x1800, Integer.class)));
        assertEquals(0x8002000E, exports.poll(1, fakes.at(0, Integer.class)));
        assertEquals(0x8002000E, exports.await(1, fakes.at(0, Integer.class), fakes.at(0, Integer.class)));
        assertEquals(0x8002000E, exports.cancel(1, fakes.at(0, Integer.class)));
        assertEquals(0x8002000E, exports.pollEach(ids, 1, fakes.at(0, Integer.class)));
        assertThrows(HleRefusal.class, () -> exports.awaitEach(ids, 1, fakes.at(0x1800, Integer.class), 3, fakes.at(0, Integer.class)));
    }

    @Test
    void cancelsOnlyWhatHasNotBegun() throws InterruptedException {
        int first = requests.submit(List.of(request(1)));
        int second = requests.submit(List.of(request(2)));

        work.remove().run();

        assertEquals(AioRequests.State.DONE, requests.cancel(first, -1));
        assertEquals(AioRequests.State.ABORTED, requests.cancel(second, -1));
        work.remove().run();
        assertEquals(List.of("0 SUBMITTED", "0 SUBMITTED", "0 PROCESSING", "1 DONE", "-1 ABORTED"), told);
        assertTrue(requests.await(List.of(first, second), true, 0));
    }

    @Test
    void waitsForAllOrAny() throws InterruptedException {
        int first = requests.submit(List.of(request(1)));
        int second = requests.submit(List.of(request(2)));

        assertFalse(requests.await(List.of(first, second), false, 1000));
        work.remove().run();

        assertTrue(requests.await(List.of(first, second), false, 0));
        assertFalse(requests.await(List.of(first, second), true, 1000));
        assertFalse(requests.delete(second));
        assertTrue(requests.delete(first));
    }
}
