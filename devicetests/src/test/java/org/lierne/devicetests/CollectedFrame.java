package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.agc.VideoOutputs;
import org.lierne.agc.driver.GraphicsDriver;
import org.lierne.gpu.GpuDevices;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.testing.ArrayGuestMemory;

/**
 * The collected frame and the worked programs, in guest memory, through the driver, the translator and a device: a textured quad over 0.8
 * of the picture. Expected colours are derived from the texture's own formula.
 */
abstract class CollectedFrame {
    private static final long PROGRAMS = 0x200000000L;
    static final long TARGET = 0x210000000L;
    static final long INDICES = 0x212000000L;
    static final long VERTICES = 0x212010000L;
    static final long TEXTURE = 0x213000000L;
    static final long LISTS = 0x214000000L;
    static final long COMMANDS = 0x215000000L;
    private static final long HEAP = 0x216000000L;
    static final long FILLED = 0x217000000L;
    static final long LABEL = 0x214003000L;
    static final long SECOND = 0x220000000L;
    static final int DRAW = 59;
    static final int DRAW_END = 65;
    private static final long RGBA8 = 0x8000000022000000L;

    static @Nullable GpuDevices devices;

    @TempDir
    Path folder = Path.of(".");

    Optional<Path> capture = Optional.empty();
    ArrayGuestMemory memory = new ArrayGuestMemory(true);
    int dwords;
    @Nullable String refused;

    @BeforeAll
    static void findDevices() {
        devices = Wiring.devices();
    }

    void load(boolean isImportable) throws IOException {
        assumeTrue(devices != null, "no Vulkan device on this host");
        memory = new ArrayGuestMemory(isImportable).map(PROGRAMS, 0x20000).map(TARGET, 0x800000).map(INDICES, 0x20000)
                .map(TEXTURE, 0x100000).map(LISTS, 0x10000).map(COMMANDS, 0x10000).map(HEAP, 0x10000)
                .map(FILLED, 0x10000).map(SECOND, 0x1000000);
        try (BufferedReader lines = reader(resource("frame.tsv"))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] columns = line.split("\t");
                if (columns[0].equals("memory")) {
                    memory.putWords(Long.decode(columns[1]), columns[4]);
                } else if (columns[0].equals("call")) {
                    dwords = Integer.parseInt(columns[1]) + memory.putWords(COMMANDS + 4L * Integer.parseInt(columns[1]),
                            columns[4]);
                }
            }
        }
        try (BufferedReader lines = reader(new GZIPInputStream(resource("records.tsv.gz")))) {
            lines.readLine();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] columns = line.split("\t");
                memory.putBytes(Long.decode(columns[3]), HexFormat.of().parseHex(columns[5]));
            }
        }
        float[][] corners = {{-0.8f, -0.8f, 0, 0, 0}, {0.8f, -0.8f, 0, 1, 0}, {-0.8f, 0.8f, 0, 0, 1},
                {0.8f, 0.8f, 0, 1, 1}};
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 5; k++) {
                memory.putInt(VERTICES + 20L * i + 4L * k, Float.floatToRawIntBits(corners[i][k]));
            }
        }
        int[] list = {0, 1, 2, 2, 1, 3};
        for (int i = 0; i < list.length; i++) {
            memory.putShort(INDICES + 2L * i, (short) list[i]);
        }
        for (int y = 0; y < 256; y++) {
            for (int x = 0; x < 256; x++) {
                memory.putInt(TEXTURE + 4L * (256 * y + x), 0xFF7F0000 | y << 8 | x);
            }
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(CollectedFrame.class.getResourceAsStream(name));
    }

    private static BufferedReader reader(InputStream stream) {
        return new BufferedReader(new InputStreamReader(stream, StandardCharsets.US_ASCII));
    }

    /** A title that stops after one frame. */
    final class OneFrame implements Title {
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final TitleRequest request = new TitleRequest(Path.of("."), Optional.empty(), true, OptionalInt.of(1),
                Optional.of(folder.resolve("frame.png")), capture, Set.of(), Set.of(), Optional.empty(),
                OutputStream.nullOutputStream());

        @Override
        public String id() {
            return "TEST00001";
        }

        @Override
        public String name() {
            return "test";
        }

        @Override
        public Path root() {
            return folder;
        }

        @Override
        public TitleRequest request() {
            return request;
        }

        @Override
        public void requestStop(String reason) {
            stopped.countDown();
        }

        @Override
        public void refuse(String reason) {
            refused = reason;
            stopped.countDown();
        }

        @Override
        public boolean isStopping() {
            return false;
        }

        @Override
        public void framePresented() {}

        @Override
        public long presentedFrames() {
            return 0;
        }
    }

    GraphicsDriver driver() {
        return Wiring.driver(memory, HEAP, Objects.requireNonNull(devices));
    }

    /** Submits the frame and gives its picture. */
    BufferedImage draw() throws IOException, InterruptedException {
        GraphicsDriver driver = driver();
        OneFrame title = new OneFrame();
        driver.titleStarting(title);
        try {
            int handle = driver.open(0).orElseThrow();
            driver.register(handle, 0, 0, List.of(TARGET, SECOND), new VideoOutputs.BufferLayout(RGBA8, false, 1280, 720, 0));
            driver.submit(0, COMMANDS, dwords);
            assertTrue(title.stopped.await(60, TimeUnit.SECONDS), () -> "no frame: " + driver.facts(0));
        } finally {
            driver.titleStopped(title);
        }
        assertNull(refused);
        return ImageIO.read(folder.resolve("frame.png").toFile());
    }

    static void assertColor(BufferedImage picture, int x, int y) {
        int rgb = picture.getRGB(x, y);
        double u = ((x + 0.5) / 640 - 1 + 0.8) / 1.6 * 256 - 0.5;
        double v = (1 - (y + 0.5) / 360 + 0.8) / 1.6 * 256 - 0.5;
        assertEquals(u, rgb >> 16 & 0xFF, 1.5, "red at " + x + "," + y);
        assertEquals(v, rgb >> 8 & 0xFF, 1.5, "green at " + x + "," + y);
        assertEquals(0x7F, rgb & 0xFF, 1, "blue at " + x + "," + y);
    }

    static void assertBlack(BufferedImage picture, int x, int y) {
        assertEquals(0, picture.getRGB(x, y) & 0xFFFFFF, "at " + x + "," + y);
    }

    /** The colour target in linear order instead of a pipe-mixed one. */
    void makeTheTargetLinear() {
        for (int i = 0; i < 118; i++) {
            if (memory.getInt(LISTS + 8L * i) == 0x3B8) {
                memory.putInt(LISTS + 8L * i + 4, 0x4DC00000);
            }
        }
    }

    /** Packets between the draw and the label with the flip. @param buffer the one that is shown */
    void insert(String packets, int buffer) {
        String end = "C0064900 06603514 22000000 14003000 00000002 00000001 00000000 00000000 "
                + "C004105C 00000001 0000000%d 00000001 00000000 00000000".formatted(buffer);
        dwords = DRAW_END + memory.putWords(COMMANDS + 4L * DRAW_END, packets + " " + end);
    }

    /** Packets before the draw; the draw comes as often as asked. */
    void drawWith(String packets, int times) {
        String draw = " C0042700 00000006 12000000 00000002 00000006 00000000";
        int before = memory.putWords(COMMANDS + 4L * DRAW, packets);
        int draws = times == 0 ? 0 : memory.putWords(COMMANDS + 4L * (DRAW + before), draw.repeat(times));
        dwords = DRAW + before + draws + memory.putWords(COMMANDS + 4L * (DRAW + before + draws),
                "C0064900 06603514 22000000 14003000 00000002 00000001 00000000 00000000 "
                + "C004105C 00000001 00000000 00000001 00000000 00000000");
    }

    static int channel(BufferedImage picture, int x, int y, int shift) {
        return picture.getRGB(x, y) >> shift & 0xFF;
    }

    /** The texture's red and green at a pixel of the quad. */
    static double red(int x) {
        return ((x + 0.5) / 640 - 1 + 0.8) / 1.6 * 256 - 0.5;
    }

    static double green(int y) {
        return (1 - (y + 0.5) / 360 + 0.8) / 1.6 * 256 - 0.5;
    }
}
