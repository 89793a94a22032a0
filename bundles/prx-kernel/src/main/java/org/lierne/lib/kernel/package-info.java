/**
 * Exports of the kernel library and of the POSIX library over it. One class per subject; each function that exists in several families
 * (encoded result, bare error number, -1 with errno) is worked out once and answered by {@link org.lierne.lib.kernel.Answers}. The
 * mechanisms, and with them all state of a title, are services of the kernel room, so this bundle may be replaced while a title runs.
 */
@NullMarked
package org.lierne.lib.kernel;

import org.jspecify.annotations.NullMarked;
