/**
 * The pass {@code pass.opt.constant-folding}: operations with known results, branches on constants, phis of one value. Found by the
 * pass plan; changes no float result, since float operations still have their guest meaning when it runs.
 */
@NullMarked
package org.lierne.pass.opt.constant_folding;

import org.jspecify.annotations.NullMarked;
