/**
 * The pass {@code pass.image.fmask}: direct loads of sample masks (rule A-032). Found by the pass plan; works on the variant's own
 * descriptors.
 */
@NullMarked
package org.lierne.pass.image.fmask;

import org.jspecify.annotations.NullMarked;
