package org.lierne.lib.ngs2;

/** A function of the title that wants to know of blocks: which events, and what it is given along. */
record Callback(long function, long argument, int events) {}
