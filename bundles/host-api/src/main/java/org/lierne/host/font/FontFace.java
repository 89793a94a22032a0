package org.lierne.host.font;

import org.osgi.annotation.versioning.ProviderType;

/** One face of a font file, until it is closed. Lengths are pixels, y goes up from the base line. Every thread may ask. */
@ProviderType
public interface FontFace extends AutoCloseable {
    FontLine line();

    /** Whether the face has a glyph for a code point; a closed one has none. */
    boolean has(int codePoint);

    /**
     * Measures of a code point's glyph, of the face's sign for missing ones if there is none.
     *
     * @throws FontRefused if the glyph is broken, cannot have this style, or the face is closed
     */
    GlyphMetrics metrics(int codePoint, GlyphStyle style) throws FontRefused;

    /**
     * Its picture, of at most 8192 pixels each way.
     *
     * @param fractionX how far the pen stands right of a whole pixel, 0 to 1
     * @param fractionY how far it stands above one
     * @throws FontRefused as for the measures
     */
    GlyphImage image(int codePoint, GlyphStyle style, float fractionX, float fractionY) throws FontRefused;

    /**
     * What is added to the advance of a glyph before another.
     *
     * @throws FontRefused as for the measures
     */
    float kerning(int before, int after, GlyphStyle style) throws FontRefused;

    @Override
    void close();
}
