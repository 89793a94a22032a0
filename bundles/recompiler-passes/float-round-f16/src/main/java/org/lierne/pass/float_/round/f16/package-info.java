/**
 * The pass {@code pass.float.round.f16}: conversions to f16 in directed rounding modes and where f16 denormals are flushed (rule C-017),
 * and mixed sums rounded once in every mode (rule B-026). Found by the pass plan; in the usual mode the conversion of the host stays.
 */
@NullMarked
package org.lierne.pass.float_.round.f16;

import org.jspecify.annotations.NullMarked;
