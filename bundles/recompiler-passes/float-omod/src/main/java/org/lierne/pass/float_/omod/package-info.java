/**
 * The pass {@code pass.float.omod}: the output modifiers mul:2, mul:4 and div:2 (rules B-053, C-014). Found by the pass plan; refuses what
 * the hardware would do to an f16 or f64 result.
 */
@NullMarked
package org.lierne.pass.float_.omod;

import org.jspecify.annotations.NullMarked;
