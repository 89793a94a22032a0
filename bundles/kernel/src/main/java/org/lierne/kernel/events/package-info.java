/**
 * Event queues of the running title. Called by the kernel library's exports (make, wait) and by the rooms whose events arrive here (display,
 * graphics); promises that no trigger between two waits is lost and that events come in the order of their registration.
 */
@NullMarked
package org.lierne.kernel.events;

import org.jspecify.annotations.NullMarked;
