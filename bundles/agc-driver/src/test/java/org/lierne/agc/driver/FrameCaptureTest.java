package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.agc.VideoOutputs.BufferLayout;
import org.lierne.agc.register.RegisterSpace;
import org.lierne.gpu.Aspect;
import org.lierne.gpu.Format;
import org.lierne.gpu.ImageKind;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.AddressSpace.Kind;
import org.lierne.kernel.memory.AddressSpace.Mapping;
import org.lierne.kernel.title.TitleRefused;
import org.lierne.testing.ArrayGuestMemory;

/** What a capture holds of packets, registers, memory and surfaces, and how damaged files are refused. */
final class FrameCaptureTest {
    private static final long DATA = 0x100000;
    private static final long OTHER = 0x200000;
    private static final int QUEUE = 0;

    @TempDir
    private Path folder = Path.of(".");

    private final ArrayGuestMemory guest = new ArrayGuestMemory().map(DATA, 0x10000).map(OTHER, 0x4000);
    private final WatchedMemory memory = new WatchedMemory(guest);
    private final RegisterFile registers = new RegisterFile();
    private final CaptureManifest manifest = new CaptureManifest("TEST00001", 60, 1, "a device", Set.of("mode.a"),
            Set.of("mode.b", "mode.c"), 0x400000, new BufferLayout(0x8000000022000000L, true, 4, 2, 0),
            List.of("a note\\ with signs"));
    private final SurfaceState surface = new SurfaceState(OTHER, 2, 2, 1, 1, 1, 27, 4, false, ImageKind.D2,
            Format.R8G8B8A8_UNORM, 1, false, 56, 0, true, true, List.of(new SurfaceState.Part(Aspect.COLOR, 0,
            new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})));

    private CommandProcessor processor(PacketRecorder recorder) {
        return new CommandProcessor(QUEUE, memory, registers, new RecordingEngine(), new Flips() {
            @Override
            public Reservation reserve(int handle, int index, int mode, long argument) {
                return () -> { };
            }

            @Override
            public boolean isSafe(int handle, int index) {
                return true;
            }
        }, (id, context) -> { }, text -> { }, recorder);
    }

    private int put(long address, int... words) {
        for (int i = 0; i < words.length; i++) {
            guest.putInt(address + 4L * i, words[i]);
        }
        return words.length;
    }

    /** Records the words of a log as text. */
    private static final class Listing implements CaptureReader.Records {
        private final List<String> lines = new ArrayList<>();
        private final List<QueueState> states = new ArrayList<>();

        @Override
        public void queue(int queue, QueueState state) {
            lines.add("queue");
            states.add(state);
        }

        @Override
        public void page(long address, byte[] content) {
            lines.add("page 0x%x %d".formatted(address, content[0]));
        }

        @Override
        public void block(long address, byte[] content) {
            lines.add("block 0x%x %d".formatted(address, content[0]));
        }

        @Override
        public boolean packet(int queue, int[] words) {
            lines.add("packet 0x%08x".formatted(words[0]));
            return true;
        }
    }

    /** Executes two buffers, between which the guest changes a word that both read. */
    private Path capture() throws IOException {
        Path file = folder.resolve("frame.capture");
        FrameCapture capture = new FrameCapture(file, guest, at -> Optional.empty());
        memory.watch(capture);
        registers.set(RegisterSpace.CX, 7, 0x55);
        CommandProcessor processor = processor((p, words, action) -> {
            capture.queue(p.queue(), p::state);
            action.run();
            if (!p.isWaiting()) {
                capture.packet(p.queue(), words);
            }
        });
        guest.putInt(DATA + 0x8000, 7);
        // Copies the word at DATA + 8000 to OTHER + 10, after an empty packet.
        int words = put(DATA, 0xC0001000, 0, 0xC0044000, 0x00000101, (int) DATA + 0x8000, 0, (int) OTHER + 0x10, 0);
        processor.enter(DATA, words);
        processor.run();
        guest.putInt(DATA + 0x8000, 9);
        processor.enter(DATA, words);
        processor.run();
        capture.finish(manifest, List.of(surface));
        memory.watch(null);
        return file;
    }

    @Test
    void holdsPacketsStateAndMemoryInTheirOrder() throws IOException {
        Path file = capture();

        try (CaptureReader reader = CaptureReader.open(file)) {
            Listing log = new Listing();
            reader.log(log);
            assertEquals(List.of("page 0x100000 0", "queue", "packet 0xc0001000", "page 0x108000 7", "page 0x200000 0",
                    "packet 0xc0044000", "packet 0xc0001000", "block 0x108000 9", "packet 0xc0044000"), log.lines);
            assertEquals(0x55, log.states.getFirst().registers()[RegisterSpace.CX.ordinal()][7]);
            assertEquals(1, log.states.getFirst().instances());
        }
    }

    @Test
    void keepsTheManifestAndTheSurfaces() throws IOException {
        Path file = capture();

        try (CaptureReader reader = CaptureReader.open(file)) {
            assertEquals(manifest, reader.manifest());
            SurfaceState found = reader.surfaces().getFirst();
            assertEquals(surface.address(), found.address());
            assertEquals(surface.format(), found.format());
            assertArrayEquals(surface.parts().getFirst().texels(), found.parts().getFirst().texels());
        }
    }

    @Test
    void givesBackMemoryWhereItWasMapped() throws IOException {
        Path file = capture();

        try (CaptureReader reader = CaptureReader.open(file); CapturedMemory captured = reader.memory()) {
            captured.load(DATA, new byte[] {3, 0, 0, 0});
            assertEquals(3, captured.getInt(DATA));
            assertTrue(captured.isMapped(DATA, 0x4000, Access.WRITE));
            assertFalse(captured.isMapped(DATA, 0x4001, Access.READ));
            assertTrue(captured.isMapped(OTHER, 0x4000, Access.READ));
            assertFalse(captured.isMapped(OTHER + 0x4000, 1, Access.READ));
        }
    }

    @Test
    void refusesAFrameThatWritesMemoryMappedTwice() throws IOException {
        try (FrameCapture capture = new FrameCapture(folder.resolve("twice"), guest, at -> Optional.of(new Mapping(at,
                at + 0x4000, Kind.DIRECT, 0x40000, 3, 0, "one block")))) {
            capture.touch(DATA, 4, false);
            capture.touch(OTHER, 4, true);

            WorkRefused refused = assertThrows(WorkRefused.class, () -> capture.finish(manifest, List.of()));

            assertTrue(refused.getMessage().contains("0x100000 and 0x200000"), refused.getMessage());
        }
    }

    @Test
    void leavesNoFileOfAFrameThatIsGivenUp() throws IOException {
        Path file = folder.resolve("given-up");
        new FrameCapture(file, guest, at -> Optional.empty()).close();

        assertFalse(Files.exists(file));
    }

    /** Reads all of a capture; what is wrong with it has to be a refusal. */
    private static boolean isRefused(Path file) {
        try (CaptureReader reader = CaptureReader.open(file)) {
            reader.surfaces();
            reader.memory().close();
            reader.log(new Listing());
            return false;
        } catch (TitleRefused e) {
            assertTrue(e.getMessage().startsWith("replay: " + file), e.getMessage());
            return true;
        }
    }

    @Test
    void refusesATruncatedFileWhereverItEnds() throws IOException {
        byte[] whole = Files.readAllBytes(capture());
        Path file = folder.resolve("cut");
        for (int length = 0; length < whole.length; length += Math.max(1, whole.length / 97)) {
            Files.write(file, Arrays.copyOf(whole, length));

            assertTrue(isRefused(file), "cut at " + length);
        }
    }

    @Test
    void refusesOrReadsADamagedFileAndNothingElse() throws IOException {
        byte[] whole = Files.readAllBytes(capture());
        Path file = folder.resolve("damaged");
        long seed = 20261130;
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < 100; i++) {
            byte[] damaged = whole.clone();
            damaged[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, damaged);

            refused += isRefused(file) ? 1 : 0;
        }
        assertTrue(refused > 20, refused + " of 100 refused, seed " + seed);
    }

    /** The archive itself is whole: what is wrong stands in its entries. */
    @Test
    void refusesOrReadsWrongContentAndNothingElse() throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(capture().toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
            }
        }
        Path file = folder.resolve("wrong");
        long seed = 20261130;
        Random random = new Random(seed);
        int refused = 0;
        List<String> names = List.of(CaptureFormat.LOG, CaptureFormat.RANGES, CaptureFormat.MANIFEST,
                CaptureFormat.SURFACES + "0.bin");
        for (int i = 0; i < 100; i++) {
            String name = names.get(i % names.size());
            byte[] wrong = entries.getOrDefault(name, new byte[0]).clone();
            wrong[random.nextInt(Math.min(wrong.length, 200))] ^= (byte) (1 << random.nextInt(8));
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
                for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                    zip.putNextEntry(new ZipEntry(entry.getKey()));
                    zip.write(entry.getKey().equals(name) ? wrong : entry.getValue());
                    zip.closeEntry();
                }
            }

            refused += isRefused(file) ? 1 : 0;
        }
        assertTrue(refused > 20, refused + " of 100 refused, seed " + seed);
    }

    @Test
    void refusesWhatIsNoCapture() throws IOException {
        Path file = folder.resolve("text");
        Files.writeString(file, "no capture");

        assertTrue(isRefused(file));
        TitleRefused missing = assertThrows(TitleRefused.class, () -> CaptureReader.open(folder.resolve("missing")));
        assertTrue(missing.getMessage().contains("no such file"), missing.getMessage());
    }
}
