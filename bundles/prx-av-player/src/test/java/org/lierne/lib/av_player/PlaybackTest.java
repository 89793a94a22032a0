package org.lierne.lib.av_player;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.Picture;

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
}
