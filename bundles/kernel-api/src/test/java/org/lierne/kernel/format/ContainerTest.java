package org.lierne.kernel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;

class ContainerTest {
    private static final int DATA = 1 << 11;
    private static final int ELF_AT = 0x20 + 6 * 32;

    @ParameterizedTest
    @ValueSource(ints = {0x1d3d154f, 0xeef51454})
    void readsPlainSegments(int magic) {
        ElfImage image = read(wrapped(magic));

        assertEquals("b", image.moduleName());
        assertEquals(0x77, image.bytes(image.loaded().get(1)).get(ValueLayout.JAVA_BYTE, 1));
    }

    @ParameterizedTest
    @CsvSource({"8, is compressed (flag bit 3)", "2, is encrypted (flag bit 1)"})
    @Rule("L4")
    void refusesCompressedAndEncryptedSegments(int flag, String reason) {
        byte[] bytes = wrapped(0xeef51454);
        entry(bytes, 2).putLong(0, 2 << 20 | DATA | flag);

        FormatRefused refused = refused(bytes);

        assertTrue(refused.getMessage().contains("container entry 2"), refused.getMessage());
        assertTrue(refused.getMessage().contains("segment 2 " + reason), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, DATA})
    @Rule("L3")
    void refusesEntriesOfUnknownProgramHeaders(int flags) {
        byte[] bytes = wrapped(0xeef51454);
        entry(bytes, 1).putLong(0, 40 << 20 | flags);

        FormatRefused refused = refused(bytes);

        assertEquals("container entry 1", refused.table());
        assertTrue(refused.getMessage().contains("program header 40, the file has 4"), refused.getMessage());
    }

    @Test
    void acceptsChecksumEntriesThatCountEntries() {
        byte[] bytes = wrapped(0xeef51454);
        entry(bytes, 4).putLong(0, 5 << 20 | 4).putLong(8, 0).putLong(16, 0x20);

        assertEquals("b", read(bytes).moduleName());
    }

    @ParameterizedTest
    @CsvSource({"fffffffffffffff8, 10", "8000000000000000, 10", "0, 8000000000000000", "d100, 1000"})
    @Rule("S-001")
    void refusesEntriesPastTheFile(String offset, String size) {
        byte[] bytes = wrapped(0xeef51454);
        entry(bytes, 1).putLong(8, Long.parseUnsignedLong(offset, 16)).putLong(16, Long.parseUnsignedLong(size, 16));

        assertEquals("bytes of container entry 1", refused(bytes).table());
    }

    @Test
    void refusesAnEntryTableCutOff() {
        byte[] bytes = Arrays.copyOf(wrapped(0xeef51454), 0x80);
        little(bytes).putLong(0x10, 0x80);

        assertEquals("container entry table", refused(bytes).table());
    }

    @Test
    void refusesAFileShorterThanItStates() {
        byte[] bytes = Arrays.copyOf(wrapped(0xeef51454), 0xd000);

        assertEquals("container header", refused(bytes).table());
    }

    @Test
    void refusesAnElfHeaderCutOff() {
        byte[] bytes = Arrays.copyOf(wrapped(0xeef51454), ELF_AT + 0x30);
        little(bytes).putLong(0x10, bytes.length);

        assertEquals("ELF header", refused(bytes).table());
    }

    @Test
    void refusesSegmentsThatNoEntryCarries() {
        byte[] bytes = wrapped(0xeef51454);
        entry(bytes, 0).putLong(0, 0);

        assertTrue(refused(bytes).getMessage().contains("no entry of the container carries these bytes"));
    }

    @Test
    void refusesTwoEntriesOfOneSegment() {
        byte[] bytes = wrapped(0xeef51454);
        entry(bytes, 4).putLong(0, 1 << 20 | DATA).putLong(8, 0).putLong(16, 0x1000);

        assertTrue(refused(bytes).getMessage().contains("carries program header 1 for the second time"));
    }

    @Test
    void refusesEntriesShorterThanTheirSegment() {
        byte[] bytes = wrapped(0xeef51454);
        entry(bytes, 1).putLong(16, 0xfff);

        assertTrue(refused(bytes).getMessage().contains("stores 0xfff bytes, program header 1 asks for 0x1000"));
    }

    /** Whatever the bytes are, the answer is an image or a refusal; the seed is printed by the failing case. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @Rule({"S-001", "L3"})
    void answersDamagedContainersWithAnImageOrARefusal(long seed) {
        byte[] whole = wrapped(0xeef51454);
        Random random = new Random(seed);
        for (int round = 0; round < 3000; round++) {
            byte[] bytes = whole.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                bytes[4 + random.nextInt(0x240)] = (byte) random.nextInt();
            }
            try {
                ElfImage image = read(bytes);
                image.loaded().forEach(image::bytes);
                assertTrue(image.memoryEnd() > 0);
            } catch (FormatRefused refused) {
                assertTrue(refused.getMessage().startsWith("loader.elf: b.prx: "), refused.getMessage());
            }
        }
    }

    /** The module of {@link TestImage} with its three segments behind one another in a container of six entries. */
    private static byte[] wrapped(int magic) {
        TestImage built = TestImage.module();
        built.data(0, 0x7788);
        byte[] elf = built.bytes();
        ByteBuffer file = little(new byte[0x200 + elf.length]);
        file.putInt(0, magic).putLong(0x10, file.capacity()).putShort(0x18, (short) 6);
        int[] offsets = {TestImage.TEXT_FILE, TestImage.DATA_FILE, TestImage.TABLES_FILE};
        file.put(ELF_AT, elf, 0, 0x40 + 4 * 56);
        for (int i = 0; i < 3; i++) {
            int at = 0x400 + i * 0x1000;
            entry(file.array(), i)
                    .putLong(0, (long) i << 20 | DATA)
                    .putLong(8, at)
                    .putLong(16, 0x1000)
                    .putLong(24, 0x1000);
            file.put(at, elf, offsets[i], 0x1000);
        }
        return file.array();
    }

    private static ByteBuffer entry(byte[] bytes, int i) {
        return ByteBuffer.wrap(bytes, 0x20 + 32 * i, 32).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ElfImage read(byte[] bytes) {
        return ElfImage.of("b.prx", MemorySegment.ofArray(bytes));
    }

    private static FormatRefused refused(byte[] bytes) {
        return assertThrows(FormatRefused.class, () -> read(bytes));
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
