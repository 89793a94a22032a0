package org.lierne.host.media;

/** @param timeMs when it is heard */
public record Sound(long timeMs, Samples samples) {}
