package org.lierne.lib.av_player;

import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.lierne.host.media.Frames;
import org.lierne.host.media.MediaFile;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.MediaStream;
import org.lierne.host.media.Picture;
import org.lierne.host.media.Sound;

/** A film: which of its streams are played, from where, and what of them is due. Every thread may ask. */
final class Playback implements AutoCloseable {
    private static final int NONE = -1;
    private static final int PICTURES_AHEAD = 4;
    private static final int SOUND_AHEAD = 16;
    private static final long NS_A_MS = 1_000_000;

    private enum State {
        READY,
        PLAYING,
        STOPPED,
        CLOSED
    }

    private final MediaFile file;
    private final LongSupplier clock;
    private int video;
    private int audio;
    private State state = State.READY;
    private boolean isLooping;
    private boolean isSynchronized = true;
    private boolean isPaused;
    private long startedAtNs;
    private long pausedAtNs;
    private long fromMs;
    private @Nullable FrameQueue<Picture> pictures;
    private @Nullable FrameQueue<Sound> sound;

    /** @param clock in nanoseconds */
    Playback(MediaFile file, LongSupplier clock) {
        this.file = file;
        this.clock = clock;
        this.video = first(MediaStream.Video.class);
        this.audio = first(MediaStream.Audio.class);
    }

    private int first(Class<? extends MediaStream> kind) {
        for (int i = 0; i < file.streams().size(); i++) {
            if (kind.isInstance(file.streams().get(i))) {
                return i;
            }
        }
        return NONE;
    }

    MediaFile file() {
        return file;
    }

    synchronized boolean hasSound() {
        return audio != NONE;
    }

    /** What is seen of it. */
    synchronized Optional<MediaStream.Video> videoStream() {
        return video != NONE && file.streams().get(video) instanceof MediaStream.Video v ? Optional.of(v) : Optional.empty();
    }

    synchronized boolean isPlaying() {
        return state == State.PLAYING;
    }

    /** @return whether there is such a stream of a known kind, and nothing plays */
    synchronized boolean enable(int stream) {
        if (isPlaying() || stream < 0 || stream >= file.streams().size()) {
            return false;
        }
        switch (file.streams().get(stream)) {
            case MediaStream.Video _ -> video = stream;
            case MediaStream.Audio _ -> audio = stream;
            case MediaStream.Other _ -> {
                return false;
            }
        }
        return true;
    }

    /** @return whether it was to be played, and nothing plays */
    synchronized boolean disable(int stream) {
        if (isPlaying() || stream < 0 || stream != video && stream != audio) {
            return false;
        }
        video = stream == video ? NONE : video;
        audio = stream == audio ? NONE : audio;
        return true;
    }

    synchronized void start(long atMs) throws MediaRefused {
        if (state == State.CLOSED) {
            throw new MediaRefused("its player has ended");
        }
        stop();
        if (video == NONE && audio == NONE) {
            throw new MediaRefused("no stream is to be played");
        }
        Frames<Picture> seen = video == NONE ? null : file.pictures(video, atMs);
        Frames<Sound> heard = audio == NONE ? null : file.sound(audio, atMs);
        fromMs = atMs;
        pictures = seen == null ? null : new FrameQueue<>(seen, PICTURES_AHEAD, "film pictures");
        sound = heard == null ? null : new FrameQueue<>(heard, SOUND_AHEAD, "film sound");
        startedAtNs = clock.getAsLong();
        pausedAtNs = startedAtNs;
        state = State.PLAYING;
    }

    /** Goes on elsewhere, in the film's last moment at the latest; what was paused stays so. */
    synchronized void jump(long toMs) throws MediaRefused {
        boolean wasPaused = isPaused;
        start(Math.min(toMs, file.streams().stream().mapToLong(MediaStream::durationMs).max().orElse(0)));
        isPaused = wasPaused;
    }

    /** @return whether it played */
    synchronized boolean stop() {
        boolean wasPlaying = isPlaying();
        drop();
        state = State.STOPPED;
        isPaused = false;
        return wasPlaying;
    }

    synchronized void pause() {
        if (!isPaused) {
            isPaused = true;
            pausedAtNs = clock.getAsLong();
        }
    }

    synchronized void resume() {
        if (isPaused) {
            isPaused = false;
            startedAtNs += clock.getAsLong() - pausedAtNs;
        }
    }

    synchronized void setLooping(boolean loops) {
        isLooping = loops;
    }

    /** Without it frames are due as soon as they are decoded. */
    synchronized void setSynchronized(boolean waits) {
        isSynchronized = waits;
    }

    /** 0 while nothing plays. */
    synchronized long positionMs() {
        return isPlaying() ? fromMs + ((isPaused ? pausedAtNs : clock.getAsLong()) - startedAtNs) / NS_A_MS : 0;
    }

    /** Whether something comes yet, or may be started. */
    synchronized boolean isActive() throws MediaRefused {
        loop();
        return state == State.READY || isPlaying() && !isOver();
    }

    private boolean isOver() {
        return (pictures == null || pictures.isOver()) && (sound == null || sound.isOver());
    }

    /** A film of which nothing came at all would begin for ever. */
    private void loop() throws MediaRefused {
        if (isPlaying() && isLooping && isOver() && (pictures != null && pictures.hasGiven() || sound != null && sound.hasGiven())) {
            jump(0);
        }
    }

    private boolean isDue(long timeMs) {
        return !isPaused && (!isSynchronized || timeMs <= positionMs());
    }

    /** The picture that is to be shown now, once. */
    synchronized Optional<Picture> picture() throws MediaRefused {
        loop();
        return due(pictures, Picture::timeMs);
    }

    /** The next piece of sound that is due, once. */
    synchronized Optional<Sound> sound() throws MediaRefused {
        loop();
        return due(sound, Sound::timeMs);
    }

    private <T> Optional<T> due(@Nullable FrameQueue<T> queue, ToLongFunction<T> timeMs) throws MediaRefused {
        if (queue == null) {
            return Optional.empty();
        }
        Optional<T> next = queue.peek().filter(frame -> isDue(timeMs.applyAsLong(frame)));
        if (next.isPresent()) {
            queue.drop();
        }
        return next;
    }

    private void drop() {
        if (pictures != null) {
            pictures.close();
            pictures = null;
        }
        if (sound != null) {
            sound.close();
            sound = null;
        }
    }

    /** Nothing is played any more. */
    @Override
    public synchronized void close() {
        drop();
        state = State.CLOSED;
    }
}
