/**
 * The pass {@code pass.float.nan}: the NaN a float operation returns (rule B-027). Found by the pass plan. Its default strategy leaves
 * NaN bits to the driver and writes out only what every driver gets wrong; {@code pass.float.nan.exact} writes out all f32 sums and
 * products and the invalid f16 fused ones.
 */
@NullMarked
package org.lierne.pass.float_.nan;

import org.jspecify.annotations.NullMarked;
