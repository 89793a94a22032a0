package org.lierne.lib.av_player;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lierne.host.media.Frames;
import org.lierne.host.media.MediaFile;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.MediaStream;
import org.lierne.host.media.Picture;
import org.lierne.host.media.Sound;

/** With a clock of its own; decoding runs on other threads, whose frames are waited for. */
class PlaybackTest {
    private static final long WAIT_NS = TimeUnit.SECONDS.toNanos(60);

    private long nowMs;
    private final Playback film = new Playback(new StepFilm(), () -> TimeUnit.MILLISECONDS.toNanos(nowMs));

    @AfterEach
    void end() {
        film.close();
    }

    /** The next picture, once it is decoded and due. */
    private Picture picture() throws MediaRefused {
        long end = System.nanoTime() + WAIT_NS;
        Optional<Picture> due = film.picture();
        while (due.isEmpty() && System.nanoTime() < end) {
            Thread.onSpinWait();
            due = film.picture();
        }
        return due.orElseThrow();
    }

    @Test
    void picturesComeWhenTheyAreDue() throws MediaRefused {
        film.start(0);

        assertEquals(0, picture().timeMs());
        nowMs = 99;
        assertTrue(film.picture().isEmpty());
        nowMs = 100;
        assertEquals(100, picture().timeMs());
        assertEquals(100, film.positionMs());
    }

    @Test
    void aPauseHoldsTheFilm() throws MediaRefused {
        film.start(0);
        picture();
        nowMs = 50;
        film.pause();
        nowMs = 5000;
        assertTrue(film.picture().isEmpty());
        assertEquals(50, film.positionMs());
        film.resume();
        nowMs = 5050;

        assertEquals(100, picture().timeMs());
    }

    @Test
    void withoutSynchronizationAllComeAtOnce() throws MediaRefused {
        film.setSynchronized(false);
        film.start(0);

        for (int i = 0; i < StepFilm.PICTURES; i++) {
            assertEquals(100L * i, picture().timeMs());
        }
    }

    @Test
    void jumpsAndLoops() throws MediaRefused {
        film.start(0);
        film.jump(300);
        assertEquals(300, film.positionMs());
        assertEquals(300, picture().timeMs());
        film.stop();
        film.disable(1);
        film.setLooping(true);
        film.setSynchronized(false);
        film.start(300);
        picture();

        assertEquals(0, picture().timeMs());
        assertTrue(film.isActive());
    }

    @Test
    void streamsAreChosenBeforeTheStart() throws MediaRefused {
        assertTrue(film.disable(0));
        assertFalse(film.disable(0));
        assertFalse(film.enable(2));
        assertFalse(film.enable(3));
        film.start(0);
        assertFalse(film.enable(0));
        assertTrue(film.picture().isEmpty());
        film.stop();
        film.disable(1);

        assertThrows(MediaRefused.class, () -> film.start(0));
    }

    @Test
    void isActiveUntilItIsStoppedOrOver() throws MediaRefused {
        assertTrue(film.isActive());
        film.start(0);
        assertTrue(film.isActive());
        film.stop();
        assertFalse(film.isActive());
        assertEquals(0, film.positionMs());
    }

    /** A film of pictures alone, which come from here. */
    private static MediaFile pictures(Supplier<Frames<Picture>> from) {
        return new MediaFile() {
            @Override
            public List<MediaStream> streams() {
                return List.of(new MediaStream.Video(20, 10, 10, 400));
            }

            @Override
            public Frames<Picture> pictures(int stream, long fromMs) {
                return from.get();
            }

            @Override
            public Frames<Sound> sound(int stream, long fromMs) {
                throw new AssertionError("there is no sound");
            }
        };
    }

    private static boolean isActive(Playback played) {
        try {
            return played.isActive();
        } catch (MediaRefused e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitEnd(Playback played) {
        long end = System.nanoTime() + WAIT_NS;
        while (isActive(played)) {
            assertTrue(System.nanoTime() < end, "it is still active after a minute");
            Thread.onSpinWait();
        }
    }

    @Test
    void aStreamThatDiesIsOver() throws MediaRefused {
        try (Playback played = new Playback(pictures(() -> () -> {
            throw new StackOverflowError("a decoder that went too deep");
        }), System::nanoTime)) {
            played.start(0);

            awaitEnd(played);
        }
    }

    @Test
    void aLoopOfWhichNothingCanBeShownEnds() throws MediaRefused {
        AtomicInteger starts = new AtomicInteger();
        try (Playback played = new Playback(pictures(() -> {
            starts.incrementAndGet();
            return () -> {
                throw new MediaRefused("no picture");
            };
        }), System::nanoTime)) {
            played.setLooping(true);
            played.start(0);

            awaitEnd(played);

            assertFalse(played.isActive());
            assertEquals(1, starts.get());
        }
    }

    @Test
    void jumpsNoFurtherThanTheEnd() throws MediaRefused {
        film.start(0);
        film.pause();
        film.jump(Long.MAX_VALUE);
        nowMs = 1000;

        assertEquals(400, film.positionMs());
    }

    @Test
    void nothingStartsAfterTheEnd() {
        film.close();

        assertThrows(MediaRefused.class, () -> film.start(0));
    }
}
