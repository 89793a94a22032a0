package org.lierne.gpu;

/** How texels between texel centres, or between levels, are made. */
public enum Filter { NEAREST, LINEAR }
