package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.agc.register.RegisterSpace;
import org.lierne.agc.register.Registers;
import org.lierne.kernel.memory.Access;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.Rule;

/**
 * Packets over a small memory and an engine that only writes down. Values derived from the packet bodies of the
 * register documents.
 */
final class CommandProcessorTest {
    private static final long BUFFER = 0x10000;
    private static final long DATA = 0x20000;
    private static final String MARKER = "C000102C 00000041";

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(BUFFER, 0x8000).map(DATA, 0x8000);
    private final RecordingEngine engine = new RecordingEngine();
    private final List<String> refusals = new ArrayList<>();
    private final List<Integer> raised = new ArrayList<>();
    private final List<String> flipped = new ArrayList<>();
    private boolean isSafe = true;
    private final Flips flips = new Flips() {
        @Override
        public Reservation reserve(int handle, int index, int mode, long argument) {
            return () -> flipped.add("%d %d %d %d".formatted(handle, index, mode, argument));
        }

        @Override
        public boolean isSafe(int handle, int index) {
            return isSafe;
        }
    };
    private final CommandProcessor processor = new CommandProcessor(0, memory, new RegisterFile(), engine, flips,
            (queue, context) -> raised.add(context), refusals::add, null);

    private int put(long address, String words) {
        int[] values = Arrays.stream(words.strip().split("\\s+")).mapToInt(w -> Integer.parseUnsignedInt(w, 16))
                .toArray();
        for (int i = 0; i < values.length; i++) {
            memory.putInt(address + 4L * i, values[i]);
        }
        return values.length;
    }

    private Step run(String words) {
        processor.enter(BUFFER, put(BUFFER, words));
        return processor.run();
    }

    private void assertMarkerReached() {
        assertEquals("push A", engine.log.getLast());
    }

    @Rule("P1")
    @Test
    void skipsFillersOfOneDword() {
        run("80000000 80000000 C0001300 00000007 80000000 " + MARKER);

        assertMarkerReached();
        assertEquals(List.of(), refusals);
    }

    @Rule("P2")
    @Test
    void isIdleOnAnEmptyBuffer() {
        processor.enter(BUFFER, 0);

        assertInstanceOf(Step.Done.class, processor.run());
    }

    @Rule("P3")
    @Test
    void goesOnBehindPredicationAndRefusedPackets() {
        run("C0022000 00000000 00000000 00000000 C0017800 00000001 00000002 " + MARKER);

        assertMarkerReached();
        assertEquals(1, refusals.size());
        assertTrue(refusals.getFirst().contains("SET_QUEUE_REG"), refusals.toString());
    }

    @Rule("P4")
    @Test
    void writesNothingForUnknownDataSelects() {
        memory.putInt(DATA, 5);

        run("C0064900 00000528 C0000000 00020000 00000000 00000009 00000000 00000000 " + MARKER);
        run("C0064900 00000528 E0000000 00020000 00000000 00000009 00000000 00000000 " + MARKER);

        assertEquals(5, memory.getInt(DATA));
        assertEquals(2, refusals.size());
        assertMarkerReached();
    }

    @Rule("P5")
    @Test
    void findsTheHeaderBehindBothWaits() {
        run("C0053C00 00000013 00020000 00000000 00000000 FFFFFFFF 0000000A "
                + "C0079300 00000013 00020000 00000000 00000000 00000000 FFFFFFFF FFFFFFFF 00000002 " + MARKER);

        assertMarkerReached();
    }

    @Rule("P10")
    @Test
    void writesNoRegisterWhereAnIndirectDrawNamesNone() {
        put(DATA, "00000003 00000001 00000007 00000002");
        processor.registers().set(RegisterSpace.SH, 0x280, 0x55);

        run("C0021100 00000001 00020000 00000000 C0032400 00000000 00000280 00000280 00000002");

        assertEquals(0x55, processor.registers().get(RegisterSpace.SH, 0x280));
        assertEquals(new DrawCall(3, null, 0, 7, 2, 1, 0), engine.draws.getFirst());
    }

    @Test
    void takesInstancesForANumberWithoutASignAndNoneForOne() {
        run("C0002F00 80000000 C0012D00 00000003 00000002 C0002F00 00000000 C0012D00 00000003 00000002");

        assertEquals(List.of("draw 3 vertices x 2147483648", "draw 3 vertices"), engine.draws.stream().map(DrawCall::toString).toList());
    }

    @Test
    void writesTheUserRegistersThatAnIndirectDrawNames() {
        put(DATA, "00000006 00000002 00000004 00000009 00000003");

        run("C0012600 00030000 00000000 C0001300 00000100 C0021100 00000001 00020000 00000000 "
                + "C0032500 00000000 0091008F 10000093 00000000");

        assertEquals(9, processor.registers().get(RegisterSpace.SH, 0x8F));
        assertEquals(4, processor.registers().get(RegisterSpace.SH, 0x91));
        assertEquals(3, processor.registers().get(RegisterSpace.SH, 0x93));
        assertEquals(new DrawCall(6, new DrawCall.Indices(0x30000, 0x100), 4, 9, 3, 2, 0), engine.draws.getFirst());
    }

    @Rule("P11")
    @Test
    void refusesASkipThatEndsInsideAPacket() {
        WorkRefused refused = assertThrows(WorkRefused.class, () -> run("C0032200 00020000 00000000 00000000 00000001 "
                + MARKER));

        assertTrue(String.valueOf(refused.getMessage()).contains("inside a packet"), refused.getMessage());
    }

    @Test
    void skipsWholePacketsWhenTheWordIsZeroOnly() {
        run("C0032200 00020000 00000000 00000000 00000002 " + MARKER);
        assertEquals(List.of(), engine.log);

        memory.putInt(DATA, 1);
        run("C0032200 00020000 00000000 00000000 00000002 " + MARKER);
        assertMarkerReached();
    }

    @Rule("P12")
    @Test
    void ignoresTheLowBitsOfThePredicationAddress() {
        memory.putLong(DATA, 1);

        run("C0022000 00030100 0002000F 00000000 C000102D 00000041");

        assertEquals(List.of("push A"), engine.log);
    }

    @Test
    void skipsPredicatedPacketsWhileTheConditionFails() {
        run("C0022000 00030100 00020000 00000000 C000102D 00000041 " + MARKER);
        assertEquals(List.of("push A"), engine.log);

        run("C0022000 00000000 00000000 00000000 C000102D 00000042");
        assertEquals("push B", engine.log.getLast());
    }

    @Rule("P13")
    @Test
    void goesOnBehindABranchWithoutASecondSide() {
        put(DATA + 0x100, "C000102C 00000042");

        run("C00C3F00 00000302 00020000 00000000 FFFFFFFF FFFFFFFF 00000001 00000000 00020100 00000000 00000002 "
                + "00000000 00000000 00000000 " + MARKER);
        assertEquals(List.of("push A"), engine.log);

        memory.putLong(DATA, 1);
        run("C00C3F00 00000302 00020000 00000000 FFFFFFFF FFFFFFFF 00000001 00000000 00020100 00000000 00000002 "
                + "00000000 00000000 00000000 " + MARKER);
        assertEquals(List.of("push A", "push B", "push A"), engine.log);
    }

    @Test
    void returnsFromACalledBufferAndNotFromAChainedOne() {
        put(DATA, "C000102C 00000042");

        run("C0023F00 00020000 00000000 0F200002 " + MARKER);
        assertEquals(List.of("push B", "push A"), engine.log);

        run("C0023F00 00020000 00000000 0F300002 C000102C 00000043");
        assertEquals(List.of("push B", "push A", "push B"), engine.log);
    }

    @Test
    void stopsAtAnIllegalHeaderAndAtAPacketPastTheEnd() {
        assertThrows(WorkRefused.class, () -> run("40000000"));
        assertThrows(WorkRefused.class, () -> run("C0042700 00000000"));
    }

    @Test
    void waitsUntilTheWordMatchesAndThenGoesOn() {
        Step.Waiting wait = assertInstanceOf(Step.Waiting.class,
                run("C0053C00 00000013 00020000 00000000 00000002 FFFFFFFF 0000000A " + MARKER));
        assertFalse(wait.holds().getAsBoolean());
        assertEquals(List.of(), engine.log);

        memory.putInt(DATA, 2);

        assertTrue(wait.holds().getAsBoolean());
        assertInstanceOf(Step.Done.class, processor.run());
        assertMarkerReached();
    }

    @Test
    void comparesUnsigned() {
        memory.putInt(DATA, -1);

        assertInstanceOf(Step.Done.class, run("C0053C00 00000016 00020000 00000000 00000002 FFFFFFFF 0000000A"));
        assertInstanceOf(Step.Waiting.class, run("C0053C00 00000011 00020000 00000000 00000002 FFFFFFFF 0000000A"));
    }

    @Test
    void waitsForTheTitleToPatchARewind() {
        assertInstanceOf(Step.Waiting.class, run("C0005900 00000000 " + MARKER));

        memory.putInt(BUFFER + 4, 0x80000000);

        assertInstanceOf(Step.Done.class, processor.run());
        assertMarkerReached();
    }

    @Test
    void readsRegisterListsWhenThePacketExecutes() {
        put(DATA, "0000008E 0000000F 800003FF 12345678 00000202 00CC0010");

        run("C0039F00 00020000 00000000 80000000 00000003");

        assertEquals(0xF, processor.registers().get(Registers.CB_TARGET_MASK));
        assertEquals(0x00CC0010, processor.registers().get(Registers.CB_COLOR_CONTROL));
        assertEquals(List.of(), refusals);
    }

    @Test
    void writesRegistersOfTypeZeroPackets() {
        run("0001A08E 0000000F 0000000E");

        assertEquals(0xF, processor.registers().get(Registers.CB_TARGET_MASK));
        assertEquals(0xE, processor.registers().get(Registers.CB_SHADER_MASK));
    }

    @Test
    void refusesOffsetsOutsideOfTheirSpace() {
        run("C0016900 00000400 00000001 " + MARKER);

        assertEquals(1, refusals.size());
        assertMarkerReached();
    }

    @Test
    void writesLabelsAndRaisesEventsWhenTheWorkIsDone() {
        engine.isDeferring = true;

        run("C0064900 06603514 22000000 00020000 00000000 00000009 00000000 00000005");
        assertEquals(0, memory.getInt(DATA));

        engine.finish();
        assertEquals(9, memory.getInt(DATA));
        assertEquals(List.of(5), raised);
    }

    @Test
    void writesSixtyFourBitsAndClocks() {
        run("C0064900 00000528 40010000 00020008 00000000 55667788 11223344 00000000 "
                + "C0064900 0660352D 60000000 00020010 00000000 00000000 00000000 00000000");

        assertEquals(0x1122334455667788L, memory.getLong(DATA + 8));
        assertEquals(0x123456789L, memory.getLong(DATA + 0x10));
        assertEquals(List.of(), raised);
    }

    /** Derived: 1 writes 32 bits, 2 all 64, 3 and 4 a clock; others write nothing, and 5 to 7 are refused. */
    @ParameterizedTest
    @CsvSource({"0, 7777777777777777, 0", "1, 7777777755667788, 0", "2, 1122334455667788, 0", "3, 0000000123456789, 0",
        "4, 0000000123456789, 0", "5, 7777777777777777, 1", "6, 7777777777777777, 1", "7, 7777777777777777, 1"})
    void writesWhatTheDataSelectSays(int select, String expected, int refused) {
        memory.putLong(DATA, 0x7777777777777777L);

        run("C0064900 00000528 %08X 00020000 00000000 55667788 11223344 00000000 ".formatted(select << 29 | 1 << 16)
                + MARKER);

        assertEquals(expected, "%016x".formatted(memory.getLong(DATA)));
        assertEquals(refused, refusals.size(), refusals.toString());
        assertMarkerReached();
    }

    /** Words 2 and 3 of the share, from a write, a fill, and a copy of word 2; the last lies past its end. */
    @Test
    void movesWordsThroughTheGlobalDataShare() {
        run("C0033700 00100300 00000008 00000000 11111111 C0055000 40100000 22222222 00000000 0000000C 00000000 00000004 "
                + "C0044000 00000103 00000008 00000000 00020010 00000000 "
                + "C0055000 20000000 0000000C 00000000 00020020 00000000 00000004 "
                + "C0064900 00000528 A0010000 00020000 00000000 00020002 00000000 00000000 "
                + "C0033700 00100300 00010000 00000000 33333333 " + MARKER);

        assertEquals(0x2222222211111111L, memory.getLong(DATA));
        assertEquals(0x11111111, memory.getInt(DATA + 0x10));
        assertEquals(0x22222222, memory.getInt(DATA + 0x20));
        assertEquals(1, refusals.size(), refusals.toString());
        assertTrue(refusals.getFirst().contains("0x10000"), refusals.toString());
        assertMarkerReached();
    }

    /** Slots of 16 bytes: passed between the two reports, nothing passed, not both valid. */
    @Test
    void skipsByTheSamplesThatPassed() {
        memory.putLong(DATA, Long.MIN_VALUE | 5);
        memory.putLong(DATA + 8, Long.MIN_VALUE | 7);
        String draw = "C0012D01 00000003 00000002 ";

        run("C0022000 00010100 00020000 00000000 " + draw);
        run("C0022000 00010000 00020000 00000000 " + draw);
        memory.putLong(DATA + 8, 9);
        run("C0022000 00010100 00020000 00000000 " + draw);

        assertEquals(1, engine.log.stream().filter(line -> line.contains("draw")).count(), engine.log.toString());
        run("C0024600 00000115 00020008 00000000 C0004600 00000115");
        assertTrue(engine.log.contains("samples at 0x%x".formatted(DATA + 8)), engine.log.toString());
        assertEquals(1, refusals.size());
    }

    /** Documented: Mesa, 128 bits a pipe of counter 0; the dump is the report of samples by another name. */
    @Test
    void reportsSamplesByTheDumpOfPixelPipes() {
        run("C0024600 00000138 07FFFC00 00000000 C0024600 00000139 00020008 00000000");

        assertTrue(engine.log.contains("samples at 0x%x".formatted(DATA + 8)), engine.log.toString());
        assertEquals(List.of(), refusals);

        run("C0024600 00000138 07FFFA00 00000000 C0024600 00000138 07FFFC08 00000000 C0004600 00000139");

        assertEquals(3, refusals.size());
    }

    /** Derived: 1 and 2 raise with the write, 3 only writes, 4 raises and writes nothing. */
    @ParameterizedTest
    @CsvSource({"0, 9, 0", "1, 9, 1", "2, 9, 1", "3, 9, 0", "4, 0, 1"})
    void raisesWhatTheInterruptSelectSays(int select, int label, int events) {
        run("C0064900 00000528 %08X 00020000 00000000 00000009 00000000 00000005".formatted(1 << 29 | select << 24));

        assertEquals(label, memory.getInt(DATA));
        assertEquals(events, raised.size());
    }

    @Test
    void addsInOneStepAgainstTheGuestsOwnCode() throws InterruptedException {
        int times = 2000;
        VarHandle word = ValueLayout.JAVA_INT.varHandle();
        MemorySegment guest = memory.view(DATA, 4, Access.WRITE);
        Thread code = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < times; i++) {
                word.getAndAdd(guest, 0L, 1);
            }
        });
        processor.enter(BUFFER, put(BUFFER, "C0071E00 0000004F 00020000 00000000 00000001 00000000 00000000 00000000 00000000"));
        for (int i = 0; i < times; i++) {
            processor.enter(BUFFER, 9);
            processor.run();
        }
        code.join();

        assertEquals(2 * times, memory.getInt(DATA));
        assertEquals(List.of(), refusals);
    }

    @Test
    void refusesAtomicsThatAreNotAligned() {
        run("C0071E00 0000004F 00020002 00000000 00000001 00000000 00000000 00000000 00000000 " + MARKER);

        assertEquals(1, refusals.size());
        assertMarkerReached();
    }

    /** Documented: command 1 loops until the word held what it is compared with; 0 tries once. */
    @Test
    void exchangesWhenTheWordIsEqualAndWaitsUntilThen() {
        String exchange = "C0071E00 %08X 00020000 00000000 00000009 00000000 00000005 00000000 00000000 ";

        run(exchange.formatted(0x008) + MARKER);
        assertEquals(0, memory.getInt(DATA));
        assertMarkerReached();
        engine.announced.clear();

        Step.Waiting wait = assertInstanceOf(Step.Waiting.class, run(exchange.formatted(0x108)));
        assertFalse(wait.holds().getAsBoolean());
        memory.putInt(DATA, 5);
        assertTrue(wait.holds().getAsBoolean());
        assertInstanceOf(Step.Done.class, processor.run());
        assertEquals(9, memory.getInt(DATA));
        assertEquals(DATA, engine.announced.getLast(), "work that reads there is let end first");
        assertEquals(List.of(), refusals);
    }

    /** Derived: the named bits come from the packet, the others stay; 0x8E is the mask of the colour targets. */
    @Test
    void replacesTheNamedBitsOfAContextRegister() {
        run("C0016900 0000008E 12345678 C0025100 0000008E 0000FF00 AAAAAAAA C0025100 0000FFFF 00000001 00000001 " + MARKER);

        assertEquals(0x1234AA78, processor.registers().get(RegisterSpace.CX, 0x8E));
        assertEquals(1, refusals.size());
        assertMarkerReached();
    }

    /** Each is known by name, and refused alone. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            C0091D00 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 | ATOMIC_GDS
            C0073A00 00000003 00020000 00000000 00000001 00020000 00000000 00000001 00000000 | DRAW_INDEX_MULTI_INST
            C0017700 0000000C 00000000 | SET_SH_REG_OFFSET
            C0038E00 00000040 00020000 00000000 00000000 | GET_LOD_STATS
            C0029100 00020000 00000000 00000000 | SET_INDEX_INDIRECT
            C0008C00 00000000 | DISPATCH_DRAW
            C005A200 00000000 00000000 00000000 00000000 00000000 00000000 | MAP_QUEUES
            C0001B00 00000000 | not known
            C0012D00 00000003 00000042 | stream-out
            C0022000 00020100 00020000 00000000 | primitives
            C0022000 80010100 00020000 00000000 | predication before
            C0024600 0000001E 00020000 00000000 | statistics
            C0033700 00100400 00020000 00000000 00000001 | destination 4
            C0055000 70000000 00020000 00000000 00020010 00000000 10000008 | stays the same
            C0071E00 0000010F 00020000 00000000 00000001 00000000 00000000 00000000 00000000 | compares nothing
            C00C3F00 00000300 00020000 00000000 0 0 0 0 00020100 00000000 00000002 00020100 00000000 00000002 | mode 0
            C00C3F00 00000702 00020000 00000000 0 0 0 0 00020100 00000000 00000002 00020100 00000000 00000002 | comparison 7
            """)
    void refusesByNameWhatItCannotHonour(String packet, String reason) {
        run(packet + " " + MARKER);

        assertEquals(1, refusals.size(), refusals.toString());
        assertTrue(refusals.getFirst().contains(reason), refusals.toString());
        assertEquals(List.of("push A"), engine.log.stream().filter(line -> line.startsWith("push")).toList());
        assertMarkerReached();
    }

    /** Documented: mode 1 is the branch with one side, whatever stands where the other would be. */
    @Test
    void takesNoSecondSideOfABranchWithOne() {
        put(DATA + 0x100, "C000102C 00000042");

        run("C00C3F00 00000301 00020000 00000000 FFFFFFFF FFFFFFFF 00000001 00000000 00020100 00000000 00000002 "
                + "00020100 00000000 00000002 " + MARKER);

        assertEquals(List.of("push A"), engine.log);
    }

    @Test
    void countsSemaphoresUpAndDown() {
        Step.Waiting wait = assertInstanceOf(Step.Waiting.class, run("C0023900 00020000 00000000 E0000000"));
        assertEquals(DATA, wait.address());

        run("C0023900 00020000 00000000 C0000000 C0023900 00020000 00000000 C0000000");
        assertEquals(2, memory.getLong(DATA));
        run("C0023900 00020000 00000000 E0000000 " + MARKER);

        assertEquals(1, memory.getLong(DATA));
        assertMarkerReached();
    }

    @Test
    void copiesFillsAndWritesMemory() {
        memory.putInt(DATA + 0x40, 0x11);

        run("C0055000 60300000 00020040 00000000 00020080 00000000 00000004 "
                + "C0055000 C0000001 12345678 00000000 00020090 00000000 80000008 "
                + "C0043700 00100500 000200A0 00000000 00000001 00000002 "
                + "C0044000 00110509 00000000 00000000 000200B0 00000000");

        assertEquals(0x11, memory.getInt(DATA + 0x80));
        assertEquals(0x12345678, memory.getInt(DATA + 0x94));
        assertEquals(2, memory.getInt(DATA + 0xA4));
        assertEquals(0x123456789L, memory.getLong(DATA + 0xB0));
        assertEquals(List.of(), refusals);
    }

    @Test
    void keepsWorkloadBits() {
        run("C0071E00 40000267 00020000 00000000 00000002 80000000 00000000 00000000 00000000");
        assertEquals(0x8000000000000002L, memory.getLong(DATA));

        run("C0071E00 00000275 00020000 00000000 FFFFFFFF 7FFFFFFF 00000000 00000000 00000000");
        assertEquals(2, memory.getLong(DATA));
    }

    @Test
    void ignoresNotesForCaptureTools() {
        run("C0027904 00000342 CC000001 00000002 C0033704 06010000 0000C343 00000000 00000000 " + MARKER);

        assertEquals(List.of(), refusals);
        assertMarkerReached();
    }

    @Test
    void refusesAddressesThatAreNotMapped() {
        run("C0033700 00100500 00900000 00000000 00000001 " + MARKER);

        assertEquals(1, refusals.size());
        assertMarkerReached();
    }

    @Test
    void waitsForTheDisplayToLeaveABuffer() {
        isSafe = false;
        assertInstanceOf(Step.Waiting.class, run("C0051018 00000001 00000000 00000000 00000000 00000000 00000000 "
                + MARKER));

        isSafe = true;
        processor.run();

        assertMarkerReached();
    }

    @Test
    void executesTheCollectedFrame() throws IOException {
        int dwords = 0;
        memory.map(0x214000000L, 0x4000);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(CommandProcessorTest.class.getResourceAsStream("frame.tsv")),
                StandardCharsets.US_ASCII))) {
            lines.readLine();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] columns = line.split("\t");
                if (columns[0].equals("memory")) {
                    put(Long.decode(columns[1]), columns[4]);
                } else {
                    dwords = Integer.parseInt(columns[1]) + put(BUFFER + 4 * Long.parseLong(columns[1]), columns[4]);
                }
            }
        }

        processor.enter(BUFFER, dwords);
        Step step = processor.run();

        assertInstanceOf(Step.Done.class, step);
        assertEquals(List.of(), refusals);
        assertEquals(new DrawCall(6, new DrawCall.Indices(0x212000000L, 6), 0, 0, 0, 1, 0), engine.draws.getFirst());
        RegisterFile state = engine.states.getFirst();
        assertEquals(0x02100000, state.get(Registers.CB_COLOR_BASE, 0));
        assertEquals(4, state.get(Registers.VGT_PRIMITIVE_TYPE));
        assertEquals(0x12010000, state.get(Registers.SPI_SHADER_USER_DATA_GS, 0));
        assertEquals(0x0104AFAC, state.get(Registers.SPI_SHADER_USER_DATA_GS, 3));
        assertEquals(1, memory.getInt(0x214003000L));
        assertEquals(List.of("1 0 1 0"), flipped);
    }
}
