/**
 * The pass {@code pass.image.unnormalized}: samplers whose coordinates count texels (rules ). Found by the pass plan; works on
 * the variant's own descriptors.
 */
@NullMarked
package org.lierne.pass.image.unnormalized;

import org.jspecify.annotations.NullMarked;
