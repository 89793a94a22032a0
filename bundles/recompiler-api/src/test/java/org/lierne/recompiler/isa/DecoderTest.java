package org.lierne.recompiler.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DecoderTest {
    @Test
    void readsOperandsWithTheirWidths() {
        Decoded d = decode(64, 0x8aea7e04);

        assertEquals("s_andn2_b64", d.row().name());
        assertEquals(new Operand.Sgpr(106, DataType.B64), d.destination(0));
        assertEquals(new Operand.Sgpr(4, DataType.B64), d.source(0));
        assertEquals(new Operand.Sgpr(126, DataType.B64), d.source(1));
        assertEquals(4, d.nextPc());
    }

    @Test
    void refusalNamesOffsetDwordAndReason() {
        DecodeRefusal refusal = assertInstanceOf(DecodeRefusal.class, new Decoder(32).decode(new int[] {0xfc000000}, 0, 8));

        assertEquals("pc=0x0008 dword 0xfc000000: no encoding starts with these bits", refusal.message());
    }

    /** Field report R1: eleven address registers, five of them from VADDR and the first NSA dword's order. */
    @Test
    void readsRayAddressesFromNsaDwords() {
        Decoded d = decode(32, 0xf1989f07, 0x00040505, 0x4442413d, 0x4543403e, 0x00004746);

        assertEquals("image_bvh_intersect_ray", d.row().name());
        assertEquals(List.of(5, 61, 65, 66, 68, 62, 64, 67, 69, 70, 71), d.imageAddress());
        assertEquals(20, d.sizeBytes());
    }

    /** Field report R2. */
    @Test
    void readsFindFirstBitHighSigned() {
        assertEquals("v_ffbh_i32_e32 v14, v14", decode(32, 0x7e1c770e).toString());
    }

    /** Field report R3: VOP3 opcodes that stand for VOPC and VOP1 instructions. */
    @Test
    void readsVop3AliasesOfShortEncodings() {
        assertEquals("v_cmp_lt_f32_e64", decode(32, 0xd4010004, 0x00000501).row().mnemonic(Form.E64));
        assertEquals("v_mov_b32_e64 v5, v1", decode(32, 0xd5810005, 0x00000101).toString());
    }

    /** Field report R11: an instruction of older generations. */
    @Test
    void refusesSetvskip() {
        DecodeRefusal refusal = assertInstanceOf(DecodeRefusal.class, new Decoder(32).decode(new int[] {0xbf100100}, 0, 0));

        assertEquals(0xbf100100, refusal.dword());
        assertEquals("no such opcode in SOPC", refusal.reason());
    }

    @Test
    void readsScalarTuplesThatEndInVcc() {
        assertEquals("s_buffer_load_dwordx4 s[104:107], s[0:3], 0x10", decode(32, 0xf4281a00, 0xfa000010).toString());
        assertEquals("s_load_dwordx4 s[104:107], s[0:1], 0x10", decode(64, 0xf4081a00, 0xfa000010).toString());
        assertEquals("buffer_load_dword v0, off, s[104:107], 0", decode(32, 0xe0300000, 0x801a0000).toString());
        assertEquals("image_sample v[0:3], v[0:1], s[0:7], s[104:107] dmask:0xf dim:SQ_RSRC_IMG_2D",
                decode(32, 0xf0800f08, 0x03400000).toString());
    }

    @Test
    void refusesDescriptorsPastVcc() {
        DecodeRefusal image = refuse(0xf0800f08, 0x001a0000);

        assertEquals("descriptor tuple past VCC: s[104:111]", image.reason());
        assertEquals("tuple past the last trap register", refuse(0xf0800f08, 0x001e0000).reason());
    }

    @Test
    void readsComparisonsWithDpp() {
        assertEquals("v_cmp_eq_f32_dpp vcc_lo, v0, v2 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf",
                decode(32, 0x7c0404fa, 0xff00e400).toString());
        assertEquals(2, decode(64, 0x7d0404fa, 0xff0c4e00).dwords());
    }

    @Test
    void answersAnyDwords() {
        long seed = Long.getLong("lierne.seed", 42);
        long count = Long.getLong("lierne.random.dwords", 2_000_000);
        SplittableRandom random = new SplittableRandom(seed);
        Decoder[] decoders = {new Decoder(32), new Decoder(64)};
        StringBuilder text = new StringBuilder();
        int[] words = new int[5];
        long instructions = 0;

        for (long i = 0; i < count; i += words.length) {
            for (int k = 0; k < words.length; k++) {
                words[k] = random.nextInt();
            }
            switch (decoders[(int) (i & 1)].decode(words, 0, 0)) {
                case Decoded d -> {
                    text.setLength(0);
                    IsaPrinter.print(d, text);
                    d.destinations();
                    d.sources();
                    assertTrue(!text.isEmpty() && d.dwords() <= 5, () -> "seed " + seed);
                    instructions++;
                }
                case DecodeRefusal refusal -> assertTrue(!refusal.reason().isEmpty(), () -> "seed " + seed);
            }
        }

        assertTrue(instructions > 0);
    }

    private static DecodeRefusal refuse(int... words) {
        return assertInstanceOf(DecodeRefusal.class, new Decoder(32).decode(words, 0, 0));
    }

    private static Decoded decode(int waveSize, int... words) {
        Decoded d = assertInstanceOf(Decoded.class, new Decoder(waveSize).decode(words, 0, 0));
        assertEquals(words.length, d.dwords());
        return d;
    }
}
