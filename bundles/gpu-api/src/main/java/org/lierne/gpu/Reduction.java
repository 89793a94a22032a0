package org.lierne.gpu;

/**
 * How the texels of a filter are put together; other than {@link #AVERAGE} needs {@link
 * GpuFeature#SAMPLER_FILTER_MIN_MAX}.
 */
public enum Reduction { AVERAGE, MIN, MAX }
