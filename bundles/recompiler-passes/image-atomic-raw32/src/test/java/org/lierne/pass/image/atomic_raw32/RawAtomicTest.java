package org.lierne.pass.image.atomic_raw32;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;

final class RawAtomicTest {
    private static final int D2 = 9;
    private static final String ID = "pass.image.atomic-raw32";

    private static ImagePassRun on(int format) {
        return ImagePassRun.of(new RawAtomic(), ID, ImagePassRun.image(D2, format));
    }

    private static final List<String> OPERATIONS = List.of("swap", "add", "sub", "smin", "umin", "smax", "umax", "and", "or", "xor", "inc", "dec");

    @ParameterizedTest
    @ValueSource(ints = {21, 22})
    @Rule("A-054")
    void actsOnTheDword(int format) {
        for (String operation : OPERATIONS) {
            String atomic = "v8: i32 = image.atomic_" + operation + " coord(v0, v1) data(v2) image=0 dim=d2 dmask=0x1";

            assertEquals(List.of(atomic + " format=20"), on(format).rewritten(atomic));
            assertEquals(List.of(atomic), on(20).rewritten(atomic));
        }
        assertEquals(List.of("v8: i32 = image.atomic_cmpswap coord(v0, v1) data(v2, v3) image=0 dim=d2 dmask=0x3 format=20"),
                on(format).rewritten("v8: i32 = image.atomic_cmpswap coord(v0, v1) data(v2, v3) image=0 dim=d2 dmask=0x3"));
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 7, 11, 13, 23, 27, 56, 60, 62, 130})
    @Rule("A-054")
    void refusesOtherFormats(int format) {
        assertTrue(on(format).refusal("v8: i32 = image.atomic_add coord(v0, v1) data(v2) image=0 dim=d2 dmask=0x1").startsWith(
                "an atomic on one dword of a format other than"));
    }
}
