package org.lierne.gpu;

/** A part of a texel. */
public enum Aspect { COLOR, DEPTH, STENCIL }
