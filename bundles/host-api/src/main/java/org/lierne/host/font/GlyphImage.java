package org.lierne.host.font;

/**
 * A glyph's picture.
 *
 * @param left     from the pen to its first column
 * @param top      from the base line up to the upper edge of its first row
 * @param coverage a byte a pixel, row by row from above
 */
public record GlyphImage(int left, int top, int width, int height, byte[] coverage) {}
