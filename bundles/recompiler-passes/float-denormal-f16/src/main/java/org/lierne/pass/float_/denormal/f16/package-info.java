/**
 * The pass {@code pass.float.denormal.f16}: what f16 operations do with denormals (rules B-028 to B-031, B-039, C-018). Found by the
 * pass plan; does nothing where the float mode keeps them, which is usual.
 */
@NullMarked
package org.lierne.pass.float_.denormal.f16;

import org.jspecify.annotations.NullMarked;
