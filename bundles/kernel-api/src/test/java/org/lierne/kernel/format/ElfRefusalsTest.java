package org.lierne.kernel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;

class ElfRefusalsTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 19, 20, 63})
    @Rule("S-008")
    void refusesFilesShorterThanTheHeader(int length) {
        byte[] bytes = Arrays.copyOf(TestImage.module().bytes(), length);

        FormatRefused refused = refused(bytes);

        assertTrue(refused.getMessage().contains("file too small for ELF header"), refused.getMessage());
        assertEquals("b.prx", refused.file());
        assertEquals("ELF header", refused.table());
    }

    @Test
    @Rule("S-008")
    void readsTheHeaderOfAFileOf64Bytes() {
        byte[] bytes = Arrays.copyOf(TestImage.module().bytes(), 64);

        assertEquals("program header table", refused(bytes).table());
    }

    @Test
    @Rule("L2")
    void refusesAFileCutInsideTheProgramHeaders() {
        byte[] bytes = Arrays.copyOf(TestImage.module().bytes(), 0x60);

        FormatRefused refused = refused(bytes);

        assertEquals("program header table", refused.table());
        assertEquals(0x40, refused.offset());
        assertEquals(4 * 56, refused.length());
        assertEquals(
                "loader.elf: b.prx: program header table at 0x40, 0xe0 bytes: ends past the file, which has 0x60 bytes",
                refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"d000", "ffffffffffffff80", "ffffffffffffffff", "8000000000000000"})
    @Rule({"L2", "S-001"})
    void refusesProgramHeadersPastTheEnd(String offset) {
        byte[] bytes = TestImage.module().bytes();
        little(bytes).putLong(0x20, Long.parseUnsignedLong(offset, 16));

        assertEquals("program header table", refused(bytes).table());
    }

    @ParameterizedTest
    @CsvSource({"8, fffffffffffffff8, 10", "8, cff1, 10", "8, 0, d001", "8, 8000000000000000, 8000000000000000"})
    @Rule("S-001")
    void refusesSegmentsPastTheFile(String field, String offset, String size) {
        byte[] bytes = TestImage.module().bytes();
        int entry = 0x40 + 56;
        little(bytes).putLong(entry + 8, Long.parseUnsignedLong(offset, 16));
        little(bytes).putLong(entry + 32, Long.parseUnsignedLong(size, 16));
        little(bytes).putLong(entry + 40, Long.parseUnsignedLong(size, 16));

        assertEquals("program header 1 (LOAD)", refused(bytes).table());
    }

    @Test
    void acceptsASegmentThatEndsWithTheFile() {
        TestImage built = TestImage.module();
        built.headers.add(new TestImage.Header(1, 4, 0xcff0, 0x20000, 0x10, 0x10, 0x4000));

        assertEquals(4, built.read().loaded().size());
    }

    @Test
    @Rule("S-001")
    void refusesMemoryThatWraps() {
        TestImage built = TestImage.module();
        built.headers.add(new TestImage.Header(1, 4, 0xc000, 0xfffffffffffffff0L, 0x10, 0x20, 0x4000));

        assertEquals("program header 3 (LOAD)", refused(built.bytes()).table());
    }

    @Test
    void refusesOverlappingSegments() {
        TestImage built = TestImage.module();
        built.headers.add(new TestImage.Header(1, 4, 0xc000, TestImage.DATA + 0xfff, 0x10, 0x10, 0x4000));

        assertReason(built.bytes(), "overlaps program header");
    }

    @Test
    @Rule("L5")
    void refusesTwoProcessParameterSegments() {
        TestImage built = TestImage.module();
        built.data(0, 0x60, 5L << 32 | 0x4942524f, 0);
        built.header(SegmentType.PROCESS_PARAMETERS, 4, TestImage.DATA_FILE, TestImage.DATA, 0x60);
        built.header(SegmentType.PROCESS_PARAMETERS, 4, TestImage.DATA_FILE, TestImage.DATA, 0x60);

        assertReason(built.bytes(), "is the second PROCESS_PARAMETERS segment");
    }

    @ParameterizedTest
    @CsvSource({
        "16, 8, e_type",
        "18, 3, machine",
        "54, 32, program headers of",
        "4, 1, class",
        "7, 3, OS ABI",
        "8, 5, OS ABI"
    })
    void refusesOtherHeaders(int at, int value, String reason) {
        byte[] bytes = TestImage.module().bytes();
        bytes[at] = (byte) value;

        assertReason(bytes, reason);
    }

    @Test
    void refusesATableGivenInBothForms() {
        TestImage built = TestImage.module();
        built.tag(Tags.OLD_STRTAB, 0);

        assertReason(built.bytes(), "one table in both forms, as tag 0x5 and as tag 0x61000035");
    }

    @Test
    void refusesOffsetsWithoutALibraryDataSegment() {
        TestImage built = TestImage.module();
        built.tag(Tags.OLD_RELA, 0);
        built.tag(Tags.OLD_RELASZ, 24);

        assertReason(built.bytes(), "no library data segment");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 5, 9, 37})
    void refusesUnknownRelocations(int type) {
        TestImage built = TestImage.module();
        built.rela(TestImage.DATA, type, 0, 0);

        assertReason(built.bytes(), "RELA entry 0 at 0x4000, 0x8 bytes: has unknown type " + type);
    }

    @Test
    void refusesRelocationsOfUnknownSymbols() {
        TestImage built = TestImage.module();
        built.rela(TestImage.DATA, 6, 3, 0);

        assertReason(built.bytes(), "refers to symbol 3 of 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4ff9", "fffffffffffffff8", "3fff", "c000"})
    @Rule("S-001")
    void refusesRelocationTargetsOutsideTheImage(String target) {
        TestImage built = TestImage.module();
        built.rela(Long.parseUnsignedLong(target, 16), 8, 0, 0);

        assertReason(built.bytes(), "has its target outside every loaded segment");
    }

    @ParameterizedTest
    @CsvSource({"5, string table", "6, symbol table"})
    @Rule("S-001")
    void refusesTablesOutsideTheImage(int tag, String table) {
        byte[] bytes = TestImage.module().bytes();
        setTag(bytes, tag, 0xfffffffffffffff0L);

        assertEquals(table, refused(bytes).table());
    }

    @ParameterizedTest
    @CsvSource({"10, string table", "1627390015, symbol table"})
    @Rule("S-001")
    void refusesTablesTooLong(long tag, String table) {
        byte[] bytes = TestImage.module().bytes();
        setTag(bytes, tag, 24L * 0x0555555555555555L);

        assertEquals(table, refused(bytes).table());
    }

    @Test
    void refusesNamesOutsideTheStringTable() {
        byte[] bytes = TestImage.module().bytes();
        setTag(bytes, Tags.STRSZ, 4);

        assertReason(bytes, "past the string table of 0x4 bytes");
    }

    @Test
    void refusesNamesWithoutEnd() {
        TestImage built = new TestImage();
        built.tag(Tags.NEEDED, built.string("endless"));
        byte[] bytes = built.bytes();
        setTag(bytes, Tags.STRSZ, 1 + 7);

        assertReason(bytes, "has no zero byte before the end of the string table");
    }

    @Test
    void refusesNamesWithoutMeasure() {
        TestImage built = new TestImage();
        built.headers.set(
                2, new TestImage.Header(1, 4, TestImage.TABLES_FILE, TestImage.TABLES, 0x8000, 0x8000, 0x4000));
        built.tablesBytes = 0x8000;
        built.tag(Tags.NEEDED, built.string("a".repeat(0x4001)));

        assertReason(built.bytes(), "is longer than any name");
    }

    @ParameterizedTest
    @CsvSource({"sceKernelUsleep, has no library id", "1jfXLRVzisc#C#B, library id 2", "1jfXLRVzisc#A#C, module id 2"})
    void refusesImportsWithoutLibraryOrModule(String name, String reason) {
        TestImage built = TestImage.module();
        built.symbol(name, 0x12, 0, 0);

        assertReason(built.bytes(), reason);
    }

    @Test
    void refusesSymbolsWithoutACount() {
        TestImage built = TestImage.module();
        built.statesSymbolSize = false;
        built.hasHash = false;

        assertReason(built.bytes(), "has no size");
    }

    @Test
    void refusesDoubledLibraryIds() {
        TestImage built = TestImage.module();
        built.tag(Tags.IMPORTED_LIBRARY, built.packed("libOther", 1, 0));

        assertReason(built.bytes(), "has id 0, which another library has too");
    }

    @Test
    void refusesASecondValueOfOneTable() {
        TestImage built = TestImage.module();
        built.tag(Tags.PLTGOT, 0x4000);
        built.tag(Tags.PLTGOT, 0x4008);

        assertReason(built.bytes(), "has the value 0x4008 after 0x4000");
    }

    @Test
    void refusesInitialisersOutsideTheImage() {
        TestImage built = TestImage.module();
        built.tag(Tags.INIT_ARRAY, 0x4ff8);
        built.tag(Tags.INIT_ARRAYSZ, 16);

        assertEquals("init array", refused(built.bytes()).table());
    }

    @Test
    void refusesAnEntryOutsideTheImage() {
        TestImage built = TestImage.module();
        built.type = 0xfe10;
        built.entry = 0x1000;

        assertReason(built.bytes(), "outside every loaded segment");
    }

    /** Whatever the bytes are, the answer is an image or a refusal; the seed is printed by the failing case. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    @Rule({"S-001", "L2"})
    void answersDamagedFilesWithAnImageOrARefusal(long seed) {
        byte[] whole = richModule();
        Random random = new Random(seed);
        for (int round = 0; round < 3000; round++) {
            byte[] bytes = whole.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                int at = random.nextBoolean() ? random.nextInt(0x200) : 0xc000 + random.nextInt(0x500);
                bytes[at] = (byte) random.nextInt();
            }
            if (random.nextInt(8) == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            try {
                ElfImage image = TestImage.read(bytes);
                image.loaded().forEach(image::bytes);
                assertTrue(image.memoryEnd() > 0);
            } catch (FormatRefused refused) {
                assertTrue(refused.getMessage().startsWith("loader.elf: b.prx: "), refused.getMessage());
            }
        }
    }

    private static byte[] richModule() {
        TestImage built = TestImage.module();
        built.rela(TestImage.DATA, 8, 0, 0x123);
        built.rela(TestImage.DATA + 8, 1, 2, -4);
        built.rel(TestImage.DATA + 16, 8, 0);
        built.headers.add(new TestImage.Header(7, 4, TestImage.DATA_FILE, TestImage.DATA, 8, 0x30, 16));
        built.tag(Tags.INIT_ARRAY, TestImage.DATA + 0x10);
        built.tag(Tags.INIT_ARRAYSZ, 16);
        return built.bytes();
    }

    private static void setTag(byte[] bytes, long tag, long value) {
        ByteBuffer file = little(bytes);
        for (int at = TestImage.TABLES_FILE; at < bytes.length - 16; at += 8) {
            if (file.getLong(at) == tag && file.getLong(at + 8) != tag && isDynamicAt(file, at)) {
                file.putLong(at + 8, value);
                return;
            }
        }
        throw new AssertionError("no tag " + tag);
    }

    private static boolean isDynamicAt(ByteBuffer file, int at) {
        int last = 0x40 + 56 * (file.getShort(0x38) - 1);
        long start = file.getLong(last + 8);
        return at >= start && (at - start) % 16 == 0;
    }

    private static void assertReason(byte[] bytes, String reason) {
        FormatRefused refused = refused(bytes);
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    }

    private static FormatRefused refused(byte[] bytes) {
        return assertThrows(FormatRefused.class, () -> ElfImage.of("b.prx", MemorySegment.ofArray(bytes)));
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
