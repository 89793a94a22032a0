package org.lierne.gpu;

/** What a channel of a view gives. */
public enum Channel { ZERO, ONE, R, G, B, A }
