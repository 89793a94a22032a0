/**
 * Exports of the file-reading command buffers: recording commands in title memory, and running them on host threads. A title resolves paths
 * to ids, records reads, waits and writes, submits and goes on. Promises sizes by the documented table, so that measuring and recording
 * always agree; a submission that fails stores its error and runs nothing after it. Mapping buffers are not here: nobody serves them.
 */
@NullMarked
package org.lierne.lib.ampr;

import org.jspecify.annotations.NullMarked;
