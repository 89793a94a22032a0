package org.lierne.gpu;

/** Kinds of work between which a barrier orders memory. */
public enum GpuWork {
    /** Uploads, copies, fills, clears outside rendering, blits, resolves. */
    TRANSFER,
    COMPUTE,
    /** Vertex, tessellation, geometry and mesh shaders. */
    VERTEX,
    FRAGMENT,
    /** Writing to and blending with colour targets. */
    COLOR_TARGET,
    DEPTH_TARGET,
    /** Arguments of indirect commands, indices and vertex buffers. */
    DRAW_INPUT,
    /** The host's own reads and writes of mapped and imported memory. */
    HOST
}
