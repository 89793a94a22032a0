/**
 * Event queues: the guest waits on a queue for events of several sources. The kernel library's exports make and wait on queues; video
 * output and the graphics driver register and trigger their own filters through {@link org.lierne.kernel.event.EventQueues}.
 * State belongs to the running title.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.kernel.event;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
