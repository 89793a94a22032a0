/**
 * The pass {@code pass.float.nan}: the NaN a float operation returns (rule B-027), wherever its bits are seen. Found by the pass plan; with
 * {@code pass.float.nan.exact} off NaN bits are left to the driver.
 */
@NullMarked
package org.lierne.pass.float_.nan;

import org.jspecify.annotations.NullMarked;
