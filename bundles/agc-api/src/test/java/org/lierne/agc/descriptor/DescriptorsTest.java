package org.lierne.agc.descriptor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.lierne.testing.Rule;

/** The descriptors of the collected frame and of one title, as their notes describe them. */
final class DescriptorsTest {
    @Test
    void readsTheFramesVertexBuffer() {
        BufferDescriptor d = BufferDescriptor.of(new int[] {0x12010000, 0x00140002, 4, 0x0104AFAC}, 0);

        assertEquals(0x212010000L, d.base());
        assertEquals(20, d.stride());
        assertEquals(4, d.records());
        assertEquals(80, d.bytes());
        assertEquals(74, d.format());
    }

    @Test
    void readsTheFramesImage() {
        ImageDescriptor d = ImageDescriptor.of(new int[] {0x02130000, 0xC3800000, 0x803FC03F, 0x90000FAC, 0, 0, 0, 0},
                0);

        assertEquals(0x213000000L, d.base());
        assertEquals(ImageType.D2, d.type());
        assertEquals(256, d.width());
        assertEquals(256, d.height());
        assertEquals("8_8_8_8_UNORM", Objects.requireNonNull(GuestFormat.of(d.format())).name());
        assertEquals(0, d.mode());
        assertEquals(1, d.slices());
    }

    @Rule("C-063")
    @Test
    void readsTheCubeThatATitleStoresTo() {
        ImageDescriptor d = ImageDescriptor.of(new int[] {0x209a6200, 0xc4700000, 0x003fc03f, 0xb1b00fac, 5,
            0x00700080, 0x007b0000, 0x00209aa4}, 0);

        assertEquals(ImageType.CUBE, d.type());
        assertEquals(256, d.width());
        assertEquals(71, d.format());
        assertEquals(6, d.slices());
        assertEquals(0, d.firstSlice());
        assertEquals(27, d.mode());
        assertTrue(d.isCompressed());
    }

    @Rule("R18")
    @Test
    void givesACubeSixFacesWhereFirstAndLastSliceAreEqual() {
        assertEquals(6, ImageDescriptor.of(new int[] {1, 0, 0, 0xB0000FAC, 0, 0, 0, 0}, 0).slices());
        assertEquals(6, ImageDescriptor.of(new int[] {1, 0, 0, 0xB0000FAC, 5 | 5 << 16, 0, 0, 0}, 0).slices());
        assertEquals(12, ImageDescriptor.of(new int[] {1, 0, 0, 0xB0000FAC, 6 | 6 << 16, 0, 0, 0}, 0).slices());
    }

    @Rule("R12")
    @Test
    void knowsTypesThatAreNoImages() {
        for (int type = 0; type < 8; type++) {
            assertNull(ImageDescriptor.of(new int[] {1, 0, 0, type << 28, 0, 0, 0, 0}, 0).type());
        }
    }

    @Test
    void readsTheFramesSampler() {
        SamplerDescriptor s = SamplerDescriptor.of(new int[] {0x92, 0x00FFF000, 0x00500000, 0}, 0);

        assertEquals(2, s.clampX());
        assertEquals(2, s.clampZ());
        assertEquals(1, s.magFilter());
        assertEquals(1, s.minFilter());
        assertEquals(0, s.mipFilter());
        assertEquals(0, s.minLod());
        assertEquals(4095 / 256f, s.maxLod());
        assertFalse(s.isUnnormalized());
    }

    @Test
    void readsNegativeLodBias() {
        assertEquals(-1, SamplerDescriptor.of(new int[] {0, 0, 0x3F00, 0}, 0).lodBias());
    }
}
