package org.lierne.recompiler.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.lierne.testing.Rule;

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

    @Test
    @Rule("R1")
    void readsRayAddressesFromNsaDwords() {
        Decoded d = decode(32, 0xf1989f07, 0x00040505, 0x4442413d, 0x4543403e, 0x00004746);

        assertEquals("image_bvh_intersect_ray", d.row().name());
        assertEquals(List.of(5, 61, 65, 66, 68, 62, 64, 67, 69, 70, 71), d.imageAddress());
        assertEquals(20, d.sizeBytes());
    }

    @Test
    @Rule("A-044")
    void readsPackedGathersWithARegisterForEachBitOfDmask() {
        assertEquals("image_gather4h_pck v[4:5], v[0:1], s[8:15], s[16:19] dmask:0xa dim:SQ_RSRC_IMG_2D",
                decode(32, 0xf1880a08, 0x00820400).toString());
        assertEquals("image_gather8h_pck v4, v[0:1], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D",
                decode(32, 0xf18c0108, 0x00820400).toString());
    }

    /** A choice moves bits, so a compiler may extend a byte on the way; a sum of floats has no use for it. */
    @Test
    void extendsSourcesThatAreMovedAsTheyAre() {
        assertEquals("v_cndmask_b32_sdwa v17, v18, sext(v17), vcc_lo dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_0",
                decode(32, 0x022222f9, 0x0c060612).toString());
        assertInstanceOf(DecodeRefusal.class, new Decoder(32).decode(new int[] {0x062222f9, 0x0c060612}, 0, 0));
    }

    @Test
    @Rule("R2")
    void readsFindFirstBitHighSigned() {
        assertEquals("v_ffbh_i32_e32 v14, v14", decode(32, 0x7e1c770e).toString());
    }

    @Test
    @Rule("R3")
    void readsVop3AliasesOfShortEncodings() {
        assertEquals("v_cmp_lt_f32_e64", decode(32, 0xd4010004, 0x00000501).row().mnemonic(Form.E64));
        assertEquals("v_mov_b32_e64 v5, v1", decode(32, 0xd5810005, 0x00000101).toString());
    }

    @Test
    @Rule("R11")
    void refusesSetvskip() {
        DecodeRefusal refusal = assertInstanceOf(DecodeRefusal.class, new Decoder(32).decode(new int[] {0xbf100100}, 0, 0));

        assertEquals(0xbf100100, refusal.dword());
        assertEquals("no such opcode in SOPC", refusal.reason());
    }

    @Test
    @Rule({"A-003", "A-005"})
    void readsScalarTuplesThatEndInVcc() {
        assertEquals("s_buffer_load_dwordx4 s[104:107], s[0:3], 0x10", decode(32, 0xf4281a00, 0xfa000010).toString());
        assertEquals("s_load_dwordx4 s[104:107], s[0:1], 0x10", decode(64, 0xf4081a00, 0xfa000010).toString());
        assertEquals("buffer_load_dword v0, off, s[104:107], 0", decode(32, 0xe0300000, 0x801a0000).toString());
        assertEquals("image_sample v[0:3], v[0:1], s[0:7], s[104:107] dmask:0xf dim:SQ_RSRC_IMG_2D",
                decode(32, 0xf0800f08, 0x03400000).toString());
    }

    @Test
    @Rule({"A-003", "A-005"})
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

    /** Two million dwords; a hundred million in the long run, which prints its figure. */
    @Test
    void answersAnyDwords() {
        boolean isLong = Boolean.getBoolean("lierne.long");
        long seed = Long.getLong("lierne.seed", 42);
        long count = isLong ? 100_000_000 : 2_000_000;
        SplittableRandom random = new SplittableRandom(seed);
        Decoder[] decoders = {new Decoder(32), new Decoder(64)};
        AsciiText text = new AsciiText(64);
        int[] words = new int[5];
        long instructions = 0;
        long start = System.nanoTime();

        for (long i = 0; i < count; i += words.length) {
            for (int k = 0; k < words.length; k++) {
                words[k] = random.nextInt();
            }
            switch (decoders[(int) (i & 1)].decode(words, 0, 0)) {
                case Decoded d -> {
                    text.clear();
                    IsaPrinter.print(d, text);
                    assertTrue(text.length() > 0 && d.dwords() <= 5, () -> "seed " + seed);
                    assertEquals(d.layout().sources().size(), d.sources().size());
                    instructions++;
                }
                case DecodeRefusal refusal -> assertTrue(!refusal.reason().isEmpty(), () -> "seed " + seed);
            }
        }

        assertTrue(instructions > 0);
        if (isLong) {
            System.out.printf("decoder: %d random dwords, %d instructions, the rest refused, %.1f s, seed %d%n", count, instructions,
                    (System.nanoTime() - start) / 1e9, seed);
        }
    }

    /** What random dwords print can be assembled, and prints the same again. */
    @Test
    void assemblesWhatItPrints() {
        long seed = Long.getLong("lierne.seed", 7);
        SplittableRandom random = new SplittableRandom(seed);
        Decoder decoder = new Decoder(32);
        Assembler assembler = new Assembler(32);
        List<String> wrong = new ArrayList<>();

        for (int i = 0; i < 100_000; i++) {
            int[] words = {random.nextInt(), random.nextInt(), random.nextInt(), random.nextInt(), random.nextInt()};
            if (decoder.decode(words, 0, 0) instanceof Decoded d) {
                String text = d.toString();
                String again;
                try {
                    int[] assembled = assembler.assemble(text);
                    again = decoder.decode(assembled, 0, 0) instanceof Decoded e ? e.toString() : "refused";
                } catch (AssemblyRefusal refusal) {
                    again = String.valueOf(refusal.getMessage());
                }
                if (!again.equals(text)) {
                    wrong.add(text + " -> " + again);
                }
            }
        }

        assertEquals(List.of(), wrong.subList(0, Math.min(10, wrong.size())), () -> wrong.size() + " differ, seed " + seed);
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
