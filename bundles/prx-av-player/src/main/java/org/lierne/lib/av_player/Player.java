package org.lierne.lib.av_player;

import org.jspecify.annotations.Nullable;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.thread.GuestThreads;

/** A player of a title: its functions, its memory and, once it has a source, its film. None of the title's functions is called under a lock. */
final class Player {
    /** What a title is told. */
    enum Event {
        STOPPED(1),
        READY(2),
        PLAYING(3),
        PAUSED(4);

        private final int number;

        Event(int number) {
            this.number = number;
        }
    }

    private static final int FEWEST_PICTURES = 2;
    private static final int MOST_PICTURES = 16;

    private final GuestThreads threads;
    private final Functions functions;
    private final boolean startsItself;
    private final int pictures;
    private final Buffers pictureBuffers;
    private final Buffers soundBuffers;
    private @Nullable Playback film;
    private @Nullable TitleFile file;
    private boolean isSynchronized = true;
    private boolean isEnded;

    Player(GuestMemory memory, GuestThreads threads, Functions functions, boolean startsItself, int pictures) {
        this.threads = threads;
        this.functions = functions;
        // A title that is not told when the film is ready cannot start it then.
        this.startsItself = startsItself || functions.event() == 0;
        this.pictures = pictures <= 0 ? FEWEST_PICTURES : Math.clamp(pictures, FEWEST_PICTURES, MOST_PICTURES);
        this.pictureBuffers = new Buffers(memory, threads, functions.memoryObject(), functions.allocateTexture(), functions.freeTexture());
        this.soundBuffers = new Buffers(memory, threads, functions.memoryObject(), functions.allocate(), functions.free());
    }

    Functions functions() {
        return functions;
    }

    boolean startsItself() {
        return startsItself;
    }

    int pictures() {
        return pictures;
    }

    Buffers pictureBuffers() {
        return pictureBuffers;
    }

    Buffers soundBuffers() {
        return soundBuffers;
    }

    synchronized @Nullable Playback film() {
        return film;
    }

    /** @return false if there is a film already, or the player has ended */
    synchronized boolean setFilm(Playback playback, TitleFile source) {
        if (film != null || isEnded) {
            return false;
        }
        film = playback;
        file = source;
        playback.setSynchronized(isSynchronized);
        return true;
    }

    synchronized void setSynchronized(boolean waits) {
        isSynchronized = waits;
        if (film != null) {
            film.setSynchronized(waits);
        }
    }

    /** Tells the title, which may call the player again, or wait for a thread that does. */
    void tell(Event event) {
        if (functions.event() != 0) {
            threads.current().call(functions.event(), functions.eventObject(), event.number, 0, 0);
        }
    }

    /** Ends decoding and closes the file; the title's memory stays with it. */
    synchronized void end() {
        isEnded = true;
        if (film != null) {
            film.close();
            film = null;
        }
        if (file != null) {
            file.close();
            file = null;
        }
    }

    void releaseBuffers() {
        pictureBuffers.release();
        soundBuffers.release();
    }
}
