/**
 * The pass {@code pass.image.pck-load}: loads of several texels' bits (rule A-047). Found by the pass plan.
 */
@NullMarked
package org.lierne.pass.image.pck_load;

import org.jspecify.annotations.NullMarked;
