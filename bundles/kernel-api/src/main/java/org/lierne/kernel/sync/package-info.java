/**
 * Synchronisation objects of the guest: mutexes, conditions, locks, semaphores, event flags, barriers, waits on addresses, and the book
 * that names them by guest addresses. The kernel library's exports use them; the state belongs to the running title, not to the exports,
 * so that the library's bundle may be replaced while threads wait. Waiting methods throw {@link java.lang.InterruptedException} when the
 * title stops.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.kernel.sync;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
