/**
 * The pass {@code pass.image.msaa-address-on-2d} (rule A-004). Found by the pass plan; works on the variant's own descriptors, so a
 * program whose image has samples is left alone.
 */
@NullMarked
package org.lierne.pass.image.msaa_address_on_2d;

import org.jspecify.annotations.NullMarked;
