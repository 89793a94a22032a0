package org.lierne.agc.descriptor;

/** How a component's bits are read. */
public enum NumberType {
    UNORM,
    SNORM,
    USCALED,
    SSCALED,
    UINT,
    SINT,
    FLOAT,
    SRGB
}
