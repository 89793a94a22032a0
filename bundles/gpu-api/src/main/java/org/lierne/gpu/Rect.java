package org.lierne.gpu;

/** A rectangle in texels. */
public record Rect(int x, int y, int width, int height) {}
