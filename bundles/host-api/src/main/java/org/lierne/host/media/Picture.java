package org.lierne.host.media;

/**
 * A picture in luma and two differences of colour, the latter of half the width and height, rounded up; a byte a value, row by row.
 *
 * @param timeMs when it is shown
 */
public record Picture(long timeMs, int width, int height, byte[] luma, byte[] blue, byte[] red) {}
