/**
 * Passes that make image accesses which Vulkan lacks of such as it has: {@code pass.image.gather-level}, {@code pass.image.row-gather},
 * {@code pass.image.store-level}, {@code pass.image.texel-offset} and {@code pass.image.unrm}. Found by the pass plan; what they do not cover the emitter refuses by their ids.
 */
@NullMarked
package org.lierne.pass.image.host_forms;

import org.jspecify.annotations.NullMarked;
