/**
 * The pass {@code pass.image.packed-gather}: gathers of whole texels of a row (rule A-044). Found by the pass plan; replaces each gather
 * by a size query and four loads, and refuses formats whose texels the host does not hand out bit for bit.
 */
@NullMarked
package org.lierne.pass.image.packed_gather;

import org.jspecify.annotations.NullMarked;
