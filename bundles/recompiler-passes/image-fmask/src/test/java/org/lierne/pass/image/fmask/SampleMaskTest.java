package org.lierne.pass.image.fmask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;
import org.lierne.testing.passes.JavaHost;

final class SampleMaskTest {
    private static final int D2 = 9;
    private static final int D2_ARRAY = 13;
    private static final String ID = "pass.image.fmask";

    private static final String LOAD = "v8: i32 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x1 unorm";

    private static DescriptorWords mask(int type, int format, int selects, int mode, boolean isCompressed) {
        return DescriptorWords.of(0x10, 0xc0000000 | format << 20, 0x0000c001, type << 28 | mode << 20 | selects, 0, 0,
                isCompressed ? 1 << 21 : 0, 0);
    }

    private static ImagePassRun on(DescriptorWords image) {
        return ImagePassRun.of(new SampleMask(), ID, image);
    }

    private static ImagePassRun plain() {
        return on(mask(D2, 166, 4, 24, false));
    }

    @Test
    @Rule("A-032")
    void loadsTheDword() {
        List<String> body = plain().rewritten(LOAD);

        assertTrue(body.getFirst().contains("image.load coord(v0, v1) image=0 dim=d2 dmask=0x1 format=20 unorm"), body.toString());
        assertTrue(on(mask(D2_ARRAY, 166, 4, 24, false)).rewritten("v8: i32 = image.load coord(v0, v1, v2) image=0 dim=d2_array dmask=0x1")
                .getFirst().contains("dim=d2_array dmask=0x1 format=20"));
    }

    /** Selects x, 0, 1, x. */
    @Test
    @Rule("A-032")
    void selectsTheMaskZeroOrOne() {
        JavaHost.Image texels = new JavaHost.Image() {
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
                return new int[] {0x76543210, 0, 0, 1};
            }
        };

        assertEquals("76543210 00000000 00000001 76543210", on(mask(D2, 166, 4 | 0 << 3 | 1 << 6 | 4 << 9, 24, false)).words(
                "image.load coord(v0, v1) image=0 dim=d2 dmask=0xf unorm", 4, texels, 1, 1));
    }

    @Test
    @Rule("A-032")
    void refusesOtherMasks() {
        for (int format = 156; format <= 168; format++) {
            int each = format;
            assertTrue(format == 166 || on(mask(D2, format, 4, 24, false)).refusal(LOAD).startsWith("sample masks other than"), () -> "format " + each);
        }
        assertTrue(on(mask(D2, 166, 4, 24, true)).refusal(LOAD).startsWith("a compressed sample mask"));
        assertTrue(on(mask(D2, 166, 4, 27, false)).refusal(LOAD).startsWith("a sample mask in swizzle mode 27"));
        assertTrue(on(mask(D2, 166, 4 | 5 << 3, 24, false)).refusal(LOAD).startsWith("a sample mask has one channel"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v8: i32 = image.load_pck2 coord(v0, v1) image=0 dim=d2 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz",
        "v8: i32 = image.load coord(v0, v1) lod(v2) image=0 dim=d2 dmask=0x1", "v8: i32 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x1 d16",
        "image.store coord(v0, v1) data(v0) image=0 dim=d2 dmask=0x1"})
    @Rule("A-032")
    void refusesOtherAccesses(String instruction) {
        assertTrue(plain().refusal(instruction).contains("sample mask"), () -> plain().refusal(instruction));
    }
}
