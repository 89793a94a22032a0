package org.lierne.host.font;

import org.osgi.annotation.versioning.ProviderType;

/** One face of a font file, until it is closed. Lengths are pixels, y goes up from the base line. Every thread may ask. */
@ProviderType
public interface FontFace extends AutoCloseable {
    FontLine line();

    /** Whether the face has a glyph for a code point. */
    boolean has(int codePoint);

    /** Measures of a code point's glyph, of the face's sign for missing ones if there is none. */
    GlyphMetrics metrics(int codePoint, GlyphStyle style);

    /**
     * Its picture.
     *
     * @param fractionX how far the pen stands right of a whole pixel, 0 to 1
     * @param fractionY how far it stands above one
     */
    GlyphImage image(int codePoint, GlyphStyle style, float fractionX, float fractionY);

    /** What is added to the advance of a glyph before another. */
    float kerning(int before, int after, GlyphStyle style);

    @Override
    void close();
}
