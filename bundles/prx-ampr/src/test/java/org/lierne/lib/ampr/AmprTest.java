package org.lierne.lib.ampr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.event.Event;
import org.lierne.kernel.event.EventFilter;
import org.lierne.kernel.event.EventQueues;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.Rule;

class AmprTest {
    private static final long BUFFER = 0x1000;
    private static final long MEMORY = 0x2000;
    private static final long TARGET = 0x3000;
    private static final byte[] CONTENT = "0123456789abcdef".getBytes(StandardCharsets.UTF_8);

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x4000);
    private final BufferExports buffers = new BufferExports();
    private final RecordExports record = new RecordExports(memory);
    private final MeasureExports measure = new MeasureExports();
    private final MarkerExports markers = new MarkerExports(memory);
    private final GuestPtr<CommandBuffer> buffer = new GuestPtr<>(memory, BUFFER, CommandBuffer.class);

    @BeforeEach
    void prepare() {
        buffers.construct(buffer);
        assertEquals(0, buffers.setBuffer(buffer, MEMORY, 0x1000));
    }

    private static OpenFile file() {
        return (OpenFile) java.lang.reflect.Proxy.newProxyInstance(OpenFile.class.getClassLoader(), new Class<?>[] {OpenFile.class},
                (_, method, arguments) -> {
                    if (!method.getName().equals("read")) {
                        return "/app0/file";
                    }
                    ByteBuffer target = (ByteBuffer) arguments[0];
                    int offset = (int) Math.min((long) arguments[1], CONTENT.length);
                    int count = Math.min(target.remaining(), CONTENT.length - offset);
                    target.put(CONTENT, offset, count);
                    return count;
                });
    }

    private Executor executor(List<Event> posted) {
        OpenFile file = file();
        GuestFiles files = (GuestFiles) java.lang.reflect.Proxy.newProxyInstance(GuestFiles.class.getClassLoader(),
                new Class<?>[] {GuestFiles.class}, (_, _, _) -> file);
        EventQueues queues = (EventQueues) java.lang.reflect.Proxy.newProxyInstance(EventQueues.class.getClassLoader(),
                new Class<?>[] {EventQueues.class}, (_, _, arguments) -> {
                    posted.add(new Event((long) arguments[1], (int) arguments[2], 0, 0, (long) arguments[3], 0));
                    return Errno.OK;
                });
        FileIds ids = new FileIds(files);
        assertEquals(1, ids.resolve("/app0/file"));
        return new Executor(memory, queues, ids, new Mapper(new FakeSpace().proxy()));
    }

    private Executor.Result run(List<Event> posted) {
        return executor(posted).run(MEMORY, (int) buffers.offset(buffer));
    }

    @Test
    @Rule("S10")
    void countsANopWithItsHeaderAndARead() {
        assertEquals(0, record.nop(buffer, 3));
        assertEquals(12, buffers.offset(buffer));
        assertEquals(0, record.readFile(buffer, 0, 0, 1, TARGET, 4, 0));

        assertEquals(12 + 20, buffers.offset(buffer));
        assertEquals(2, buffers.commands(buffer));
    }

    @Test
    @Rule("S-002")
    void measuresWhatItRecords() {
        long[] measured = {measure.nop(5), measure.waitOnAddress(TARGET, 0, (byte) 0, (byte) 0),
            measure.waitOnAddress(TARGET, 0xFFFF_FFFFL, (byte) 0, (byte) 0), measure.waitOnAddress(TARGET, 1L << 32, (byte) 0, (byte) 0),
            measure.waitOnCounter((byte) 1, 255, (byte) 0, (byte) 0), measure.waitOnCounter((byte) 1, 256, (byte) 0, (byte) 0),
            measure.writeAddressOnCompletion(TARGET, 3), measure.writeAddressOnCompletion(TARGET, 4),
            measure.writeAddressOnCompletion(TARGET, 0x4_0000_0000L), measure.writeCounterOnCompletion((byte) 1, 0xFFF),
            measure.writeCounterOnCompletion((byte) 1, 0x1000), measure.writeKernelEventQueueOnCompletion(1, 2, 3),
            measure.readFile(1, TARGET, 1, 0), measure.readFile(1, TARGET, 1, 1L << 32), measure.readFileGather(1, 0x3FFFF),
            measure.readFileGather(1, 0x40000), measure.readFileScatter(TARGET, 1), measure.readFileGatherScatter(TARGET, 1, 0),
            measure.readFileGatherScatter(TARGET, 1, 1L << 32)};

        assertArrayEquals(new long[] {20, 8, 12, 16, 4, 8, 8, 12, 16, 4, 8, 20, 20, 24, 8, 12, 12, 16, 20}, measured);
        record.readFile(buffer, 0, 0, 1, TARGET, 1, 1L << 32);
        record.readFileGather(buffer, 0, 0, 1, 0x40000);
        record.writeAddressOnCompletion(buffer, TARGET, 4);
        assertEquals(24 + 12 + 12, buffers.offset(buffer));
    }

    @Test
    void checksARecordingCallInOrder() {
        assertEquals(0x80020016, record.nop(new GuestPtr<>(memory, 0, CommandBuffer.class), 1));
        assertEquals(0x80020016, record.nop(buffer, 0));
        assertEquals(0x80020016, record.nop(buffer, 17));
        assertEquals(22, measure.nop(17));
        assertEquals(0x80020016, record.readFileGather(buffer, 0, 0, 4, 0));
        assertEquals(0x80020016, record.readFile(buffer, 0, 0, 1, TARGET, 0, 0));
        assertEquals(0x80020016, record.readFile(buffer, 0, 0, 1, TARGET, (1L << 32) + 1, 0));
        assertEquals(0x80020016, record.readFile(buffer, 0, 0, 1, TARGET, 1, 1L << 40));
        assertEquals(0x80020016, record.readFile(buffer, 0, 0, 1, 0xFC_0000_0000L, 1, 0));
        assertEquals(0x80020016, record.waitOnAddress(buffer, TARGET + 4, 0, (byte) 0, (byte) 0));
        assertEquals(0x80020016, record.waitOnAddress(buffer, TARGET, 0, (byte) 4, (byte) 0));
        assertEquals(0x80020016, record.waitOnCounter(buffer, (byte) -128, 0, (byte) 0, (byte) 0));
        assertEquals(0x80020016, buffers.setBuffer(buffer, 0, 16));
        assertEquals(0x80020010, buffers.setBuffer(buffer, MEMORY, 16));
        assertEquals(MEMORY, buffers.clearBuffer(buffer));
        assertEquals(0x80020001, record.nop(buffer, 1));
        assertEquals(0x80020001, buffers.reset(buffer));
        assertEquals(0x80020016, buffers.setBuffer(buffer, MEMORY + 1, 16));
        assertEquals(0x80020016, buffers.setBuffer(buffer, MEMORY, 6));
        assertEquals(0x80020016, buffers.setBuffer(buffer, MEMORY, (64 << 20) + 4));
        assertEquals(0, buffers.setBuffer(buffer, MEMORY, 16));
        assertEquals(0x80020010, record.nop(buffer, 5));
        assertEquals(0, record.nop(buffer, 4));
    }

    @Test
    void readsWaitsAndWritesInOrder() {
        memory.putLong(TARGET + 0x100, 7);
        record.waitOnAddress(buffer, TARGET + 0x100, 7, (byte) 0, (byte) 0);
        record.readFile(buffer, 0, 0, 1, TARGET, 4, 10);
        record.readFileGather(buffer, 0, 0, 2, 0);
        record.readFileScatter(buffer, 0, 0, TARGET + 0x20, 2);
        record.readFileGatherScatter(buffer, 0, 0, TARGET + 0x30, 1, 15);
        record.writeCounterOnCompletion(buffer, (byte) 5, 0x12345);
        record.waitOnCounter(buffer, (byte) 5, 0x12344, (byte) 1, (byte) 0);
        record.writeAddressFromCounterOnCompletion(buffer, TARGET + 0x108, (byte) 5);
        record.writeAddressOnCompletion(buffer, TARGET + 0x110, 0x3_1234_5678L);
        record.writeKernelEventQueueOnCompletion(buffer, 1, 9, -2);
        List<Event> posted = new ArrayList<>();

        assertEquals(new Executor.Result(0, 0), run(posted));

        assertEquals("abcd01", memory.getString(TARGET, 16));
        assertEquals("23", memory.getString(TARGET + 0x20, 16));
        assertEquals("f", memory.getString(TARGET + 0x30, 16));
        assertEquals(0x12345, memory.getLong(TARGET + 0x108));
        assertEquals(0x3_1234_5678L, memory.getLong(TARGET + 0x110));
        assertEquals(List.of(new Event(9, EventFilter.AMPR, 0, 0, -2, 0)), posted);
    }

    @Test
    void storesWhereItFailedAndRunsNothingAfterIt() {
        record.nop(buffer, 2);
        record.readFile(buffer, 0, 0, 1, TARGET, 4, 14);
        record.writeAddressOnCompletion(buffer, TARGET + 0x110, 1);
        assertEquals(new Executor.Result(0x80020005, 8), run(new ArrayList<>()));
        assertEquals(0, memory.getLong(TARGET + 0x110));

        buffers.reset(buffer);
        record.readFile(buffer, 0, 0, 9, TARGET, 4, 0);
        assertEquals(new Executor.Result(0x80020002, 0), run(new ArrayList<>()));
        buffers.reset(buffer);
        record.readFile(buffer, 0, 0, 1, 0x8000_0000L, 4, 0);
        assertEquals(new Executor.Result(0x8002000E, 0), run(new ArrayList<>()));
        assertEquals(new Executor.Result(0x8002000E, 0), executor(new ArrayList<>()).run(MEMORY, -4));
        assertEquals(new Executor.Result(0x8002000E, 0), executor(new ArrayList<>()).run(MEMORY, Integer.MAX_VALUE));
    }

    @Test
    void writesAtTheStartBeforeEverythingElse() {
        record.readFile(buffer, 0, 0, 9, TARGET, 4, 0);
        record.writeAddressAt(buffer, TARGET + 0x110, 5, 1);

        run(new ArrayList<>());

        assertEquals(5, memory.getLong(TARGET + 0x110));
    }

    private GuestString text(String text) {
        memory.putBytes(TARGET, (text + "\0").getBytes(StandardCharsets.UTF_8));
        return new GuestString(memory, TARGET);
    }

    private GuestPtr<Integer> color() {
        memory.putInt(TARGET + 0x400, 0xFF00FF);
        return new GuestPtr<>(memory, TARGET + 0x400, Integer.class);
    }

    /** Lengths without the zero: documented sizes of the first piece and of those behind it. */
    @ParameterizedTest
    @CsvSource({"0,8,12,1,1", "3,8,12,1,1", "4,12,16,1,1", "55,60,64,1,1", "56,64,72,1,2", "59,64,72,1,2", "60,72,76,2,2", "119,128,136,2,3"})
    void packsMarkersInPieces(int length, int bytes, int coloredBytes, int commands, int coloredCommands) {
        GuestString text = text("x".repeat(length));

        assertEquals(bytes, markers.size(text));
        assertEquals(coloredBytes, markers.coloredSize(text, 1));
        assertEquals(0, markers.mark(buffer, text));
        assertEquals(bytes, buffers.offset(buffer));
        assertEquals(commands, buffers.commands(buffer));
        assertEquals(0, markers.construct(buffer, 5, text, color()));
        assertEquals(bytes + coloredBytes, buffers.offset(buffer));
        assertEquals(commands + coloredCommands, buffers.commands(buffer));
        assertEquals(new Executor.Result(0, 0), run(new ArrayList<>()));
    }

    @Test
    void refusesMarkersWithoutTextOrColor() {
        GuestString none = new GuestString(memory, 0);
        GuestPtr<Integer> colorless = new GuestPtr<>(memory, 0, Integer.class);

        assertEquals(0x80020016, markers.mark(buffer, none));
        assertEquals(22, markers.size(none));
        assertEquals(0x80020016, markers.setColored(buffer, text("a"), colorless));
        assertEquals(0x80020016, markers.construct(buffer, 4, text("a"), color()));
        assertEquals(0, markers.construct(buffer, 3, none, colorless));
        assertEquals(4, buffers.offset(buffer));
        assertEquals(0, markers.constructNop(buffer, (short) 7, TARGET, 60, colorless));
        assertEquals(68, buffers.offset(buffer));
        assertEquals(0x80020016, markers.constructNop(buffer, (short) 7, TARGET, 61, colorless));
        assertEquals(0x80020016, markers.constructNop(buffer, (short) 7, TARGET, 57, color()));
        assertEquals(0x80020016, markers.constructNop(buffer, (short) 7, TARGET, Integer.MAX_VALUE, color()));
        assertEquals(0, markers.constructNop(buffer, (short) 7, TARGET, 5, color()));
        assertEquals(68 + 16, buffers.offset(buffer));
    }

    /** A counter's parts: 0 both of a pair, 1 all, 2 and 3 halves, 4 to 7 bytes. */
    @ParameterizedTest
    @CsvSource({"0,0,1122334455667788,1122334455667788", "1,0,99,11223344_00000099", "2,0,BEEF,112233445566BEEF", "3,1,F000,11223344F5667788",
        "5,2,FF,1122334455660088", "7,3,FF,11223344AA667788", "4,4,FF,1122334455667787", "1,4,AAAAAAAA,1122334400112232"})
    void changesPartsOfCounters(int access, int operation, String operand, String expected) {
        long pair = 0x1122334455667788L;
        record.writeCounterAt(buffer, (byte) 6, (byte) 0, pair, (byte) 0, (byte) 0);
        record.writeCounterAt(buffer, (byte) 6, (byte) access, Long.parseUnsignedLong(operand, 16), (byte) operation, (byte) 0);
        record.writeAddressFromCounterPairOnCompletion(buffer, TARGET + 0x108, (byte) 6);

        assertEquals(new Executor.Result(0, 0), run(new ArrayList<>()));

        assertEquals(Long.parseUnsignedLong(expected.replace("_", ""), 16), memory.getLong(TARGET + 0x108));
    }

    @Test
    void measuresAndWaitsForPartsOfCounters() {
        long[] measured = {measure.waitOnCounterAt((byte) 1, (byte) 1, 255, (byte) 6, (byte) 0, 0, (byte) 0),
            measure.waitOnCounterAt((byte) 1, (byte) 1, 256, (byte) 6, (byte) 0, 0, (byte) 0),
            measure.waitOnCounterAt((byte) 1, (byte) 0, 1L << 32, (byte) 6, (byte) 0, 0, (byte) 0),
            measure.waitOnCounterAt((byte) 1, (byte) 1, 0, (byte) 6, (byte) 1, 7, (byte) 0),
            measure.writeCounterAt((byte) 1, (byte) 1, 0xFFF, (byte) 0), measure.writeCounterAt((byte) 1, (byte) 1, 0x1000, (byte) 0),
            measure.writeCounterAt((byte) 1, (byte) 1, 1, (byte) 4), measure.writeCounterAt((byte) 1, (byte) 0, 1L << 32, (byte) 0)};
        assertArrayEquals(new long[] {4, 8, 12, 20, 4, 8, 8, 12}, measured);
        assertEquals(22, measure.waitOnCounterAt((byte) 1, (byte) 8, 0, (byte) 0, (byte) 0, 0, (byte) 0));
        assertEquals(22, measure.waitOnCounterAt((byte) 1, (byte) 1, 0, (byte) 7, (byte) 0, 0, (byte) 0));
        assertEquals(22, measure.writeCounterAt((byte) 1, (byte) 1, 0, (byte) 5));

        record.writeCounterAt(buffer, (byte) 2, (byte) 1, 0xFF80_0012L, (byte) 0, (byte) 1);
        record.waitOnCounterAt(buffer, (byte) 2, (byte) 4, 0x02, (byte) 0, (byte) 1, 0x0F, (byte) 0);
        record.waitOnCounterAt(buffer, (byte) 2, (byte) 7, 0, (byte) 6, (byte) 0, 0, (byte) 0);
        record.waitOnCounterAt(buffer, (byte) 2, (byte) 2, 0x11, (byte) 4, (byte) 0, 0, (byte) 0);
        record.writeAddressOnCompletion(buffer, TARGET + 0x108, 1);
        assertEquals(new Executor.Result(0, 0), run(new ArrayList<>()));
        assertEquals(1, memory.getLong(TARGET + 0x108));
    }

    @Test
    void keepsWritesOutOfMapGroups() {
        long page = 0xC0_0000_0000L;
        assertEquals(12, measure.mapBegin(page, 0x4000, 0, 0x33));
        assertEquals(16, measure.mapDirectBegin(page, 0, 0x4000, 0, 0x33));
        assertEquals(22, measure.mapBegin(page + 1, 0x4000, 0, 0x33));
        assertEquals(22, measure.mapBegin(page, 0x4000, 0, 0x37));
        assertEquals(0x80020001, record.mapEnd(buffer));
        assertEquals(0, record.mapDirectBegin(buffer, page, 0, 0x4000, 0, 0x33));
        assertEquals(0x80020001, record.mapBegin(buffer, page, 0x4000, 0, 0x33));
        assertEquals(0x80020001, record.writeAddressOnCompletion(buffer, TARGET, 1));
        assertEquals(0x80020001, record.writeCounterOnCompletion(buffer, (byte) 1, 1));
        assertEquals(0, record.writeAddressAt(buffer, TARGET, 1, 1));
        assertEquals(0, record.mapEnd(buffer));
        assertEquals(0, record.writeAddressOnCompletion(buffer, TARGET, 1));
        assertEquals(16 + 8 + 4 + 8, buffers.offset(buffer));
    }

    @ParameterizedTest
    @CsvSource({"0,1,1,true", "0,1,2,false", "1,2,1,true", "1,-1,1,true", "2,1,-1,true", "3,1,1,false", "4,1,-1,true", "4,-1,1,false",
        "5,-1,1,false", "6,-1,1,true"})
    void compares(int compare, long value, long reference, boolean expected) {
        assertEquals(expected, Compare.holds(value, reference, compare));
    }
}
