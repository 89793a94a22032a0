/**
 * The native library (src/main/native) and the host's processor as Java sees them. Used by the packages that run guest code and map its
 * memory; holds no policy.
 */
@NullMarked
package org.lierne.kernel.shim;

import org.jspecify.annotations.NullMarked;
