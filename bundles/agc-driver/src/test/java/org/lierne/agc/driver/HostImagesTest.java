package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.testing.Rule;

/** The smallest level of a view; the rule's own figures. */
final class HostImagesTest {
    private static float minLod(int field, int base, int last) {
        return HostImages.minLod(field, base, last - base + 1, false, true, "image");
    }

    @Rule("C-061")
    @Test
    void boundsTheClampByTheLevelsOfTheView() {
        assertEquals(0, minLod(0x000, 0, 3));
        assertEquals(1.5f, minLod(0x180, 0, 3));
        assertEquals(3.0f, minLod(0x500, 0, 3));
        assertEquals(0, minLod(0x100, 1, 3));
        assertEquals(1.00390625f, minLod(0x101, 1, 3));
    }

    @Rule("C-061")
    @Test
    void refusesAClampAboveTheLevelThatIsStoredTo() {
        assertEquals(0, HostImages.minLod(0x200, 2, 1, true, true, "image"));
        assertThrows(WorkRefused.class, () -> HostImages.minLod(0x201, 2, 1, true, true, "image"));
    }

    @Rule("C-061")
    @Test
    void refusesAClampWhereTheDeviceHasNone() {
        assertEquals(0, HostImages.minLod(0x000, 0, 4, false, false, "image"));
        WorkRefused refused = assertThrows(WorkRefused.class, () -> HostImages.minLod(0x180, 0, 4, false, false,
                "image"));
        assertTrue(String.valueOf(refused.getMessage()).contains("srt.image.min-lod"), refused.getMessage());
    }
}
