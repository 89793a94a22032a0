/**
 * The pass {@code pass.image.dim-mismatch.2darray-on-3d}: 2D-array samples through a 3D descriptor (rule A-049). Found by the pass plan;
 * works on the variant's own descriptors, so a program whose image has layers is left alone.
 */
@NullMarked
package org.lierne.pass.image.dim_mismatch._2darray_on_3d;

import org.jspecify.annotations.NullMarked;
