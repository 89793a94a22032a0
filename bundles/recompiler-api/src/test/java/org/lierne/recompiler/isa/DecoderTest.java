package org.lierne.recompiler.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.junit.jupiter.api.Test;

class DecoderTest {
    @Test
    void readsOperandsWithTheirWidths() {
        int andn2 = 0x8aea7e04;

        Decoded d = assertInstanceOf(Decoded.class, new Decoder(64).decode(new int[] {andn2}, 0, 0x40));

        assertEquals("s_andn2_b64", d.row().name());
        assertEquals(new Operand.Sgpr(106, DataType.B64), d.destination(0));
        assertEquals(new Operand.Sgpr(4, DataType.B64), d.source(0));
        assertEquals(new Operand.Sgpr(126, DataType.B64), d.source(1));
        assertEquals(0x44, d.nextPc());
    }

    @Test
    void refusesWhatNoEncodingStartsWith() {
        DecodeRefusal refusal = assertInstanceOf(DecodeRefusal.class, new Decoder(32).decode(new int[] {0xfc000000}, 0, 8));

        assertEquals("pc=0x0008 dword 0xfc000000: no encoding starts with these bits", refusal.message());
    }
}
