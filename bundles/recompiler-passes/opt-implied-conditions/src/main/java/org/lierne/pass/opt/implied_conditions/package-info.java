/**
 * The pass {@code pass.opt.implied-conditions}: behind a branch its condition is known. Most of all this frees the code behind
 * "if this lane is active" of asking again at every register write. Found by the pass plan.
 */
@NullMarked
package org.lierne.pass.opt.implied_conditions;

import org.jspecify.annotations.NullMarked;
