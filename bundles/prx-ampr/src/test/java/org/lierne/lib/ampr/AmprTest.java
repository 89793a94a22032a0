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
        return new Executor(memory, queues, ids);
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
    }

    @Test
    void writesAtTheStartBeforeEverythingElse() {
        record.readFile(buffer, 0, 0, 9, TARGET, 4, 0);
        record.writeAddressAt(buffer, TARGET + 0x110, 5, 1);

        run(new ArrayList<>());

        assertEquals(5, memory.getLong(TARGET + 0x110));
    }

    @ParameterizedTest
    @CsvSource({"0,1,1,true", "0,1,2,false", "1,2,1,true", "1,-1,1,true", "2,1,-1,true", "3,1,1,false", "4,1,-1,true", "4,-1,1,false",
        "5,-1,1,false", "6,-1,1,true"})
    void compares(int compare, long value, long reference, boolean expected) {
        assertEquals(expected, Compare.holds(value, reference, compare));
    }
}
