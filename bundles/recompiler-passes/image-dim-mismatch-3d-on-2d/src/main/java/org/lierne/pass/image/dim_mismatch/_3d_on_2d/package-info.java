/**
 * The pass {@code pass.image.dim-mismatch.3d-on-2d}: 3D access through a 2D or 2D-array descriptor (rule A-048). Found by the pass plan;
 * works on the variant's own descriptors, so a program whose image is deep is left alone.
 */
@NullMarked
package org.lierne.pass.image.dim_mismatch._3d_on_2d;

import org.jspecify.annotations.NullMarked;
