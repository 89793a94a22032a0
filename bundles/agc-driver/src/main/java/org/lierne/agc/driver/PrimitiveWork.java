package org.lierne.agc.driver;

import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuBuffer;

/**
 * A draw whose program makes primitives of its own, on its way through a dispatch or as a mesh program.
 *
 * @param list       vertices of its primitives
 * @param listOffset byte of that buffer at which they start
 * @param listBytes  their size
 * @param records    where a record for each thread goes; null for a mesh program
 * @param offset     byte of that buffer at which they start
 * @param bytes      their size
 * @param primitives of an instance
 * @param groups     of the dispatch: a row for each instance
 * @param points     vertices that are drawn then
 */
record PrimitiveWork(GpuBuffer list, long listOffset, long listBytes, @Nullable GpuBuffer records, long offset, long bytes, int primitives,
        int[] groups, int points) {}
