/**
 * The pass {@code pass.image.dim-mismatch.2d-on-1d}: 2D access through a 1D descriptor (rules ). Found by the pass plan; works
 * on the variant's own descriptors, so a program whose image has rows is left alone.
 */
@NullMarked
package org.lierne.pass.image.dim_mismatch._2d_on_1d;

import org.jspecify.annotations.NullMarked;
