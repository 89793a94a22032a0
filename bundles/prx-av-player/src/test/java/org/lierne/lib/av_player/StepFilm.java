package org.lierne.lib.av_player;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.lierne.host.media.Frames;
import org.lierne.host.media.MediaFile;
import org.lierne.host.media.MediaStream;
import org.lierne.host.media.Picture;
import org.lierne.host.media.Samples;
import org.lierne.host.media.Sound;

/** A film of four pictures of 20 x 10, a tenth of a second each, whose luma is their number and whose colours are 100 and 200; and sound with them. */
final class StepFilm implements MediaFile {
    static final int PICTURES = 4;

    private final int saidWidth;
    private final int saidHeight;

    StepFilm() {
        this(20, 10);
    }

    /** A film that tells another size of its pictures. */
    StepFilm(int saidWidth, int saidHeight) {
        this.saidWidth = saidWidth;
        this.saidHeight = saidHeight;
    }

    @Override
    public List<MediaStream> streams() {
        return List.of(new MediaStream.Video(saidWidth, saidHeight, 10, 400), new MediaStream.Audio(2, 48_000, 400), new MediaStream.Other("text", 0));
    }

    private static byte[] plane(int size, int value) {
        byte[] plane = new byte[size];
        Arrays.fill(plane, (byte) value);
        return plane;
    }

    @Override
    public Frames<Picture> pictures(int stream, long fromMs) {
        int[] next = {(int) (fromMs / 100)};
        return () -> next[0] >= PICTURES ? Optional.empty()
                : Optional.of(new Picture(100L * next[0], 20, 10, plane(200, next[0]++), plane(50, 100), plane(50, 200)));
    }

    @Override
    public Frames<Sound> sound(int stream, long fromMs) {
        int[] next = {(int) (fromMs / 100)};
        return () -> next[0] >= PICTURES ? Optional.empty()
                : Optional.of(new Sound(100L * next[0]++, new Samples(2, 48_000, new float[] {0.5f, -0.5f})));
    }
}
