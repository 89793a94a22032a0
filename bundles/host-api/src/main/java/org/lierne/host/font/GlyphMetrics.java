package org.lierne.host.font;

/** Box of a glyph, and the two ways of writing with it: from where the box lies seen from the pen, and how far the pen goes then. */
public record GlyphMetrics(float width, float height, float horizontalX, float horizontalY, float horizontalAdvance, float verticalX,
        float verticalY, float verticalAdvance) {}
