package org.lierne.lib.ajm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleRefusal;
import org.lierne.host.media.AudioDecoder;
import org.lierne.host.media.AudioDecoders;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.Samples;
import org.lierne.testing.ArrayGuestMemory;

/** Codes and records are those of the ledger's lib.ajm; frames are those of {@link Frames} (derived). */
class AjmExportsTest {
    private static final int MP3 = 0;
    private static final int ATRAC9 = 1;
    private static final int AAC = 2;
    private static final long OUT = 0x1000;
    private static final long BATCH = 0x1100;
    private static final long RESULT = 0x1200;
    private static final long INPUT = 0x1400;
    private static final long PCM = 0x1800;
    private static final long JOBS = 0x4000;
    private static final int ROOM = 0x400;

    /** Frames of four bytes: {@code 'f'}, how many samples, their first value in hundredths, and how much each is more; two channels. */
    private static final class Frames implements AudioDecoder {
        @Override
        public int frameBytes(byte[] data, int at, int end) throws MediaRefused {
            if (data[at] != 'f') {
                throw new MediaRefused("no frame");
            }
            return end - at < 4 ? 0 : 4;
        }

        @Override
        public Samples decode(byte[] data, int at, int bytes) {
            float[] values = new float[2 * data[at + 1]];
            for (int i = 0; i < data[at + 1]; i++) {
                values[2 * i] = (data[at + 2] + i * data[at + 3]) / 100f;
                values[2 * i + 1] = -values[2 * i];
            }
            return new Samples(2, 44_100, values);
        }
    }

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x8000);
    private String bare = "";
    private final AjmContexts contexts = new AjmContexts(new AudioDecoders() {
        @Override
        public AudioDecoder mp3() {
            return new Frames();
        }

        @Override
        public AudioDecoder aac() {
            return new Frames();
        }

        @Override
        public AudioDecoder bareAac(int rate, int channels) {
            bare = rate + "x" + channels;
            return new Frames();
        }
    });
    private final AjmExports ajm = new AjmExports(memory, contexts);
    private final BatchExports batches = new BatchExports(memory, contexts);
    private final GuestPtr<BatchExports.Batch> batch = at(BATCH, BatchExports.Batch.class);
    private final GuestPtr<BatchExports.Failure> noFailure = at(0, BatchExports.Failure.class);
    private int context;

    private <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    private GuestPtr<Integer> number() {
        return at(OUT, Integer.class);
    }

    @BeforeEach
    void begin() {
        assertEquals(0, ajm.initialize(0, number()).code());
        context = number().get();
        assertEquals(0, batches.begin(JOBS, ROOM, batch).code());
    }

    private int instance(int codec, long flags) {
        ajm.register(context, codec, 0);
        assertEquals(0, ajm.create(context, codec, flags, number()).code());
        return number().get();
    }

    private void run() {
        assertEquals(0, batches.start(context, batch, 0, noFailure, number()).code());
        assertEquals(0, batches.await(context, number().get(), -1, noFailure).code());
        batches.begin(JOBS, ROOM, batch);
    }

    private void frames(int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            memory.putByte(INPUT + i, (byte) bytes[i]);
        }
    }

    @Test
    void contextsCodecsAndInstancesComeAndGo() {
        assertEquals(0x80930005, ajm.initialize(1, number()).code());
        assertEquals(0x80930002, ajm.register(context + 1, MP3, 0).code());
        assertEquals(0x8093000A, ajm.create(context, MP3, 0, number()).code());
        assertEquals(0, ajm.register(context, MP3, 0).code());
        assertEquals(0x80930009, ajm.register(context, MP3, 0).code());
        assertEquals(0x80930005, ajm.create(context, MP3, 0, at(0, Integer.class)).code());
        assertEquals(0, ajm.create(context, MP3, 0, number()).code());
        assertEquals(0, ajm.destroy(context, number().get()).code());
        assertEquals(0x80930003, ajm.destroy(context, number().get()).code());
        assertEquals(0, ajm.unregister(context, MP3).code());
        assertEquals(0x8093000A, ajm.unregister(context, MP3).code());
        assertThrows(HleRefusal.class, () -> ajm.register(context, 24, 0));
        assertEquals(0, ajm.end(context).code());
        assertEquals(0x80930002, ajm.end(context).code());
    }

    @Test
    void theCodecStandsInAnInstancesNumber() {
        assertEquals(AAC, instance(AAC, 2) >> 14);
    }

    @Test
    void decodesAllFramesWhenTheBatchIsStarted() {
        int mp3 = instance(MP3, 2);
        assertEquals(0, batches.addDecode(batch, mp3, INPUT, 8, PCM, 0x100, RESULT).code());
        frames('f', 2, 50, 25, 'f', 1, -100, 0);

        run();

        short[] expected = {16384, -16384, 24576, -24576, -32768, 32767};
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], memory.getShort(PCM + 2L * i));
        }
        assertEquals(0, memory.getInt(RESULT));
        assertEquals(8, memory.getInt(RESULT + 8));
        assertEquals(12, memory.getInt(RESULT + 12));
        assertEquals(3, memory.getLong(RESULT + 16));
        assertEquals(2, memory.getInt(RESULT + 24));
    }

    @Test
    void decodesOneFrameIfOneIsAskedFor() {
        int mp3 = instance(MP3, 2 | 2 << 7);
        frames('f', 1, 50, 0, 'f', 1, 75, 0);
        batches.addDecodeOne(batch, mp3, INPUT, 8, PCM, 0x100, RESULT);

        run();

        assertEquals(0.5f, memory.getFloat(PCM));
        assertEquals(0, memory.getInt(PCM + 8));
        assertEquals(4, memory.getInt(RESULT + 8));
        assertEquals(8, memory.getInt(RESULT + 12));
    }

    @Test
    void gathersAndScattersPieces() {
        int mp3 = instance(MP3, 2);
        frames('f', 2, 50, 25);
        at(0x1300, BatchExports.Piece.class).set(new BatchExports.Piece(INPUT, 1));
        at(0x1310, BatchExports.Piece.class).set(new BatchExports.Piece(INPUT + 1, 3));
        at(0x1320, BatchExports.Piece.class).set(new BatchExports.Piece(PCM, 6));
        at(0x1330, BatchExports.Piece.class).set(new BatchExports.Piece(PCM + 0x100, 0x40));
        batches.addDecodeSplit(batch, mp3, new GuestArray<>(memory, 0x1300, 2, BatchExports.Piece.class), 2,
                new GuestArray<>(memory, 0x1320, 2, BatchExports.Piece.class), 2, RESULT);
        assertEquals(32 + 4 * 16, batch.get().used());

        run();

        assertEquals(24576, memory.getShort(PCM + 4));
        assertEquals(0, memory.getShort(PCM + 6));
        assertEquals(-24576, memory.getShort(PCM + 0x100));
    }

    @Test
    void tellsWhatIsWrongInTheResult() {
        int mp3 = instance(MP3, 2);
        frames('f', 2, 50);
        batches.addDecode(batch, mp3, INPUT, 3, PCM, 0x100, RESULT);
        run();
        assertEquals(0x08, memory.getInt(RESULT));

        frames('x', 0, 0, 0);
        batches.addDecode(batch, mp3, INPUT, 4, PCM, 0x100, RESULT);
        run();
        assertEquals(0x40000002, memory.getInt(RESULT));

        frames('f', 2, 50, 0);
        batches.addDecode(batch, mp3, INPUT, 4, PCM, 4, RESULT);
        run();
        assertEquals(0x10, memory.getInt(RESULT));
        assertEquals(4, memory.getInt(RESULT + 12));

        batches.addDecode(batch, mp3 + 1, INPUT, 4, PCM, 4, RESULT);
        run();
        assertEquals(0x04, memory.getInt(RESULT));

        batches.addDecode(batch, instance(AAC, 2), INPUT, 4, PCM, 0x100, RESULT);
        run();
        assertEquals(0x01, memory.getInt(RESULT));
    }

    @Test
    void aacIsSetUpBeforeItIsDecoded() {
        int aac = instance(AAC, 2);
        memory.putInt(INPUT + 0x10, 2);
        memory.putInt(INPUT + 0x14, 4);
        batches.addInitialize(batch, aac, INPUT + 0x10, 8, RESULT);
        run();
        assertEquals(0, memory.getInt(RESULT));
        assertEquals("44100x2", bare);

        memory.putInt(INPUT + 0x14, 12);
        batches.addInitialize(batch, aac, INPUT + 0x10, 8, RESULT);
        run();
        assertEquals(0x04, memory.getInt(RESULT));
    }

    @Test
    void skipsAndCutsForGaplessSound() {
        int mp3 = instance(MP3, 2);
        memory.putInt(INPUT + 0x10, 2);
        memory.putShort(INPUT + 0x14, (short) 1);
        frames('f', 4, 10, 10);
        batches.addGapless(batch, mp3, INPUT + 0x10, 1, RESULT);
        batches.addDecode(batch, mp3, INPUT, 4, PCM, 0x100, RESULT);
        batches.addGaplessFacts(batch, mp3, RESULT + 0x40);

        run();

        assertEquals(8, memory.getInt(RESULT + 12));
        assertEquals(Math.round(0.2 * 32768), memory.getShort(PCM));
        assertEquals(0, memory.getInt(RESULT + 0x48));
        assertEquals(0, memory.getShort(RESULT + 0x4C));
        assertEquals(2, memory.getShort(RESULT + 0x4E));
    }

    /** Rate number 7, channel number 2, 280 bytes a frame, four frames a superframe: 48 kHz, two channels (derived from the layout). */
    @Test
    void atrac9IsSilenceOfTheRightLength() {
        long configuration = INPUT + 0x10;
        frames(new int[0x10]);
        byte[] bytes = {(byte) 0xFE, 0x74, (byte) (279 >> 3), (byte) (279 << 5 | 2 << 3)};
        memory.putBytes(configuration, bytes);
        GuestPtr<AjmExports.Facts> facts = at(OUT, AjmExports.Facts.class);
        assertEquals(0, ajm.facts(configuration, facts).code());
        assertEquals(new AjmExports.Facts(2, 48_000, 256, 1024, 1120), facts.get());

        int atrac9 = instance(ATRAC9, 2);
        memory.putInt(PCM, 0x55555555);
        batches.addInitialize(batch, atrac9, configuration, 4, RESULT);
        batches.addDecode(batch, atrac9, INPUT, 1120, PCM, 0x1000, RESULT + 0x40);
        batches.addFormat(batch, atrac9, RESULT + 0x80);
        run();

        assertEquals(0, memory.getInt(RESULT));
        assertEquals(1120, memory.getInt(RESULT + 0x48));
        assertEquals(4096, memory.getInt(RESULT + 0x4C));
        assertEquals(0, memory.getInt(PCM));
        assertEquals(2, memory.getInt(RESULT + 0x88));
        assertEquals(3, memory.getInt(RESULT + 0x8C));
        assertEquals(48_000, memory.getInt(RESULT + 0x90));
        memory.putByte(configuration, (byte) 0);
        assertEquals(0x80930005, ajm.facts(configuration, facts).code());
    }

    @Test
    void batchesHaveOnlyTheRoomTheyWereGiven() {
        int mp3 = instance(MP3, 2);
        batches.begin(JOBS, 100, batch);

        assertEquals(0, batches.addDecode(batch, mp3, INPUT, 4, PCM, 8, RESULT).code());
        assertEquals(0x80930012, batches.addDecode(batch, mp3, INPUT, 4, PCM, 8, RESULT).code());
        assertEquals(0x80930005, batches.begin(0, 100, batch).code());
        assertEquals(0x80930002, batches.start(context + 1, batch, 0, noFailure, number()).code());
        assertEquals(0x80930004, batches.await(context, 99, 0, noFailure).code());
    }

    @Test
    void aBatchThatIsBegunAnewForgetsItsJobs() {
        int mp3 = instance(MP3, 2);
        frames('f', 1, 50, 0);
        batches.addDecode(batch, mp3, INPUT, 4, PCM, 8, RESULT);
        batches.begin(JOBS, ROOM, batch);

        run();

        assertEquals(0, memory.getInt(PCM));
    }

    private GuestArray<BatchExports.Piece> pieces(long address, long count) {
        return new GuestArray<>(memory, address, count, BatchExports.Piece.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0x1_0001, 0x0FFF_FFFF_FFFF_FFFEL, Long.MAX_VALUE})
    void jobsOfMorePiecesThanABatchHoldsAreNotMade(long count) {
        int mp3 = instance(MP3, 2);

        assertEquals(0x80930012, batches.addDecodeSplit(batch, mp3, pieces(0x1300, count), count, pieces(0x1320, 1), 1, RESULT).code());
        assertEquals(0x80930012, batches.addRunSplit(batch, mp3, 0, pieces(0x1300, 1), 1, pieces(0x1320, count), count, RESULT, 8).code());
    }

    @Test
    void piecesAreThoseThatWereAdded() {
        int mp3 = instance(MP3, 2);
        frames('f', 1, 50, 0);
        at(0x1300, BatchExports.Piece.class).set(new BatchExports.Piece(INPUT, 4));
        at(0x1320, BatchExports.Piece.class).set(new BatchExports.Piece(0, 4));
        at(0x1330, BatchExports.Piece.class).set(new BatchExports.Piece(PCM, 0x40));
        batches.addDecodeSplit(batch, mp3, pieces(0x1300, 1), 1, pieces(0x1320, 2), 2, RESULT);
        at(0x1300, BatchExports.Piece.class).set(new BatchExports.Piece(0, 0));
        at(0x1330, BatchExports.Piece.class).set(new BatchExports.Piece(0, 0));

        run();

        assertEquals(16384, memory.getShort(PCM));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0x1000_0001L, Long.MIN_VALUE, Long.MAX_VALUE})
    void jobsOfMoreBytesThanThereCanBeFail(long bytes) {
        int mp3 = instance(MP3, 2);
        frames('f', 1, 50, 0);
        batches.addDecode(batch, mp3, INPUT, bytes, PCM, 8, RESULT);
        batches.addDecode(batch, mp3, INPUT, 4, PCM, bytes, RESULT + 0x40);
        batches.addInitialize(batch, mp3, INPUT, bytes, RESULT + 0x80);

        run();

        assertEquals(4, memory.getInt(RESULT));
        assertEquals(4, memory.getInt(RESULT + 0x40));
        assertEquals(4, memory.getInt(RESULT + 0x80));
        assertEquals(0, memory.getInt(PCM));
    }

    @Test
    void aBatchRecordThatTheTitleSpoiledHoldsNothing() {
        int mp3 = instance(MP3, 2);
        for (long used : new long[] {-1, Long.MIN_VALUE, ROOM + 1}) {
            batch.set(new BatchExports.Batch(JOBS, used, ROOM, 0, 0));
            assertEquals(0x80930012, batches.addReset(batch, mp3, RESULT).code());
        }
        batch.set(new BatchExports.Batch(Long.MAX_VALUE - 4, Long.MAX_VALUE, ROOM, 0, 0));
        assertEquals(0, batches.start(context, batch, 0, noFailure, number()).code());
        batch.set(new BatchExports.Batch(JOBS, Long.MIN_VALUE, ROOM, 0, 0));
        assertEquals(0, batches.start(context, batch, 0, noFailure, number()).code());
        assertEquals(0x80930005, batches.begin(JOBS, -1, batch).code());
        assertEquals(0, batches.begin(JOBS, Long.MAX_VALUE, batch).code());
    }

    @Test
    void totalsOfAGaplessStreamHoldAtOnce() {
        int mp3 = instance(MP3, 2);
        frames('f', 4, 10, 10);
        batches.addDecode(batch, mp3, INPUT, 4, PCM, 0x100, RESULT);
        memory.putInt(INPUT + 0x10, 6);
        batches.addGapless(batch, mp3, INPUT + 0x10, 0, RESULT);
        batches.addDecode(batch, mp3, INPUT, 4, PCM + 0x100, 0x100, RESULT + 0x40);
        batches.addGaplessFacts(batch, mp3, RESULT + 0x80);

        run();

        assertEquals(2 * 4, memory.getInt(RESULT + 0x40 + 12));
        assertEquals(0, memory.getInt(RESULT + 0x80 + 8));
        assertEquals(2, memory.getShort(RESULT + 0x80 + 14));
    }

    @Test
    void noRecordStandsInTheRoomOfAnother() {
        int mp3 = instance(MP3, 2);
        frames('f', 1, 50, 0);
        memory.putInt(RESULT + 8, 0x55555555);
        long formatAndStream = 1L << 46 | 1L << 47;
        batches.addRun(batch, mp3, formatAndStream, INPUT, 4, PCM, 8, RESULT, 8 + 16);

        run();

        assertEquals(0x55555555, memory.getInt(RESULT + 8));
    }
}
