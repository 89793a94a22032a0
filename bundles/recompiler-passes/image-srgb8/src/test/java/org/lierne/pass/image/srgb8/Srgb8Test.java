package org.lierne.pass.image.srgb8;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.HostDriver;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;
import org.lierne.testing.passes.JavaHost;

final class Srgb8Test {
    private static final int D2 = 9;
    private static final String ID = "pass.image.srgb8";

    private static final String SHADER = ID + ".shader";
    private static final String COPY = ID + ".copy";

    private static HostFacts host(boolean samples, boolean copies) {
        EnumSet<HostFeature> features = EnumSet.noneOf(HostFeature.class);
        if (samples) {
            features.add(HostFeature.SRGB8_SAMPLING);
        }
        if (copies) {
            features.add(HostFeature.SRGB8_COPIES);
        }
        return new HostFacts(HostDriver.NONE, 8, 32768, 1024, features);
    }

    private static ImagePassRun on(int format, HostFacts host) {
        return ImagePassRun.of(new Srgb8(), ID, ImagePassRun.image(D2, format)).with(host);
    }

    /** The rule's table: what the device can do, then the ways by default, with option shader, with option copy. */
    @ParameterizedTest
    @CsvSource({"true, true, NATIVE, SHADER, COPY", "true, false, NATIVE, SHADER, SHADER", "false, true, COPY, SHADER, COPY",
        "false, false, SHADER, SHADER, SHADER"})
    @Rule("A-061")
    void choosesByDeviceAndOption(boolean samples, boolean copies, Srgb8.Way plain, Srgb8.Way shader, Srgb8.Way copy) {
        HostFacts host = host(samples, copies);

        assertEquals(plain, Srgb8.way(host, Switches.DEFAULTS));
        assertEquals(shader, Srgb8.way(host, new Switches(Map.of(SHADER, true))));
        // Copying where the device cannot is no way; by default the device itself samples then, which the option forbids.
        assertEquals(copy, Srgb8.way(host, new Switches(Map.of(COPY, true))));
    }

    private record Codes(int first, int second) implements JavaHost.Image {
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
            return new int[] {first, second, 0, 1};
        }
    }

    private static int decoded(int code) {
        String x = on(128, host(false, false)).words("image.load coord(v0, v1) image=0 dim=d2 dmask=0x1", 1, new Codes(code, 0));
        return Integer.parseUnsignedInt(x, 16);
    }

    /** The rule's words, and all codes against the curve in doubles, rounded to eight significant bits. */
    @Test
    @Rule("A-060")
    void decodesInTheModule() {
        int[][] rows = {{0, 0}, {1, 0x399f0000}, {2, 0x3a1f0000}, {10, 0x3b470000}, {11, 0x3b5b0000}, {64, 0x3d520000}, {127, 0x3e590000},
            {128, 0x3e5d0000}, {188, 0x3f010000}, {200, 0x3f140000}, {254, 0x3f7e0000}, {255, 0x3f800000}};
        for (int[] row : rows) {
            assertEquals(Integer.toHexString(row[1]), Integer.toHexString(decoded(row[0])), "code " + row[0]);
        }
        for (int code = 0; code < 256; code++) {
            double c = code / 255.0;
            double linear = c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
            double step = Math.scalb(1.0, Math.getExponent(linear) - 7);
            float expected = (float) (Math.rint(linear / step) * step);
            assertEquals(expected, Float.intBitsToFloat(decoded(code)), "code " + code);
        }
    }

    @Test
    @Rule("A-060")
    void decodesBothChannelsAndSelects() {
        ImagePassRun run = on(129, host(false, false)).with(ImagePassRun.image(D2, 129, 5 | 4 << 3 | 1 << 6 | 0 << 9, 0));

        assertEquals("3f010000 3f800000 3f800000 00000000", run.words("image.load coord(v0, v1) image=0 dim=d2 dmask=0xf", 4,
                new Codes(255, 188)));
    }

    @Test
    @Rule("A-061")
    void samplesACopy() {
        ImagePassRun run = on(128, host(false, true));

        assertTrue(run.rewritten("v8: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz").getFirst().endsWith(
                "image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0xf format=130 lz"));
        assertEquals(List.of("v8: i32x4 = image.gather4 coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 format=130"),
                run.rewritten("v8: i32x4 = image.gather4 coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1"));
        assertTrue(run.rewritten("v8: i32 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x1").getFirst().contains("format=130"));
    }

    /** The output channels x, y and z select the texel's channel, one and zero. */
    @Test
    @Rule("A-061")
    void gathersConstantsThatTheDescriptorSelects() {
        ImagePassRun run = on(128, host(false, true)).with(ImagePassRun.image(D2, 128, 4 | 1 << 3 | 0 << 6 | 1 << 9, 0));
        String gather = "image.gather4 coord(v4, v5) image=0 sampler=1 dim=d2 dmask=";

        assertEquals("3f800000 3f800000 3f800000 3f800000", run.words(gather + "0x2", 4, null));
        assertEquals("00000000 00000000 00000000 00000000", run.words(gather + "0x4", 4, null));
        assertEquals("3c003c00 3c003c00", run.words(gather + "0x2 d16", 2, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v8: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz",
        "v8: i32x4 = image.gather4 coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1"})
    @Rule("A-061")
    void refusesSamplesWhereNothingDecodesThem(String instruction) {
        assertTrue(on(128, host(false, false)).refusal(instruction).contains("that the device cannot sample"));
        assertTrue(on(128, host(true, true)).with(SHADER, true).refusal(instruction).contains("that the device cannot sample"));
        assertEquals(List.of(instruction), on(128, host(true, true)).rewritten(instruction));
    }
}
