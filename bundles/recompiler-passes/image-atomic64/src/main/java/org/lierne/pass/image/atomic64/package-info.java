/**
 * The pass {@code pass.image.atomic64}: image atomics on two dwords (rule A-059). Found by the pass plan; works on the variant's own
 * descriptors.
 */
@NullMarked
package org.lierne.pass.image.atomic64;

import org.jspecify.annotations.NullMarked;
