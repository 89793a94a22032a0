package org.lierne.kernel.loader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.kernel.shim.HostCpu;

class LengthDecoderTest {
    private static final CodePatcher ALL = new CodePatcher(EnumSet.allOf(HostCpu.Extension.class), Set.of());

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    /** One instruction a row; the length is the row's. Encodings from the manuals' examples of each form. */
    @ParameterizedTest
    @ValueSource(strings = {
        "90", "c3", "55", "48 89 e5", "66 90", "0f 1f 00", "66 2e 0f 1f 84 00 00 00 00 00", "66 66 66 64 48 8b 04 25 00 00 00 00",
        "64 48 8b 04 25 28 00 00 00", "65 48 33 14 25 28 00 00 00", "e8 00 00 00 00", "66 e8 00 00 00 00", "e9 00 00 00 00", "eb 00",
        "0f 84 00 00 00 00", "74 00", "48 b8 00 00 00 00 00 00 00 00", "b8 00 00 00 00", "66 b8 00 00", "b0 00", "c2 08 00",
        "c8 10 00 00", "f6 c1 01", "f6 d1", "f7 c1 01 00 00 00", "66 f7 c1 01 00", "48 f7 c1 01 00 00 00", "f7 d9", "69 c0 00 00 00 00",
        "6b c0 00", "48 81 ec 00 01 00 00", "48 83 ec 08", "66 81 e9 00 01", "c7 04 24 00 00 00 00", "66 c7 04 24 00 00", "c6 04 24 00",
        "48 8d 05 00 00 00 00", "48 8b 44 c8 08", "48 8b 84 c8 00 00 00 00", "48 8b 04 c5 00 00 00 00", "67 8b 07", "ff 25 00 00 00 00",
        "a1 00 00 00 00 00 00 00 00", "67 a1 00 00 00 00", "0f a2", "0f 05", "0f 0b", "0f 01 fc", "0f 01 fa", "0f 01 fb", "0f 01 fd",
        "0f 31", "f3 0f 1e fa", "f0 48 0f b1 0f", "0f c7 0f", "0f ba e0 05", "0f a4 c2 05", "0f ac c2 05", "0f 70 c0 1b", "66 0f 73 d8 08",
        "0f c2 c1 01", "66 0f c4 c1 01", "66 0f 38 00 c1", "66 0f 3a 0f c1 08", "f2 0f 38 f0 c1", "66 0f 78 c1 08 04", "66 0f 79 c1",
        "f2 0f 78 c1 08 04", "f2 0f 79 c1", "f3 0f 2b 07", "f2 0f 2b 07", "c5 f8 77", "c5 f8 58 c1", "c5 f9 70 c0 1b", "c4 e2 79 58 c1",
        "c4 e3 79 0f c1 08", "c4 e1 f9 6e c0", "c4 c1 78 58 04 24", "62 f1 7c 48 58 c1", "62 f3 7d 48 3a c1 01", "d9 c0", "db 2c 24",
        "dd 5c 24 08", "cc", "cd 80", "e3 00", "a8 01", "a9 01 00 00 00", "66 a9 01 00", "68 00 00 00 00", "6a 00", "f3 a4", "f3 48 ab",
        "41 0f b6 84 24 00 00 00 00", "8f 00", "fe c0", "ff d0"
    })
    void knowsLengths(String bytes) {
        byte[] code = hex(bytes + "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");

        assertEquals(hex(bytes).length, new LengthDecoder(MemorySegment.ofArray(code)).length(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"06", "0e", "60", "82 00", "9a", "d4 0a", "ea", "0f 04", "0f 0a"})
    void refusesWhatIsNoInstruction(String bytes) {
        byte[] code = hex(bytes + "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");

        assertEquals(0, new LengthDecoder(MemorySegment.ofArray(code)).length(0));
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertEquals(0, new LengthDecoder(MemorySegment.ofArray(hex("e8 00 00"))).length(0));
        assertEquals(0, new LengthDecoder(MemorySegment.ofArray(hex("66 66 66 66 66 66 66 66 66 66 66 66 66 66 66 90"))).length(0));
    }

    /**
     * Text of our guest-native module with the boundaries that llvm-objdump lists (rebuilt by src/test/guest/boundaries): bytes, then one
     * length a byte.
     */
    @Test
    void agreesWithTheDisassemblerOnCompiledText() throws IOException {
        try (InputStream in = LengthDecoderTest.class.getResourceAsStream("text-boundaries.gz")) {
            assertNotNull(in);
            DataInputStream data = new DataInputStream(new GZIPInputStream(in));
            byte[] text = data.readNBytes(data.readInt());
            byte[] lengths = data.readNBytes(data.readInt());
            LengthDecoder decoder = new LengthDecoder(MemorySegment.ofArray(text));
            byte[] found = new byte[lengths.length];
            long at = 0;
            for (int i = 0; i < found.length; i++) {
                found[i] = (byte) decoder.length(at);
                assertEquals(lengths[i], found[i], "at 0x%x".formatted(at));
                at += found[i];
            }
            assertArrayEquals(lengths, found);
            assertEquals(text.length, at);
        }
    }

    @Test
    void sweepsOnlyInStepWithKnownStarts() {
        // A table of bytes that swallows the start of the next function, then: mov %fs:0, %rax ; ret
        byte[] code = hex("0e 48 b8" + "64488b042500000000 c3");

        CodePatcher.Sweep sweep = ALL.sweep(MemorySegment.ofArray(code), new long[] {0, 3});

        assertEquals(List.of(0L), sweep.undecodable());
        assertEquals(1, sweep.rewritten());
        assertEquals(0x65, code[3]);
    }
}
