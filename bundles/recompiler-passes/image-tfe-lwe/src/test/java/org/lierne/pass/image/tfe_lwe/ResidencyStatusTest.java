package org.lierne.pass.image.tfe_lwe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;

final class ResidencyStatusTest {
    private static final int D2 = 9;
    private static final String ID = "pass.image.tfe-lwe";

    private static final ImagePassRun RUN = ImagePassRun.of(new ResidencyStatus(), ID, ImagePassRun.image(D2, 56));

    @ParameterizedTest
    @ValueSource(strings = {"tfe", "lwe", "tfe lwe"})
    @Rule("A-043")
    void asksForNoStatus(String flags) {
        for (String access : List.of("v8: i32x2 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x3 unorm",
                "v8: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz",
                "v8: i32x4 = image.gather4 coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1")) {
            assertEquals(List.of(access), RUN.rewritten(access + " " + flags));
        }
    }

    @Test
    @Rule("A-043")
    void refusesALevelQueryThatWarns() {
        String query = "v8: i32 = image.get_lod coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1";

        assertTrue(RUN.refusal(query + " lwe").startsWith("what a level query with lwe gives"));
        assertEquals(List.of(query), RUN.rewritten(query + " tfe"));
    }
}
