package org.lierne.lib.font;

import java.util.Arrays;
import org.lierne.host.font.FontFace;
import org.lierne.host.font.FontLine;
import org.lierne.host.font.FontReader;
import org.lierne.host.font.FontRefused;
import org.lierne.host.font.GlyphImage;
import org.lierne.host.font.GlyphMetrics;
import org.lierne.host.font.GlyphStyle;

/** Fonts whose one letter, {@code A}, is a box of half an em, one pixel right of the pen and one below the base line. */
final class BoxFont implements FontReader {
    static final byte[] FILE = {'b', 'o', 'x'};

    int open;
    /** Whether no glyph can be had. */
    boolean isBroken;

    private void check() throws FontRefused {
        if (isBroken) {
            throw new FontRefused("a broken box");
        }
    }

    @Override
    public FontFace open(byte[] file, int index) throws FontRefused {
        if (!Arrays.equals(file, FILE)) {
            throw new FontRefused("no box");
        }
        open++;
        return new FontFace() {
            @Override
            public FontLine line() {
                return new FontLine(0.75f, -0.25f, 1.25f, 0.5f);
            }

            @Override
            public boolean has(int codePoint) {
                return codePoint == 'A';
            }

            @Override
            public GlyphMetrics metrics(int codePoint, GlyphStyle style) throws FontRefused {
                check();
                float width = style.width() / 2 + style.weightX();
                return new GlyphMetrics(width, style.height() / 2, 1, style.height() / 2 - 1, style.width() / 2 + 2, -width / 2, 2, style.height());
            }

            @Override
            public GlyphImage image(int codePoint, GlyphStyle style, float fractionX, float fractionY) throws FontRefused {
                check();
                int width = Math.round(style.width() / 2);
                int height = Math.round(style.height() / 2);
                byte[] coverage = new byte[width * height];
                Arrays.fill(coverage, (byte) Math.round(0xFF * (1 - fractionX)));
                return new GlyphImage(1, height - 1, width, height, coverage);
            }

            @Override
            public float kerning(int before, int after, GlyphStyle style) throws FontRefused {
                check();
                return -style.width() / 8;
            }

            @Override
            public void close() {
                open--;
            }
        };
    }
}
