/**
 * The pass {@code pass.image.color-compare}: comparing samples of images that are no depth (rules A-008, B-002, C-019). Found by the pass
 * plan; works on the variant's own descriptors.
 */
@NullMarked
package org.lierne.pass.image.color_compare;

import org.jspecify.annotations.NullMarked;
