package org.lierne.host.font;

/**
 * How large and in which shape.
 *
 * @param width   of the em in pixels
 * @param height  of the em in pixels
 * @param slant   how far a point one pixel up moves right
 * @param weightX how much wider strokes become, in pixels
 * @param weightY how much higher they become
 */
public record GlyphStyle(float width, float height, float slant, float weightX, float weightY) {}
