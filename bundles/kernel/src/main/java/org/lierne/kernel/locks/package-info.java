/**
 * The mechanisms behind the guest's synchronisation objects and thread functions, and the small guest blocks they stand on. The kernel
 * library's exports call them through the services of {@code org.lierne.kernel.sync}; every wait ends with an interrupt when the title
 * stops.
 */
@NullMarked
package org.lierne.kernel.locks;

import org.jspecify.annotations.NullMarked;
