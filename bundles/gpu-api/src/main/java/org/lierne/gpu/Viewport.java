package org.lierne.gpu;

/** A viewport in texels; the height may be negative, which turns the picture over. */
public record Viewport(float x, float y, float width, float height, float minDepth, float maxDepth) {}
