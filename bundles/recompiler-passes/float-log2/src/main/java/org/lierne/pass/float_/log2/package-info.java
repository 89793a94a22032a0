/** The pass {@code pass.float.log2}: {@code v_log_f32} and {@code v_log_f16} near one (rule B-035). Found by the pass plan. */
@NullMarked
package org.lierne.pass.float_.log2;

import org.jspecify.annotations.NullMarked;
