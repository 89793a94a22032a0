/**
 * The graphics driver library: submission of command buffers, end-of-pipe events, workload streams, and the tool
 * interfaces that a retail console answers with "not available". Called by the guest through the binder; hands buffers
 * to {@link org.lierne.agc.GraphicsQueues}.
 */
@NullMarked
package org.lierne.lib.agc_driver;

import org.jspecify.annotations.NullMarked;
