package org.lierne.gpu;

/** Dimensions of an image's storage. Cubes and arrays are {@link #D2} with layers. */
public enum ImageKind { D1, D2, D3 }
