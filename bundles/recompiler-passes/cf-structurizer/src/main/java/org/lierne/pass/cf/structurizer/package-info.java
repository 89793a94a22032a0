/**
 * The pass {@code pass.cf.structurizer}: control flow as SPIR-V wants it, from any graph.
 *
 * <p>{@link org.lierne.pass.cf.structurizer.Structurizer} is found by the pass plan and says which ways are tried. Irreducible loops
 * first get a dispatching header ({@code Reducible}). Parts of selections that are entered from outside and cost little are copied
 * ({@code Cloning}, rule C-057). Then the dominator tree is walked and every branch and loop becomes a construct with one exit
 * ({@code Nesting}); edges that leave several constructs at once carry a route number that the merges on their way test (rules
 * C-055 and C-058). {@code Flags} (rule C-050) rebuilds any graph without looking at it, on demand. Phis are taken apart before and
 * made anew after ({@code Variables}). No condition is evaluated twice.
 */
@NullMarked
package org.lierne.pass.cf.structurizer;

import org.jspecify.annotations.NullMarked;
