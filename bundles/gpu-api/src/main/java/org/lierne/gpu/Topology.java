package org.lierne.gpu;

/**
 * How vertices make primitives. Lists the host does not have (quads, rectangles, loops) are the caller's to turn into
 * these.
 */
public enum Topology {
    POINT_LIST, LINE_LIST, LINE_STRIP, TRIANGLE_LIST, TRIANGLE_STRIP, TRIANGLE_FAN,
    LINE_LIST_ADJACENCY, LINE_STRIP_ADJACENCY, TRIANGLE_LIST_ADJACENCY, TRIANGLE_STRIP_ADJACENCY, PATCH_LIST
}
