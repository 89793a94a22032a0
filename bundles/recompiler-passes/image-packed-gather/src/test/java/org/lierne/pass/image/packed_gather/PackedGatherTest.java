package org.lierne.pass.image.packed_gather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.JavaHost;
import org.lierne.testing.passes.TestContext;

/** Expected words are derived from the text of rule A-044. */
final class PackedGatherTest {
    private static final int R8_UNORM = 1;
    private static final int R8_UINT = 5;
    private static final int R8_SNORM = 2;
    private static final int RG8_UNORM = 14;
    private static final int R16_FLOAT = 13;
    private static final int RGBA8_UNORM = 56;
    private static final int RGBA8_SRGB = 130;
    private static final int RGBA16_UNORM = 65;
    private static final int IN_ORDER = 0xfac;
    private static final int SWAPPED_RED_AND_BLUE = 0xf2e;
    private static final DescriptorWords SAMPLER = DescriptorWords.of(0, 0, 0, 0);

    /** The rule's texture: 8 by 4, the channel's code of texel (x, y) is 16 y + x, that of further channels 1, 2 and 3 times 64 more. */
    private record Texture(int format, boolean normalised) implements JavaHost.Image {
        @Override
        public int width() {
            return 8;
        }

        @Override
        public int height() {
            return 4;
        }

        @Override
        public int[] texel(int x, int y) {
            int[] channels = new int[4];
            for (int i = 0; i < 4; i++) {
                int code = 16 * y + x + 64 * i;
                channels[i] = normalised ? Float.floatToRawIntBits(code / 255f) : code;
            }
            return channels;
        }
    }

    private static DescriptorWords image(int format, int selects) {
        return DescriptorWords.of(0x10, 0xc0000000 | format << 20, 0x0000c001, 0x90000000 | selects, 0, 0, 0, 0);
    }

    private static IrModule module(String gather, int results) {
        StringBuilder text = new StringBuilder("""
                module compute wave=32
                resource 0 image read pc=0x0000 path(ud0, ud1, ud2, ud3, ud4, ud5, ud6, ud7)
                resource 1 sampler read pc=0x0000 path(ud8, ud9, ud10, ud11)
                block b0
                  v0: i32 = user_data dword=0
                  v1: i32 = user_data dword=1
                  v2: f32 = bitcast v0
                  v3: f32 = bitcast v1
                """);
        text.append("  v4: i32").append(results == 1 ? "" : "x" + results).append(" = ").append(gather).append('\n');
        for (int i = 0; i < results && results > 1; i++) {
            text.append("  v").append(5 + i).append(": i32 = extract v4 index=").append(i).append('\n');
        }
        String data = results == 1 ? "v4" : java.util.stream.IntStream.range(0, results).mapToObj(i -> "v" + (5 + i))
                .collect(Collectors.joining(", "));
        return IrText.parse(text + "  lds.store 0x0:i32 data(" + data + ") element=32x" + results + "\n  return\n");
    }

    private static String gather(int dmask) {
        return "image.gather4h_pck coord(v2, v3) image=0 sampler=1 dim=d2 dmask=0x" + Integer.toHexString(dmask);
    }

    private static TestContext context(DescriptorWords image) {
        return TestContext.of("pass.image.packed-gather").with(image, SAMPLER);
    }

    /** The gathered words at column {@code x} and row {@code y} in texels. */
    private static String words(int format, int selects, int dmask, double x, double y) {
        IrModule module = module(gather(dmask), Integer.bitCount(dmask));
        assertTrue(new PackedGather().run(module, context(image(format, selects))));
        boolean normalised = format != R8_UINT;
        return JavaHost.run(module, new Texture(format, normalised), Float.floatToRawIntBits((float) (x / 8)),
                Float.floatToRawIntBits((float) (y / 4))).stream().map("%08x"::formatted).collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource({"3.5, 1.5, 15141312", "0.5, 1.5, 12111010", "0.0, 1.5, 11101010", "7.5, 1.5, 17171716", "3.5, -0.5, 05040302",
        "3.5, 4.0, 00000000", "-1e20, 1.5, 10101010", "1e20, 1.5, 17171717"})
    @Rule("A-044")
    void readsFourTexelsFromOneLeftOfTheAnchor(double x, double y, String expected) {
        assertEquals(expected, words(R8_UNORM, IN_ORDER, 1, x, y));
        assertEquals(expected, words(R8_UINT, IN_ORDER, 1, x, y));
    }

    @Test
    @Rule("A-044")
    void givesTheDwordsOfTheStreamThatDmaskNames() {
        assertEquals("c2824202 c4844404", words(RGBA8_UNORM, IN_ORDER, 0b0101, 3.5, 0.5));
        assertEquals("d3935313 d5955515", words(RGBA8_UNORM, IN_ORDER, 0b1010, 3.5, 1.5));
        assertEquals("43034202 45054404", words(RG8_UNORM, IN_ORDER, 0b0011, 3.5, 0.5));
    }

    @Test
    @Rule("A-044")
    void givesZerosPastTheStreamAndForWideTexels() {
        assertEquals("15141312 00000000", words(R8_UNORM, IN_ORDER, 0b0011, 3.5, 1.5));
        assertEquals("00000000 00000000 00000000 00000000", words(RGBA16_UNORM, IN_ORDER, 0b1111, 3.5, 1.5));
    }

    /** With red and blue exchanged by the view, its x channel holds the texel's z. */
    @Test
    @Rule("A-044")
    void readsTheTexelsBitsWhateverTheDescriptorSelects() {
        assertEquals("c2024282", words(RGBA8_UNORM, SWAPPED_RED_AND_BLUE, 0b0001, 3.5, 0.5));
    }

    @Test
    void readsZerosThroughANullDescriptor() {
        IrModule module = module(gather(1), 1);
        new PackedGather().run(module, context(DescriptorWords.of(0, 0, 0, 0, 0, 0, 0, 0)));

        assertEquals(List.of(0), JavaHost.run(module, null, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {R8_SNORM, R16_FLOAT, RGBA8_SRGB, 0, 169})
    @Rule("A-044")
    void refusesFormatsWhoseBitsTheHostDoesNotTell(int format) {
        TranslationRefused refusal = assertThrows(TranslationRefused.class,
                () -> new PackedGather().run(module(gather(1), 1), context(image(format, IN_ORDER))));

        assertTrue(refusal.reason().startsWith("the texels' bits cannot be told from what the host reads"), refusal.reason());
    }

    @Test
    @Rule("A-044")
    void refusesAChannelThatNothingSelects() {
        assertThrows(TranslationRefused.class,
                () -> new PackedGather().run(module(gather(1), 1), context(image(RGBA8_UNORM, 0x924))));
    }

    @ParameterizedTest
    @CsvSource({"image.gather8h_pck coord(v2^ v3) image=0 sampler=1 dim=d2 dmask=0x1, a gather of eight texels",
        "image.gather4h_pck coord(v2^ v3) image=0 sampler=1 dim=d2 dmask=0x1 d16, a packed gather of 16-bit data",
        "image.gather4h_pck coord(v2^ v3) image=0 sampler=1 dim=d2 dmask=0x1 unorm, a packed gather at texel coordinates",
        "image.gather4h_pck coord(v2^ v3^ v3) image=0 sampler=1 dim=d2_array dmask=0x1, a packed gather with dim:d2_array"})
    @Rule("A-044")
    void refusesWhatWasNotMeasured(String gather, String reason) {
        TranslationRefused refusal = assertThrows(TranslationRefused.class,
                () -> new PackedGather().run(module(gather.replace('^', ','), 1), context(image(R8_UNORM, IN_ORDER))));

        assertTrue(refusal.reason().contains(reason), refusal.reason());
    }

    @Test
    void leavesOtherGathersAlone() {
        IrModule module = module("image.gather4 coord(v2, v3) image=0 sampler=1 dim=d2 dmask=0x1", 4);

        assertFalse(new PackedGather().run(module, context(image(R8_UNORM, IN_ORDER))));
    }
}
