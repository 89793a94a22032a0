/**
 * The pass {@code pass.image.store-channel-select}: which data word a stored channel takes (rule B-020). Found by the pass plan; works on the
 * variant's own descriptors.
 */
@NullMarked
package org.lierne.pass.image.store_channel_select;

import org.jspecify.annotations.NullMarked;
