package org.lierne.host.codecs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.host.media.AudioDecoder;
import org.lierne.host.media.Frames;
import org.lierne.host.media.MediaFile;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.MediaSource;
import org.lierne.host.media.MediaStream;
import org.lierne.host.media.Picture;
import org.lierne.host.media.Samples;
import org.lierne.host.media.Sound;

/**
 * The files are of our own making, by FFmpeg: a quarter of a second of 440 Hz left and 1000 Hz right, each of half the full scale
 * ({@code tones}); sixteen pictures of 64 x 48, a tenth of a second each, of luma 16 + 12 n and colours 64 + 8 n and 192 - 8 n, some of them
 * decoded before they are shown, with a sound of 440 Hz ({@code steps}). Expected values are derived from that.
 */
class JavaCodecsTest {
    private static final int RATE = 48_000;

    private final JavaCodecs codecs = new JavaCodecs();

    private static byte[] file(String name) throws IOException {
        try (InputStream in = JavaCodecsTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    private static MediaSource source(byte[] file) {
        return new MediaSource() {
            @Override
            public long bytes() {
                return file.length;
            }

            @Override
            public int read(ByteBuffer target, long at) {
                int bytes = Math.min(target.remaining(), file.length - (int) at);
                target.put(file, (int) at, Math.max(bytes, 0));
                return bytes <= 0 ? -1 : bytes;
            }
        };
    }

    private static List<Samples> decode(AudioDecoder decoder, byte[] file) throws MediaRefused {
        List<Samples> made = new ArrayList<>();
        for (int at = 0; at < file.length;) {
            int bytes = decoder.frameBytes(file, at, file.length);
            made.add(decoder.decode(file, at, bytes));
            at += bytes;
        }
        return made;
    }

    /** How strong a tone is in a channel, 1 at full scale; the beginning and the end, where a coder swings in and out, are left away. */
    private static double strength(List<Samples> sound, int channel, double hertz) {
        double sine = 0;
        double cosine = 0;
        int count = 0;
        int at = 0;
        int all = sound.stream().mapToInt(Samples::count).sum();
        for (Samples piece : sound) {
            for (int i = 0; i < piece.count(); i++, at++) {
                if (at >= all / 4 && at < all * 3 / 4) {
                    double value = piece.values()[i * piece.channels() + channel];
                    sine += value * Math.sin(2 * Math.PI * hertz * at / RATE);
                    cosine += value * Math.cos(2 * Math.PI * hertz * at / RATE);
                    count++;
                }
            }
        }
        return 2 * Math.hypot(sine, cosine) / count;
    }

    private static void assertTones(List<Samples> sound) {
        assertTrue(sound.stream().allMatch(s -> s.channels() == 2 && s.rate() == RATE));
        assertEquals(0.5, strength(sound, 0, 440), 0.1);
        assertEquals(0, strength(sound, 0, 1000), 0.02);
        assertEquals(0.5, strength(sound, 1, 1000), 0.1);
        assertEquals(0, strength(sound, 1, 440), 0.02);
    }

    @Test
    void hearsMp3() throws IOException, MediaRefused {
        List<Samples> sound = decode(codecs.mp3(), file("tones.mp3"));

        assertEquals(1152, sound.getFirst().count());
        assertTones(sound);
    }

    @Test
    void hearsAacWithHeads() throws IOException, MediaRefused {
        List<Samples> sound = decode(codecs.aac(), file("tones.aac"));

        assertEquals(1024, sound.getFirst().count());
        assertTones(sound);
    }

    @Test
    void hearsBareAac() throws IOException, MediaRefused {
        byte[] file = file("tones.aac");
        AudioDecoder heads = codecs.aac();
        AudioDecoder bare = codecs.bareAac(RATE, 2);
        List<Samples> sound = new ArrayList<>();
        for (int at = 0, bytes; at < file.length; at += bytes) {
            bytes = heads.frameBytes(file, at, file.length);
            byte[] frame = Arrays.copyOfRange(file, at + 7, at + bytes);
            assertEquals(frame.length, bare.frameBytes(frame, 0, frame.length));
            sound.add(bare.decode(frame, 0, frame.length));
        }

        assertTones(sound);
        assertThrows(MediaRefused.class, () -> codecs.bareAac(47_999, 2));
        assertThrows(MediaRefused.class, () -> codecs.bareAac(RATE, 7));
    }

    @Test
    void refusesWhatIsNoFrame() throws MediaRefused {
        byte[] nothing = new byte[64];

        assertThrows(MediaRefused.class, () -> codecs.mp3().frameBytes(nothing, 0, 64));
        assertThrows(MediaRefused.class, () -> codecs.aac().frameBytes(nothing, 0, 64));
        assertEquals(0, codecs.mp3().frameBytes(nothing, 62, 64));
        assertEquals(0, codecs.aac().frameBytes(nothing, 60, 64));
        assertThrows(MediaRefused.class, () -> codecs.open(source(nothing)));
        assertThrows(MediaRefused.class, () -> codecs.open(source(new byte[3])));
    }

    @ParameterizedTest
    @CsvSource({"0xF9,7", "0xF8,8", "0xF8,9"})
    void refusesAFrameThatIsNothingButItsHead(String second, int bytes) {
        byte[] frame = {(byte) 0xFF, Integer.decode(second).byteValue(), 0x50, (byte) 0x80, 0, (byte) (bytes << 5), (byte) 0xFC, 0, 0};
        frame[4] = (byte) (bytes >> 3);

        assertThrows(MediaRefused.class, () -> codecs.aac().frameBytes(frame, 0, frame.length));
    }

    /** Bytes changed at random, from a fixed seed. */
    @ParameterizedTest
    @ValueSource(strings = {"tones.mp3", "tones.aac"})
    void whatIsBrokenIsDecodedOrRefused(String name) throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < 60; i++) {
            byte[] file = mutated(file(name), random);
            AudioDecoder decoder = name.endsWith("mp3") ? codecs.mp3() : codecs.aac();
            assertTrue(sizes(decoder, file) <= file.length);
        }
    }

    private static byte[] mutated(byte[] file, Random random) {
        for (int n = random.nextInt(1, 20); n > 0; n--) {
            file[random.nextInt(file.length)] = (byte) random.nextInt();
        }
        return file;
    }

    /** Bytes of the frames up to the first that is refused. */
    private static int sizes(AudioDecoder decoder, byte[] file) {
        int at = 0;
        try {
            while (at < file.length) {
                int bytes = decoder.frameBytes(file, at, file.length);
                if (bytes == 0 || bytes > file.length - at) {
                    return at;
                }
                decoder.decode(file, at, bytes);
                at += bytes;
            }
        } catch (MediaRefused e) {
            return at;
        }
        return at;
    }

    /** The number of entries in a table of samples is the file's own. */
    @ParameterizedTest
    @ValueSource(strings = {"stsz", "stts", "stco"})
    void refusesAFileWhoseTablesAreLargerThanMemory(String table) throws IOException {
        byte[] file = file("steps.mp4");
        int count = new String(file, StandardCharsets.ISO_8859_1).indexOf(table) + ("stsz".equals(table) ? 12 : 8);
        ByteBuffer.wrap(file).putInt(count, Integer.MAX_VALUE);

        assertThrows(MediaRefused.class, () -> codecs.open(source(file)));
    }

    @Test
    void tellsTheStreamsOfAFile() throws IOException, MediaRefused {
        List<MediaStream> streams = codecs.open(source(file("steps.mp4"))).streams();

        assertEquals(new MediaStream.Video(64, 48, 10, 1600), streams.getFirst());
        assertTrue(streams.get(1) instanceof MediaStream.Audio audio && audio.channels() == 1 && audio.rate() == RATE
                && Math.abs(audio.durationMs() - 1600) < 50, streams.toString());
    }

    private static void assertPicture(Picture picture, int n) {
        assertEquals(100L * n, picture.timeMs());
        assertEquals(64, picture.width());
        assertEquals(48, picture.height());
        assertAll(picture.luma(), 64 * 48, 16 + 12 * n);
        assertAll(picture.blue(), 32 * 24, 64 + 8 * n);
        assertAll(picture.red(), 32 * 24, 192 - 8 * n);
    }

    private static void assertAll(byte[] plane, int size, int value) {
        byte[] expected = new byte[size];
        Arrays.fill(expected, (byte) value);
        assertEquals(Arrays.toString(expected), Arrays.toString(plane));
    }

    @Test
    void showsPicturesInTheOrderOfTheirTimes() throws IOException, MediaRefused {
        Frames<Picture> pictures = codecs.open(source(file("steps.mp4"))).pictures(0, 0);

        for (int n = 0; n < 16; n++) {
            assertPicture(pictures.next().orElseThrow(), n);
        }
        assertTrue(pictures.next().isEmpty());
    }

    /** From the picture that is shown then, although decoding begins at an earlier one. */
    @Test
    void showsPicturesFromATimeOn() throws IOException, MediaRefused {
        Frames<Picture> pictures = codecs.open(source(file("steps.mp4"))).pictures(0, 1150);

        for (int n = 11; n < 16; n++) {
            assertPicture(pictures.next().orElseThrow(), n);
        }
        assertTrue(pictures.next().isEmpty());
    }

    @Test
    void hearsTheSoundOfAFile() throws IOException, MediaRefused {
        MediaFile file = codecs.open(source(file("steps.mp4")));
        Frames<Sound> sound = file.sound(1, 0);
        List<Samples> heard = new ArrayList<>();
        for (Sound piece = sound.next().orElse(null); piece != null; piece = sound.next().orElse(null)) {
            heard.add(piece.samples());
        }

        assertEquals(0.125, strength(heard, 0, 440), 0.01);
        assertTrue(Math.abs(file.sound(1, 1000).next().orElseThrow().timeMs() - 1000) < 50);
    }
}
