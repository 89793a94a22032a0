/**
 * The pass {@code pass.ir.masked-select}: reads of the first active lane look through selections by a mask that holds for every lane they
 * read. Found by the pass plan; {@code Masks} proves that one mask is part of another, {@code Observers} that nobody looks at the result
 * in other lanes.
 */
@NullMarked
package org.lierne.pass.ir.masked_select;

import org.jspecify.annotations.NullMarked;
