/**
 * The pass {@code pass.image.dim-mismatch.3d-on-1d}: 3D access through a 1D descriptor (rule B-001). Found by the pass plan; works on the
 * variant's own descriptors, so a program whose image has rows is left alone.
 */
@NullMarked
package org.lierne.pass.image.dim_mismatch._3d_on_1d;

import org.jspecify.annotations.NullMarked;
