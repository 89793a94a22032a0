/**
 * The pass {@code pass.float.fp16-ovfl}: the mode bit FP16_OVFL (rule C-016). Found by the pass plan; does nothing where the bit is clear,
 * which is usual.
 */
@NullMarked
package org.lierne.pass.float_.fp16_ovfl;

import org.jspecify.annotations.NullMarked;
