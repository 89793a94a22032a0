/**
 * The pass {@code pass.image.converted-unorm}: 10_11_11_UNORM images, which hosts do not have (rules C-021, C-022). Found by the pass plan;
 * works on the variant's own descriptors, so a program is prepared for such an image when it meets one.
 */
@NullMarked
package org.lierne.pass.image.converted_unorm;

import org.jspecify.annotations.NullMarked;
