/**
 * The pass {@code pass.image.by-load}: loads of several texels, each converted (rule A-045). Found by the pass plan.
 */
@NullMarked
package org.lierne.pass.image.by_load;

import org.jspecify.annotations.NullMarked;
