package org.lierne.lib.ngs2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestCallback;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.testing.ArrayGuestMemory;

/** Heads of files and blocks; kinds, codes and blocks are those of the ledger's lib.ngs2. */
class WaveformExportsTest {
    private static final long FILE = 0x1000;
    private static final long FACTS = 0x3000;
    private static final long BLOCKS = FACTS + 0x48;
    private static final long FORMAT = 0x3200;
    private static final long SCRATCH = 0x4000;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x4000);
    private final WaveformExports waves = new WaveformExports(memory, (GuestFiles) Proxy.newProxyInstance(GuestFiles.class.getClassLoader(),
            new Class<?>[] {GuestFiles.class}, (_, method, _) -> method.getName().equals("openFile") ? opened() : null), new GuestHeap() {
                @Override
                public long allocate(long bytes) {
                    return SCRATCH;
                }

                @Override
                public void free(long address) {}
            });
    private final GuestPtr<WaveformExports.Facts> facts = new GuestPtr<>(memory, FACTS, WaveformExports.Facts.class);
    private final GuestPtr<Integer> none = new GuestPtr<>(memory, 0, Integer.class);
    private final ByteBuffer file = ByteBuffer.allocate(0x400).order(ByteOrder.LITTLE_ENDIAN);

    /** The file, as one of the title's. */
    private OpenFile opened() {
        return (OpenFile) Proxy.newProxyInstance(OpenFile.class.getClassLoader(), new Class<?>[] {OpenFile.class}, (_, _, arguments) -> {
            ByteBuffer target = (ByteBuffer) arguments[0];
            int at = Math.toIntExact((Long) arguments[1]);
            int bytes = Math.min(target.remaining(), file.position() - at);
            target.put(file.array(), at, bytes);
            return bytes;
        });
    }

    private void begin() {
        file.clear().put("RIFF".getBytes(StandardCharsets.ISO_8859_1)).putInt(0x300).put("WAVE".getBytes(StandardCharsets.ISO_8859_1));
    }

    private void chunk(String name, int bytes, int... words) {
        file.put(name.getBytes(StandardCharsets.ISO_8859_1)).putInt(bytes);
        int end = file.position() + bytes;
        for (int word : words) {
            file.putInt(word);
        }
        file.position(end);
    }

    private void format(int tag, int channels, int bits) {
        chunk("fmt ", 16, channels << 16 | tag, 48_000, 48_000 * channels * bits / 8, bits << 16 | channels * bits / 8);
    }

    private int read() {
        memory.putBytes(FILE, Arrays.copyOf(file.array(), file.position()));
        return waves.read(FILE, file.position(), facts).code();
    }

    private Block block(int index) {
        return new GuestPtr<>(memory, BLOCKS, Block.class).plus(index).get();
    }

    @Test
    void tellsOfAWave() {
        begin();
        format(1, 2, 16);
        chunk("data", 32);

        assertEquals(0, read());

        assertEquals(new WaveformExports.Facts(0x12, 2, 48_000, 0, 44, 32, 0, 0, 8, 4, 1, 1, 4, 1, 0, 1), facts.get());
        assertEquals(new Block(44, 32, 0, 0, 8, 0, 0), block(0));
    }

    @Test
    void aLoopMakesThreeBlocks() {
        begin();
        format(1, 2, 16);
        chunk("smpl", 0x3C, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 5);
        chunk("data", 32);

        assertEquals(0, read());

        long data = facts.get().dataOffset();
        assertEquals(3, facts.get().blocks());
        assertEquals(2, facts.get().loopStart());
        assertEquals(6, facts.get().loopEnd());
        assertEquals(new Block(data, 8, 0, 0, 2, 0, 0), block(0));
        assertEquals(new Block(data + 8, 16, -1, 0, 4, 0, 0), block(1));
        assertEquals(new Block(data + 24, 8, 0, 0, 2, 0, 0), block(2));
    }

    @Test
    void kindsFollowTagAndBits() {
        int[][] kinds = {{1, 8, 0x11}, {1, 24, 0x14}, {1, 32, 0x16}, {3, 32, 0x18}, {3, 64, 0x1A}};
        for (int[] kind : kinds) {
            begin();
            format(kind[0], 3, kind[1]);
            chunk("data", 48);
            assertEquals(0, read());
            assertEquals(kind[2], facts.get().type());
            assertEquals(48 / (3 * kind[1] / 8), facts.get().samples());
        }
    }

    @Test
    void aFactCountsMoreThanTheData() {
        begin();
        format(1, 1, 16);
        chunk("fact", 4, 5);
        chunk("data", 32);

        assertEquals(0, read());

        assertEquals(5, facts.get().samples());
        assertEquals(new Block(facts.get().dataOffset(), 10, 0, 0, 5, 0, 0), block(0));
    }

    @Test
    void refusesWhatIsNoWave() {
        assertEquals(0x804A8010, waves.read(FILE, 8, new GuestPtr<>(memory, 0, WaveformExports.Facts.class)).code());
        assertEquals(0x804A8430, waves.read(0, 8, facts).code());
        assertEquals(0x804A8430, waves.read(FILE, 3, facts).code());
        assertEquals(0x804A8430, waves.read(FILE, 64, facts).code());
        begin();
        chunk("data", 8);
        assertEquals(0x804A8430, read());
        begin();
        format(1, 1, 16);
        assertEquals(0x804A8430, read());
        begin();
        format(2, 1, 4);
        chunk("data", 8);
        assertEquals(0x804A8432, read());
        begin();
        format(1, 0, 16);
        chunk("data", 8);
        assertEquals(0x804A8430, read());
        begin();
        format(0xFFFE, 1, 16);
        chunk("data", 8);
        assertEquals(0x804A8432, read());
    }

    @Test
    void tellsOfAVagAndItsLoop() {
        file.clear();
        file.put("VAGp".getBytes(StandardCharsets.ISO_8859_1));
        file.order(ByteOrder.BIG_ENDIAN).putInt(0x0C, 128).putInt(0x10, 22_050).put(0x1E, (byte) 2);
        file.put(0x30 + 32 + 1, (byte) 6).put(0x30 + 64 + 1, (byte) 2).put(0x30 + 96 + 1, (byte) 3);
        file.position(0x30 + 128);

        assertEquals(0, read());

        assertEquals(new WaveformExports.Facts(0x1C, 2, 22_050, 0, 0x30, 128, 28, 112, 112, 32, 28, 1, 32, 28, 0, 2), facts.get());
        assertEquals(new Block(0x30, 32, 0, 0, 28, 0, 0), block(0));
        assertEquals(new Block(0x30 + 32, 96, -1, 0, 84, 0, 0), block(1));
        assertEquals(0x804A8430, waves.read(FILE, 0x30 + 64, facts).code());
    }

    @Test
    void readsAFileOfTheTitle() {
        begin();
        format(1, 2, 16);
        chunk("data", 32);
        memory.putBytes(SCRATCH, "/app0/a.wav\0".getBytes(StandardCharsets.UTF_8));

        assertEquals(0, waves.readFile(new GuestString(memory, SCRATCH), 0, facts).code());

        assertEquals(8, facts.get().samples());
        assertEquals(0x804A8430, waves.readFile(new GuestString(memory, SCRATCH), 4, facts).code());
        assertThrows(HleRefusal.class, () -> waves.readFile(new GuestString(memory, 0), 0, facts));
    }

    @Test
    void readsThroughAFunctionOfTheTitle() {
        begin();
        format(1, 2, 16);
        chunk("data", 32);
        GuestCallback function = new GuestCallback() {
            @Override
            public boolean isNull() {
                return false;
            }

            @Override
            public long address() {
                return 1;
            }

            @Override
            public long call(long... arguments) {
                assertEquals(7, arguments[0]);
                if (arguments[1] + arguments[3] > file.position()) {
                    return -1;
                }
                byte[] piece = new byte[(int) arguments[3]];
                file.get((int) arguments[1], piece);
                memory.putBytes(arguments[2], piece);
                return 0;
            }
        };

        assertEquals(0, waves.readByFunction(function, 7, facts).code());

        assertEquals(8, facts.get().samples());
    }

    /** Rate number 7, 80 bytes a frame, four frames of 256 samples together (derived from the layout). */
    private static final int ATRAC9 = 0xFE7209F0;

    private void atrac9Format() {
        chunk("fmt ", 0x34, 1 << 16 | 0xFFFE, 44_100, 0, 0, 34, 0, 0, 0, 0, 0, 1, Integer.reverseBytes(ATRAC9), 0);
    }

    @Test
    void tellsOfAtrac9() {
        begin();
        atrac9Format();
        chunk("fact", 8, 900, 0);
        chunk("data", 640);

        assertEquals(0, read());

        int data = facts.get().dataOffset();
        assertEquals(new WaveformExports.Facts(0x40, 1, 44_100, ATRAC9, data, 640, 0, 0, 900, 80, 256, 4, 320, 1024, 256, 1), facts.get());
        assertEquals(new Block(data, 640, 0, 256, 900, 0, 0), block(0));
    }

    @Test
    void loopsOfAtrac9AreToldWithoutTheDelay() {
        begin();
        atrac9Format();
        chunk("fact", 8, 4000, 0);
        chunk("smpl", 0x3C, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1300, 3299);
        chunk("data", 0x100);

        assertEquals(0, read());

        assertEquals(1300 - 256, facts.get().loopStart());
        assertEquals(3299 - 256 + 1, facts.get().loopEnd());
        assertEquals(3, facts.get().blocks());
        assertEquals(-1, block(1).repeats());
        begin();
        atrac9Format();
        chunk("data", 0x100);
        assertEquals(0x804A8430, read());
    }

    private Block calculated(int type, int channels, int position, int samples) {
        GuestPtr<WaveformExports.FormatRecord> format = new GuestPtr<>(memory, FORMAT, WaveformExports.FormatRecord.class);
        format.set(new WaveformExports.FormatRecord(type, channels, 48_000, ATRAC9, 0, 0));
        assertEquals(0, waves.block(format, position, samples, new GuestPtr<>(memory, BLOCKS, Block.class)).code());
        return block(0);
    }

    @Test
    void findsTheBytesOfSamples() {
        assertEquals(new Block(40, 80, 0, 0, 20, 0, 0), calculated(0x12, 2, 10, 20));
        assertEquals(new Block(32, 96, 0, 0, 84, 0, 0), calculated(0x1C, 2, 30, 60));
        assertEquals(new Block(320, 320, 0, 732, 100, 0, 0), calculated(0x40, 2, 1500, 100));
        GuestPtr<WaveformExports.FormatRecord> format = new GuestPtr<>(memory, FORMAT, WaveformExports.FormatRecord.class);
        GuestPtr<Block> block = new GuestPtr<>(memory, BLOCKS, Block.class);
        assertEquals(0x804A8010, waves.block(format, 0, 1, new GuestPtr<>(memory, 0, Block.class)).code());
        assertEquals(0x804A8431, waves.block(new GuestPtr<>(memory, 0, WaveformExports.FormatRecord.class), 0, 1, block).code());
        assertEquals(new Block(0, 0, 0, 0, 0, 0, 0), block(0));
        format.set(new WaveformExports.FormatRecord(0x20, 2, 48_000, 0, 0, 0));
        assertEquals(0x804A8432, waves.block(format, 0, 1, block).code());
        format.set(new WaveformExports.FormatRecord(0x40, 2, 48_000, 0, 0, 0));
        assertEquals(0x804A8432, waves.block(format, 0, 1, block).code());
        for (int channels : new int[] {0, -1, 38, 0x4000_0000}) {
            format.set(new WaveformExports.FormatRecord(0x12, channels, 48_000, 0, 0, 0));
            assertEquals(0x804A8432, waves.block(format, 0, 1, block).code());
        }
    }

    @Test
    void tellsTheLeastUnit() {
        GuestPtr<WaveformExports.FormatRecord> format = new GuestPtr<>(memory, FORMAT, WaveformExports.FormatRecord.class);
        format.set(new WaveformExports.FormatRecord(0x1C, 2, 48_000, 0, 0, 0));

        assertEquals(0, waves.frame(format, new GuestPtr<>(memory, SCRATCH, Integer.class), new GuestPtr<>(memory, SCRATCH + 4, Integer.class), none,
                none).code());

        assertEquals(32, memory.getInt(SCRATCH));
        assertEquals(28, memory.getInt(SCRATCH + 4));
    }
}
