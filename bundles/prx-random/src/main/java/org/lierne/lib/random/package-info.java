/**
 * Exports of the random number library: bytes from the host's secure source. Promises at most 64 bytes a call, as documented.
 */
@NullMarked
package org.lierne.lib.random;

import org.jspecify.annotations.NullMarked;
