/**
 * The pass {@code pass.opt.dead-code}: what nobody reads and what nothing leads to goes, and blocks that only follow one another
 * become one. Found by the pass plan.
 */
@NullMarked
package org.lierne.pass.opt.dead_code;

import org.jspecify.annotations.NullMarked;
