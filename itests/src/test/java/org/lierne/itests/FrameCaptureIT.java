package org.lierne.itests;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TestName;

/** A captured frame of our own title, replayed in a process of its own. */
public class FrameCaptureIT {
    private static final String TITLE = CommandLine.TITLES.resolve("first-light").toString();
    private static final String MODE = "pass.image.cube-face";
    private static final int STOPPED = 4;
    private static final int REFUSED = 3;

    @Rule
    public final TestName test = new TestName();

    private CommandLine lierne;
    private Path capture;
    private Path picture;

    @Before
    public void makeAnEmptyUserFolder() throws IOException {
        lierne = new CommandLine(Distribution.userFolder(FrameCaptureIT.class).resolve(test.getMethodName()));
        capture = lierne.user().resolve("frame.capture");
        picture = lierne.user().resolve("frame.png");
    }

    private void capture(int frame) throws IOException, InterruptedException {
        Distribution.Run run = lierne.run("run", TITLE, "--headless", "--frames", String.valueOf(frame), "--screenshot", picture.toString(),
                "--capture", capture.toString());
        assertEquals(run.out() + run.err(), 0, run.status());
        assertTrue(run.err(), Files.exists(capture));
    }

    private Distribution.Run replay(String... options) throws IOException, InterruptedException {
        return lierne.run(java.util.stream.Stream.concat(java.util.stream.Stream.of("replay", capture.toString(), "--headless"),
                Arrays.stream(options)).toArray(String[]::new));
    }

    @Test
    public void frame60ReplaysToThePictureOfItsRun() throws Exception {
        capture(60);
        Path again = lierne.user().resolve("again.png");
        Path half = lierne.user().resolve("half.png");

        Distribution.Run whole = replay("--screenshot", again.toString());
        Distribution.Run one = replay("--draws", "1", "--screenshot", half.toString());

        assertEquals(whole.err(), 0, whole.status());
        assertEquals("frame 60 of LRNE00001: 2 of 2 draws\n", whole.out());
        assertArrayEquals(Files.readAllBytes(picture), Files.readAllBytes(again));
        assertEquals(one.err(), 0, one.status());
        assertEquals("frame 60 of LRNE00001: 1 of 2 draws\n", one.out());
        assertFalse(Arrays.equals(Files.readAllBytes(picture), Files.readAllBytes(half)));

        Distribution.Run pixel = replay("--pixel", "640,360");

        assertEquals(pixel.err(), 0, pixel.status());
        List<String> lines = pixel.out().lines().toList();
        assertTrue(pixel.out(), lines.getLast().matches("[1-9]\\d* changes at 640,360"));
        assertTrue(pixel.out(), lines.getFirst().matches(" +0  .*  0x[0-9a-f]+ 1280x720 \\S+.*  (not drawn to|[0-9a-f]{8}) -> [0-9a-f]{8}"));
        String last = lines.stream().filter(line -> line.contains("R8G8B8A8_UNORM")).toList().getLast();
        int seen = ImageIO.read(picture.toFile()).getRGB(640, 360) & 0xffffff;
        assertTrue(pixel.out(), last.endsWith(" -> %06xff".formatted(seen)));

        Distribution.Run beyond = replay("--pixel", "1280,0");

        assertEquals(beyond.out(), 3, beyond.status());
        assertTrue(beyond.err(), beyond.err().contains("no surface that is drawn to reaches 1280,0"));
    }

    /** The first frame stores to the faces of a cube. */
    @Test
    public void aSwitchedModeActsAsInARun() throws Exception {
        capture(1);

        Distribution.Run off = replay("--off", MODE);

        assertEquals(off.out() + off.err(), STOPPED, off.status());
        List<String> refusals = off.err().lines().filter(l -> l.startsWith("refused at translation: cs ")).toList();
        assertTrue(off.err(), refusals.stream().anyMatch(l -> l.matches(".* pc=0x[0-9a-f]+ image_store .*dim:SQ_RSRC_IMG_2D.*" + MODE + ".*")));
        assertEquals(0, replay().status());
    }

    @Test
    public void aTruncatedCaptureIsRefused() throws Exception {
        capture(1);
        byte[] whole = Files.readAllBytes(capture);
        Files.write(capture, Arrays.copyOf(whole, whole.length / 2));

        Distribution.Run run = replay();

        assertEquals(run.out() + run.err(), REFUSED, run.status());
        assertTrue(run.err(), run.err().startsWith("replay: " + capture + ": no capture of a frame: "));
        assertEquals(run.err(), 1, run.err().lines().count());
    }
}
