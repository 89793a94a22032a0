/**
 * The pass {@code pass.image.store-saturate}: stores to images of 8- and 16-bit signed integers (rule B-019). Found by the pass plan; works on
 * the variant's own descriptors.
 */
@NullMarked
package org.lierne.pass.image.store_saturate;

import org.jspecify.annotations.NullMarked;
