/**
 * The pass {@code pass.image.srgb8}: 8_SRGB and 8_8_SRGB images (rules ). Found by the pass plan; works on the variant's own
 * descriptors and on what the device can do.
 */
@NullMarked
package org.lierne.pass.image.srgb8;

import org.jspecify.annotations.NullMarked;
