/**
 * The pass {@code pass.float.denormal.f64}: what f64 operations do with denormals (rules B-017, B-018, B-022). Found by the pass plan;
 * does nothing where the float mode keeps them, which is usual.
 */
@NullMarked
package org.lierne.pass.float_.denormal.f64;

import org.jspecify.annotations.NullMarked;
