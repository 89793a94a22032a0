/**
 * The pass {@code pass.image.cube-face}: 2D access through a cube's descriptor (rules A-050, C-062). Found by the pass plan; works on
 * the variant's own descriptors, so a program whose image is no cube is left alone.
 */
@NullMarked
package org.lierne.pass.image.cube_face;

import org.jspecify.annotations.NullMarked;
