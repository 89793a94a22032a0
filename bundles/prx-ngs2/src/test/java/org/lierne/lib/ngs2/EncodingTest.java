package org.lierne.lib.ngs2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Samples as bytes (derived: half the full scale, and the least value). */
class EncodingTest {
    private static void holds(Encoding encoding, String half, String least) {
        assertArrayEquals(new float[] {0.5f, -1}, encoding.decode(HexFormat.of().parseHex(half + least), 2), encoding.name());
    }

    @Test
    void eachKindIsReadInItsOrder() {
        holds(Encoding.I8, "40", "80");
        holds(Encoding.U8, "c0", "00");
        holds(Encoding.I16_LITTLE, "0040", "0080");
        holds(Encoding.I16_BIG, "4000", "8000");
        holds(Encoding.I24_LITTLE, "000040", "000080");
        holds(Encoding.I24_BIG, "400000", "800000");
        holds(Encoding.I32_LITTLE, "00000040", "00000080");
        holds(Encoding.I32_BIG, "40000000", "80000000");
        holds(Encoding.F32_LITTLE, "0000003f", "000080bf");
        holds(Encoding.F32_BIG, "3f000000", "bf800000");
        holds(Encoding.F64_LITTLE, "000000000000e03f", "000000000000f0bf");
        holds(Encoding.F64_BIG, "3fe0000000000000", "bff0000000000000");
    }

    @Test
    void lowBytesCount() {
        assertEquals(0x010203 / 0x1p23f, Encoding.I24_LITTLE.decode(HexFormat.of().parseHex("030201"), 1)[0]);
        assertEquals(-2 / 0x1p23f, Encoding.I24_LITTLE.decode(HexFormat.of().parseHex("feffff"), 1)[0]);
        assertEquals(0x010283 / 0x1p23f, Encoding.I24_BIG.decode(HexFormat.of().parseHex("010283"), 1)[0]);
    }

    @Test
    void wholeNumbersAreRoundedAndLimited() {
        float[] values = {0.5f, 1, -2, 1.6f / 32_768};

        assertArrayEquals(HexFormat.of().parseHex("0040ff7f00800200"), Encoding.I16_LITTLE.encode(values));
        assertArrayEquals(HexFormat.of().parseHex("40007fff80000002"), Encoding.I16_BIG.encode(values));
        assertArrayEquals(HexFormat.of().parseHex("3f0000003f800000c0000000"), Encoding.F32_BIG.encode(new float[] {0.5f, 1, -2}));
    }

    /** First by shift 8 and no filter: 7 and -8 sixteenths of 4096. Then shift 12 and filter 1: each is 60/64 of the one before. */
    @Test
    void vagFramesAreForetoldFromTheSamplesBefore() {
        VagDecoder decoder = new VagDecoder();
        byte[] frame = new byte[16];
        frame[0] = 8;
        frame[2] = (byte) 0x87;
        float[] first = decoder.decode(frame);
        assertEquals(7 * 16 / 32_768f, first[0]);
        assertEquals(-8 * 16 / 32_768f, first[1]);
        assertEquals(0, first[2]);

        frame[0] = 4;
        frame[2] = 0;
        frame[15] = 0x10;
        assertEquals(256 / 32_768f, decoder.decode(frame)[27]);
        frame[0] = 0x1C;
        frame[15] = 0;
        float[] second = decoder.decode(frame);
        assertEquals(240 / 32_768f, second[0]);
        assertEquals(225 / 32_768f, second[1]);
        assertEquals(210 / 32_768f, second[2]);
    }
}
