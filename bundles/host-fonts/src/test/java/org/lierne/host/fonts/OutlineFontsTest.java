package org.lierne.host.fonts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lierne.host.font.FontFace;
import org.lierne.host.font.FontLine;
import org.lierne.host.font.FontRefused;
import org.lierne.host.font.GlyphImage;
import org.lierne.host.font.GlyphMetrics;
import org.lierne.host.font.GlyphStyle;

/** Measures are worked out from the rectangle of {@link SquareFont} (derived): 20 pixels an em are a pixel for 50 units. */
class OutlineFontsTest {
    private static final GlyphStyle PLAIN = new GlyphStyle(20, 20, 0, 0, 0);

    private final OutlineFonts reader = OutlineFonts.standalone();
    private FontFace face;

    @BeforeEach
    void open() throws FontRefused {
        face = reader.open(SquareFont.of('A'), 0);
    }

    @AfterEach
    void close() {
        face.close();
        reader.stop();
    }

    @Test
    void tellsLinesAsFractionsOfTheEm() throws FontRefused {
        assertEquals(new FontLine(0.8f, -0.25f, 1.2f, 0.75f), face.line());
    }

    @Test
    void knowsWhichLettersItHas() throws FontRefused {
        assertTrue(face.has('A'));
        assertFalse(face.has('B'));
    }

    @Test
    void measuresAGlyph() throws FontRefused {
        GlyphMetrics metrics = face.metrics('A', PLAIN);

        assertEquals(8, metrics.width());
        assertEquals(16, metrics.height());
        assertEquals(2, metrics.horizontalX());
        assertEquals(12, metrics.horizontalY());
        assertEquals(15, metrics.horizontalAdvance());
    }

    @Test
    void scalesBothWaysApart() throws FontRefused {
        GlyphMetrics metrics = face.metrics('A', new GlyphStyle(10, 40, 0, 0, 0));

        assertEquals(4, metrics.width());
        assertEquals(32, metrics.height());
        assertEquals(7.5f, metrics.horizontalAdvance());
    }

    @Test
    void leansAndThickensGlyphs() throws FontRefused {
        assertEquals(8 + 16 * 0.25f, face.metrics('A', new GlyphStyle(20, 20, 0.25f, 0, 0)).width());
        assertEquals(9, face.metrics('A', new GlyphStyle(20, 20, 0, 1, 0)).width());
        assertEquals(16, face.metrics('A', new GlyphStyle(20, 20, 0, 1, 0)).height());
        assertEquals(16, face.metrics('A', new GlyphStyle(20, 20, 0, 1, 0)).horizontalAdvance());
    }

    @Test
    void drawsWhatTheOutlineCovers() throws FontRefused {
        GlyphImage image = face.image('A', PLAIN, 0, 0);

        assertEquals(2, image.left());
        assertEquals(12, image.top());
        assertEquals(8, image.width());
        assertEquals(16, image.height());
        for (byte pixel : image.coverage()) {
            assertEquals((byte) 0xFF, pixel);
        }
    }

    /** Half a pixel to the right: half of the first and of the last column is covered. */
    @Test
    void drawsBetweenPixels() throws FontRefused {
        GlyphImage image = face.image('A', PLAIN, 0.5f, 0);

        assertEquals(9, image.width());
        assertEquals(0x80, image.coverage()[0] & 0xFF, 1);
        assertEquals(0xFF, image.coverage()[1] & 0xFF);
        assertEquals(0x80, image.coverage()[8] & 0xFF, 1);
    }

    @Test
    void drawsNothingForWhatIsMissing() throws FontRefused {
        assertEquals(0, face.image('B', PLAIN, 0, 0).coverage().length);
        assertEquals(0, face.kerning('A', 'A', PLAIN));
    }

    @Test
    void refusesWhatIsNoFont() throws FontRefused {
        assertThrows(FontRefused.class, () -> reader.open(new byte[100], 0));
        assertThrows(FontRefused.class, () -> reader.open(new byte[0], 0));
        assertThrows(FontRefused.class, () -> reader.open(SquareFont.of('A'), 1));
    }

    @Test
    void refusesUseAfterTheEnd() throws FontRefused {
        face.close();

        assertThrows(FontRefused.class, () -> face.metrics('A', PLAIN));
    }

    @Test
    void refusesFacesThatNoFileHas() {
        for (int index : new int[] {-1, Integer.MIN_VALUE, 1, 0x10000}) {
            assertThrows(FontRefused.class, () -> reader.open(SquareFont.of('A'), index));
        }
    }

    @Test
    void refusesStylesThatNoGlyphCanHave() {
        for (float size : new float[] {1e9f, Float.POSITIVE_INFINITY}) {
            assertThrows(FontRefused.class, () -> face.image('A', new GlyphStyle(size, size, 0, 0, 0), 0, 0), "size " + size);
        }
        assertThrows(FontRefused.class, () -> face.image('A', new GlyphStyle(40_000, 20, 0, 0, 0), 0, 0));
        assertThrows(FontRefused.class, () -> face.image('A', new GlyphStyle(20, 20, 1e6f, 0, 0), 0, 0));
        assertThrows(FontRefused.class, () -> face.image('A', new GlyphStyle(20, 20, 0, 1e5f, 0), 0, 0));
    }
}
