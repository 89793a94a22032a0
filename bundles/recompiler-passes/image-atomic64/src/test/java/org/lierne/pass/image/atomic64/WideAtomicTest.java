package org.lierne.pass.image.atomic64;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.program.HostDriver;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;

final class WideAtomicTest {
    private static final int D2 = 9;
    private static final String ID = "pass.image.atomic64";

    private static final String ADD = "v8: i32x2 = image.atomic_add coord(v0, v1) data(v2, v3) image=0 dim=d2 dmask=0x3";

    private static ImagePassRun on(int format) {
        HostFacts common = HostFacts.common(8);
        EnumSet<HostFeature> features = EnumSet.of(HostFeature.IMAGE_INT64_ATOMICS);
        features.addAll(common.features());
        return ImagePassRun.of(new WideAtomic(), ID, ImagePassRun.image(D2, format)).with(new HostFacts(HostDriver.NONE, 8, 32768, 1024, features));
    }

    @ParameterizedTest
    @ValueSource(ints = {62, 63, 64})
    @Rule("A-059")
    void actsOnSixtyFourBits(int format) {
        assertEquals(List.of(ADD + " format=512"), on(format).rewritten(ADD));
        String swap = "v8: i32x2 = image.atomic_cmpswap coord(v0, v1) data(v2, v3, v0, v1) image=0 dim=d2 dmask=0xf";
        assertEquals(List.of(swap + " format=512"), on(format).rewritten(swap));
    }

    @Test
    @Rule("A-059")
    void refusesADeviceWithoutThem() {
        String refusal = ImagePassRun.of(new WideAtomic(), ID, ImagePassRun.image(D2, 62)).refusal(ADD);

        assertTrue(refusal.startsWith("the device has no 64-bit image atomics (VK_EXT_shader_image_atomic_int64)"), refusal);
    }

    @Test
    @Rule("A-059")
    void refusesCountsFormatsAndOtherAccesses() {
        assertTrue(on(62).refusal(ADD.replace("add", "inc")).startsWith("a count in 64 bits"));
        assertTrue(on(62).refusal(ADD.replace("add", "dec")).startsWith("a count in 64 bits"));
        assertTrue(on(62).refusal(ADD.replace("add", "fmin")).startsWith("an atomic on floats of 64 bits"));
        assertTrue(on(56).refusal(ADD).startsWith("an atomic on two dwords of a format other than 32_32"));
        assertTrue(on(62).refusal(ADD + "\nv9: i32 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x1").startsWith(
                "an image that 64-bit atomics update"));
    }

    @Test
    void leavesAtomicsOnOneDwordAlone() {
        String add = "v8: i32 = image.atomic_add coord(v0, v1) data(v2) image=0 dim=d2 dmask=0x1";

        assertEquals(List.of(add), on(20).rewritten(add));
    }
}
