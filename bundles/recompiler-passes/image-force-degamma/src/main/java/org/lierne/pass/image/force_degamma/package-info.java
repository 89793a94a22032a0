/**
 * The pass {@code pass.image.force-degamma}: samplers that take integer texels for sRGB (rule C-036). Found by the pass plan; works on the
 * variant's own descriptors.
 */
@NullMarked
package org.lierne.pass.image.force_degamma;

import org.jspecify.annotations.NullMarked;
