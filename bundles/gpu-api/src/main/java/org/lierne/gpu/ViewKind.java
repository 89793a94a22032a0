package org.lierne.gpu;

/** Dimensions as a shader sees them. */
public enum ViewKind { D1, D2, D3, CUBE, D1_ARRAY, D2_ARRAY, CUBE_ARRAY }
