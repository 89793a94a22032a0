package org.lierne.lib.ngs2;

/**
 * Memory of the title that a system or rack was given and does not use.
 *
 * @param free the title's function that takes it back; 0 if the title gave it itself
 */
record Lease(BufferRecord buffer, long free) {}
