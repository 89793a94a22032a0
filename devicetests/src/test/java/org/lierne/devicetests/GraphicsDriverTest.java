package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.agc.FrameFacts;
import org.lierne.agc.FrameReplay;
import org.lierne.agc.driver.FrameReplays;
import org.lierne.agc.driver.GraphicsDriver;
import org.lierne.recompiler.program.ShaderCorpus;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.Rule;

/** Draws of the collected frame, by the pixels they leave. */
@Tag("gpu")
final class GraphicsDriverTest extends CollectedFrame {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void drawsTheCollectedFrame(boolean isImportable) throws IOException, InterruptedException {
        load(isImportable);

        BufferedImage picture = draw();

        assertColor(picture, 200, 150);
        assertColor(picture, 640, 360);
        assertColor(picture, 1100, 600);
        assertBlack(picture, 60, 360);
        assertBlack(picture, 640, 30);
        assertEquals(1, memory.getInt(LABEL));
    }

    private FrameReplays replays() {
        return new FrameReplays(Objects.requireNonNull(devices), Wiring.translator(), Wiring.compiler(), null, null);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void replaysACapturedFrameToTheSamePicture(boolean isImportable) throws IOException, InterruptedException {
        load(isImportable);
        Path file = folder.resolve("frame.capture");
        capture = Optional.of(file);
        BufferedImage picture = draw();
        memory = new ArrayGuestMemory(true);
        Path again = folder.resolve("again.png");

        FrameReplay.Outcome outcome = replays().replay(new FrameReplay.Request(file, true, Optional.of(again),
                OptionalInt.empty(), Set.of(), Set.of()));

        assertEquals(new FrameReplay.Outcome.Done("TEST00001", 1, 1, 1, List.of()), outcome);
        BufferedImage replayed = ImageIO.read(again.toFile());
        for (int y = 0; y < 720; y++) {
            for (int x = 0; x < 1280; x++) {
                assertEquals(picture.getRGB(x, y), replayed.getRGB(x, y), "at " + x + "," + y);
            }
        }
    }

    @Test
    void tellsTheDrawsOfACaptureAndTheirImages() throws IOException, InterruptedException {
        load(true);
        Path file = folder.resolve("frame.capture");
        capture = Optional.of(file);
        draw();

        List<FrameFacts.DrawFacts> draws = replays().draws(file);
        List<FrameFacts.BoundImage> images = replays().images(file, 0);

        assertEquals(1, draws.size());
        assertEquals("0x210000000 R8G8B8A8_UNORM", draws.getFirst().target());
        assertEquals(2, draws.getFirst().shaders().size());
        assertEquals(List.of("set-1-binding-1", "target-0", "depth"), images.stream().map(FrameFacts.BoundImage::name).toList());
        BufferedImage texture = ImageIO.read(new java.io.ByteArrayInputStream(images.getFirst().png().orElseThrow()));
        assertEquals(256, texture.getWidth());
        assertEquals(0xFF07037F, texture.getRGB(7, 3));
        assertTrue(replays().describe(file, 0).orElseThrow().stream().anyMatch(l -> l.startsWith("colour targets")));
        assertTrue(replays().describe(file, 1).isEmpty());
    }

    /** Derived: factors one and one, so that the second draw adds the colour once more; beside the quad both leave zeros. */
    @Test
    void tellsWhichDrawsChangeAPixel() throws IOException, InterruptedException {
        load(true);
        Path file = folder.resolve("frame.capture");
        capture = Optional.of(file);
        drawWith("C0016900 000001E0 40000101", 2);
        draw();
        FrameReplay.Request request = new FrameReplay.Request(file, true, Optional.empty(), OptionalInt.empty(), Set.of(), Set.of());

        List<FrameReplay.PixelChange> inside = colours(replays().history(request, 200, 600));
        List<FrameReplay.PixelChange> beside = colours(replays().history(request, 60, 360));

        assertEquals(List.of(0, 1), inside.stream().map(change -> change.facts().index()).toList());
        assertEquals(List.of("0x210000000 1280x720 R8G8B8A8_UNORM"), inside.stream().map(FrameReplay.PixelChange::surface).distinct().toList());
        assertEquals(Optional.empty(), inside.getFirst().before());
        assertEquals(Optional.of(inside.getFirst().after()), inside.getLast().before());
        for (int draw = 0; draw < 2; draw++) {
            byte[] texel = HexFormat.of().parseHex(inside.get(draw).after());
            assertEquals((draw + 1) * red(200), texel[0] & 0xFF, 3, "red after draw " + draw);
            assertEquals((draw + 1) * green(600), texel[1] & 0xFF, 3, "green after draw " + draw);
            assertEquals((draw + 1) * 0x7F, texel[2] & 0xFF, 1, "blue after draw " + draw);
        }
        assertEquals(List.of("00000000"), beside.stream().map(FrameReplay.PixelChange::after).toList());
    }

    private static List<FrameReplay.PixelChange> colours(List<FrameReplay.PixelChange> changes) {
        return changes.stream().filter(change -> change.surface().contains("R8G8B8A8")).toList();
    }

    @Test
    void translatesTheProgramsOfACaptureFromTheirFileForm() throws IOException, InterruptedException {
        load(true);
        Path file = folder.resolve("frame.capture");
        capture = Optional.of(file);
        draw();
        List<ShaderCorpus.Row> rows = new ArrayList<>();

        Wiring.corpus().translate(file, ShaderCorpus.Selection.ALL, rows::add);

        assertEquals(2, rows.size());
        rows.forEach(row -> assertTrue(row.passed(), row.text()));
    }

    @Rule("P8")
    @Test
    void completesTheRectanglesOfARectangleList() throws IOException, InterruptedException {
        load(true);
        memory.putInt(LISTS + 0x2000 + 20, 0x11);
        memory.putWords(COMMANDS + 4 * 59, "C0042700 00000003 12000000 00000002 00000003 00000000");

        BufferedImage picture = draw();

        assertColor(picture, 200, 600);
        assertColor(picture, 1100, 120);
        assertBlack(picture, 60, 360);
    }

    /** Derived: factors one and one, so that each draw adds its colour; the format saturates. */
    @Test
    void addsWhatIsBlended() throws IOException, InterruptedException {
        load(true);
        drawWith("C0016900 000001E0 40000101", 2);

        BufferedImage picture = draw();

        for (int[] at : new int[][] {{200, 600}, {400, 500}, {1000, 150}}) {
            assertEquals(Math.min(255, 2 * red(at[0])), channel(picture, at[0], at[1], 16), 3, "red at " + at[0]);
            assertEquals(Math.min(255, 2 * green(at[1])), channel(picture, at[0], at[1], 8), 3, "green at " + at[0]);
            assertEquals(254, channel(picture, at[0], at[1], 0), 1);
        }
    }

    /** Derived: the source times the constant (0.5, 0.25, 1, 1), and nothing of what was there. */
    @Test
    void scalesByTheConstantColour() throws IOException, InterruptedException {
        load(true);
        drawWith("C0016900 000001E0 4000000D C0046900 00000105 3F000000 3E800000 3F800000 3F800000", 1);

        BufferedImage picture = draw();

        for (int[] at : new int[][] {{200, 150}, {640, 360}, {1100, 600}}) {
            assertEquals(red(at[0]) / 2, channel(picture, at[0], at[1], 16), 1.5, "red at " + at[0]);
            assertEquals(green(at[1]) / 4, channel(picture, at[0], at[1], 8), 1.5, "green at " + at[0]);
            assertEquals(0x7F, channel(picture, at[0], at[1], 0), 1);
        }
    }

    /** Derived: raster operation 66 is the exclusive or, so that a second draw takes the first away; 55 inverts. */
    @Test
    void combinesBitsByTheRasterOperation() throws IOException, InterruptedException {
        load(true);
        drawWith("C0016900 00000202 00660010", 1);
        assertColor(draw(), 640, 360);
        drawWith("C0016900 00000202 00660010", 2);
        assertBlack(draw(), 640, 360);
        drawWith("C0016900 00000202 00550010", 1);

        BufferedImage inverted = draw();

        assertEquals(0xFFFFFF, inverted.getRGB(640, 360) & 0xFFFFFF);
        assertBlack(inverted, 60, 360);
    }

    @Test
    void writesTheChannelsOfTheTargetMask() throws IOException, InterruptedException {
        load(true);
        drawWith("C0016900 0000008E 00000005", 1);

        BufferedImage picture = draw();

        assertEquals(red(640), channel(picture, 640, 360, 16), 1.5);
        assertEquals(0, channel(picture, 640, 360, 8));
        assertEquals(0x7F, channel(picture, 640, 360, 0), 1);
    }

    /** Derived: a strip that begins anew after an index has no triangle across it. */
    @ParameterizedTest
    @CsvSource({"0, 2, FFFF", "0, 2, 1234", "1, 4, FFFFFFFF", "2, 1, FF", "2, 1, 5"})
    void beginsAStripAnew(int size, int bytes, String restart) throws IOException, InterruptedException {
        load(true);
        int index = Integer.parseUnsignedInt(restart, 16);
        int[] list = {0, 1, 2, index, 0, 1, 3};
        for (int i = 0; i < list.length * bytes; i++) {
            memory.putByte(INDICES + i, (byte) (list[i / bytes] >>> 8 * (i % bytes)));
        }
        memory.putInt(LISTS + 0x2000 + 20, 6);
        drawWith("C0017900 0000024B 00000001 C0016900 00000103 %08X C0017A00 20000243 %08X ".formatted(index,
                0x400 + size) + "C0042700 00000007 12000000 00000002 00000007 00000000", 0);

        BufferedImage picture = draw();

        assertColor(picture, 200, 600);
        assertColor(picture, 1100, 600);
        assertColor(picture, 1100, 200);
        assertBlack(picture, 640, 100);
        assertBlack(picture, 640, 40);
    }

    /** Where a word lies in a surface of two blocks of 128x128 words in a row, standard order. */
    private static long standardOffset(int x, int y) {
        String[] order = "x0 x1 y0 y1 y2 x2 y3 x3 y4 x4 y5 x5 y6 x6".split(" ");
        long offset = 0x10000L * (2 * (y / 128) + x / 128);
        for (int bit = 0; bit < order.length; bit++) {
            int coordinate = order[bit].charAt(0) == 'x' ? x : y;
            offset |= (long) (coordinate >> order[bit].charAt(1) - '0' & 1) << bit + 2;
        }
        return offset;
    }

    /** Derived: of nine levels from 256x256 on, the largest comes behind 64 KB of small ones and 64 KB of the second. */
    @Test
    void readsTheLargestLevelOfATextureInBlocks() throws IOException, InterruptedException {
        load(true);
        for (int y = 0; y < 256; y++) {
            for (int x = 0; x < 256; x++) {
                memory.putInt(TEXTURE + 0x20000 + standardOffset(x, y), 0xFF7F0000 | y << 8 | x);
            }
        }
        memory.putWords(COMMANDS + 4 * 40, "02130000 C3800000 803FC03F 90980FAC 00000000 00000080 00000000 00000000");

        BufferedImage picture = draw();

        assertColor(picture, 200, 150);
        assertColor(picture, 640, 360);
        assertColor(picture, 1100, 600);
    }

    /** A linear surface of 1280x720x4, of which slice 2 is drawn to. */
    @Test
    void drawsToASliceOfADeepSurface() throws IOException, InterruptedException {
        load(true);
        drawWith("C0016900 00000318 02200000 C0016900 000003B8 4EC00003 C0016900 0000031B 00004002", 1);

        draw();

        long slice = 4L * 1280 * 720;
        for (int[] at : new int[][] {{200, 150}, {640, 360}, {1100, 600}}) {
            long pixel = SECOND + 4L * (1280 * at[1] + at[0]);
            assertEquals(red(at[0]), memory.getByte(pixel + 2 * slice) & 0xFF, 1.5, "red at " + at[0]);
            assertEquals(green(at[1]), memory.getByte(pixel + 2 * slice + 1) & 0xFF, 1.5, "green at " + at[0]);
            assertEquals(0, memory.getInt(pixel + slice));
            assertEquals(0, memory.getInt(pixel + 3 * slice));
        }
    }

    /** Bytes of a pixel of the linear target, red lowest. */
    private static int bytes(BufferedImage picture, int x, int y) {
        return Integer.reverseBytes(picture.getRGB(x, y) << 8) & 0xFFFFFF;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void writesALinearTargetBackBeforeTheLabel(boolean isImportable) throws IOException, InterruptedException {
        load(isImportable);
        makeTheTargetLinear();

        BufferedImage picture = draw();

        assertColor(picture, 200, 150);
        for (int[] at : new int[][] {{200, 150}, {640, 360}, {1100, 600}, {60, 360}}) {
            assertEquals(bytes(picture, at[0], at[1]), memory.getInt(TARGET + 4L * (1280 * at[1] + at[0])) & 0xFFFFFF);
        }
    }

    @Test
    void copiesByPacketWhatWasDrawn() throws IOException, InterruptedException {
        load(true);
        makeTheTargetLinear();
        insert("C0055000 60300000 101C2000 00000002 17000000 00000002 00001400", 0);

        BufferedImage picture = draw();

        for (int x = 0; x < 1280; x += 64) {
            assertEquals(bytes(picture, x, 360), memory.getInt(FILLED + 4L * x) & 0xFFFFFF, "at " + x);
        }
    }

    /** A texture of another shape over rows of the target from the 288th on; texel n in its order is pixel n of them. */
    @Test
    void samplesWhatWasDrawnInAnotherShape() throws IOException, InterruptedException {
        load(true);
        makeTheTargetLinear();
        insert("C0016900 00000318 02200000 "
                + "C0087600 0000000C 02101680 C3800000 803FC03F 90000FAC 00000000 00000000 00000000 00000000 "
                + "C0047600 00000014 00000092 00FFF000 00000000 00000000 "
                + "C0042700 00000006 12000000 00000002 00000006 00000000", 1);

        BufferedImage picture = draw();

        for (int[] at : new int[][] {{300, 200}, {640, 360}, {901, 433}}) {
            int column = (int) (((at[0] + 0.5) / 640 - 1 + 0.8) / 1.6 * 256);
            int row = (int) ((1 - (at[1] + 0.5) / 360 + 0.8) / 1.6 * 256);
            int texel = 256 * row + column;
            int x = texel % 1280;
            int y = 288 + texel / 1280;
            boolean isInside = x >= 128 && x < 1152;
            double red = isInside ? ((x + 0.5) / 640 - 1 + 0.8) / 1.6 * 256 - 0.5 : 0;
            double green = isInside ? (1 - (y + 0.5) / 360 + 0.8) / 1.6 * 256 - 0.5 : 0;
            assertEquals(red, picture.getRGB(at[0], at[1]) >> 16 & 0xFF, 1.5, "red at " + at[0]);
            assertEquals(green, picture.getRGB(at[0], at[1]) >> 8 & 0xFF, 1.5, "green at " + at[0]);
        }
    }

    @Test
    void readsIndicesOfEightBits() throws IOException, InterruptedException {
        load(true);
        for (int i = 0; i < 6; i++) {
            memory.putByte(INDICES + i, (byte) new int[] {0, 1, 2, 2, 1, 3}[i]);
        }
        memory.putWords(COMMANDS + 4 * 54, "C0017A00 20000243 00000402");

        BufferedImage picture = draw();

        assertColor(picture, 200, 600);
        assertColor(picture, 1100, 120);
    }

    @Test
    void drawsQuadLists() throws IOException, InterruptedException {
        load(true);
        int[] list = {0, 1, 3, 2};
        for (int i = 0; i < list.length; i++) {
            memory.putShort(INDICES + 2L * i, (short) list[i]);
        }
        memory.putInt(LISTS + 0x2000 + 20, 0x13);
        memory.putWords(COMMANDS + 4 * 59, "C0042700 00000004 12000000 00000002 00000004 00000000");

        BufferedImage picture = draw();

        assertColor(picture, 200, 600);
        assertColor(picture, 1100, 120);
    }

    @Rule("R12")
    @ParameterizedTest
    @ValueSource(strings = {"00000000 00000000 00000000 00000000", "02130000 C3800000 803FC03F 50000FAC",
        "00000000 C3800000 803FC03F 90000FAC"})
    void readsZeroThroughDescriptorsThatNameNoImage(String words) throws IOException, InterruptedException {
        load(true);
        memory.putWords(COMMANDS + 4 * 40, words);

        BufferedImage picture = draw();

        assertBlack(picture, 640, 360);
        assertBlack(picture, 60, 360);
    }

    @Rule("R12")
    @Test
    void drawsNothingFromABufferWithoutBase() throws IOException, InterruptedException {
        load(true);
        memory.putWords(COMMANDS + 4 * 34, "00000000 00140000 00000004 0104AFAC");

        assertBlack(draw(), 640, 360);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void runsTheWorkedComputeProgram(boolean isImportable) throws IOException, InterruptedException {
        load(isImportable);
        int words = memory.putWords(COMMANDS, "C0027600 0000020C 02000100 00000000 C0027600 00000212 602C0000 0000008C "
                + "C0037600 00000207 00000040 00000001 00000001 C0067600 00000240 17000000 00040002 00000064 01014FAC 00001000 00000064 "
                + "C0031500 00000002 00000001 00000001 00008041 C0064900 06603514 22000000 14003000 00000002 00000009 00000000 00000000");
        GraphicsDriver driver = driver();
        OneFrame title = new OneFrame();
        driver.titleStarting(title);
        try {
            driver.submit(0x20, COMMANDS, words);
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (memory.getInt(LABEL) != 9 && refused == null && System.nanoTime() < until) {
                Thread.onSpinWait();
            }
        } finally {
            driver.titleStopped(title);
        }

        assertNull(refused);
        assertEquals(9, memory.getInt(LABEL));
        for (int i = 0; i < 100; i++) {
            assertEquals(0x1000 + i, memory.getInt(FILLED + 4L * i));
        }
        assertEquals(0, memory.getInt(FILLED + 400));
    }
}
