package org.lierne.pass.image.msaa_address_on_2d;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;

final class MsaaAddressOn2dTest {
    private static final int D2 = 9;
    private static final String ID = "pass.image.msaa-address-on-2d";

    private static ImagePassRun on(int type, int format) {
        return ImagePassRun.of(new MsaaAddressOn2d(), ID, ImagePassRun.image(type, format));
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 22, 56, 130})
    @Rule("A-004")
    void loadsTheTexelWhateverTheSample(int format) {
        for (String sample : List.of("v2", "0x0:i32", "0x7:i32", "0xffffffff:i32")) {
            assertEquals(List.of("v8: i32 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x1 unorm"), on(D2, format).rewritten(
                    "v8: i32 = image.load coord(v0, v1, " + sample + ") image=0 dim=d2_msaa dmask=0x1 unorm"));
        }
    }

    @Test
    void leavesAnImageOfSeveralSamplesAndPlainLoadsAlone() {
        String bySample = "v8: i32 = image.load coord(v0, v1, v2) image=0 dim=d2_msaa dmask=0x1 unorm";
        String plain = "v8: i32 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x1 unorm";

        assertEquals(List.of(bySample), on(14, 20).rewritten(bySample));
        assertEquals(List.of(plain), on(D2, 20).rewritten(plain));
    }

    /** Array addresses keep the ordinary error of the dimension check behind. */
    @Test
    @Rule("A-004")
    void leavesArraysOfSamplesToTheOrdinaryError() {
        String array = "v8: i32 = image.load coord(v0, v1, v2, v3) image=0 dim=d2_msaa_array dmask=0x1 unorm";

        assertEquals(List.of(array), on(D2, 20).rewritten(array));
    }

    @ParameterizedTest
    @CsvSource({"image.store coord(v0^ v1^ v2) data(v0) image=0 dim=d2_msaa dmask=0x1, this access by sample (store)",
        "v8: i32 = image.atomic_add coord(v0^ v1^ v2) data(v0) image=0 dim=d2_msaa dmask=0x1, this access by sample (atomic_add)",
        "v8: i32 = image.load coord(v0^ v1^ v2) lod(v3) image=0 dim=d2_msaa dmask=0x1, a load by sample and level",
        "v8: i32 = image.load coord(v0^ v1^ v2) image=0 dim=d2_msaa dmask=0x1 a16, a load by sample of a 2D image with 16-bit addresses",
        "v8: i32 = image.load coord(v0^ v1^ v2) image=0 dim=d2_msaa dmask=0x1 d16, a load by sample of a 2D image with 16-bit data",
        "v8: i32 = image.load_pck2 coord(v0^ v1^ v2) image=0 dim=d2_msaa dmask=0x1, this access by sample (load_pck2)"})
    @Rule("A-004")
    void refusesWhatIsNotEnabled(String instruction, String reason) {
        String refusal = on(D2, 20).refusal(instruction.replace('^', ','));

        assertTrue(refusal.startsWith(reason), refusal);
    }

    /** A depth format, a converted one, and one that was not measured. */
    @ParameterizedTest
    @ValueSource(ints = {7, 30, 71})
    @Rule("A-004")
    void refusesOtherFormats(int format) {
        String refusal = on(D2, format).refusal("v8: i32 = image.load coord(v0, v1, v2) image=0 dim=d2_msaa dmask=0x1 unorm");

        assertTrue(refusal.startsWith("a load by sample of a 2D image is not measured in this format"), refusal);
    }
}
