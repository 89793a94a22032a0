/**
 * The pass {@code pass.float.ldexp}: {@code v_ldexp_f32} and {@code v_ldexp_f16} on the bits (rules B-021, B-032, B-034). Found by the pass
 * plan; the f64 form stays the host's.
 */
@NullMarked
package org.lierne.pass.float_.ldexp;

import org.jspecify.annotations.NullMarked;
