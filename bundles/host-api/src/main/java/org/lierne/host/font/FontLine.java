package org.lierne.host.font;

/**
 * Measures of a face's lines as fractions of its em.
 *
 * @param ascent       from the base line up
 * @param descent      from the base line down, usually negative
 * @param height       from base line to base line
 * @param widestGlyph  the greatest advance
 */
public record FontLine(float ascent, float descent, float height, float widestGlyph) {}
