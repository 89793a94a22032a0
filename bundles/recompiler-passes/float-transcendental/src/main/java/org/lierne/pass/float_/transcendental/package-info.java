/** The pass {@code pass.float.transcendental}: sine and cosine of turns (rule B-033). Found by the pass plan. */
@NullMarked
package org.lierne.pass.float_.transcendental;

import org.jspecify.annotations.NullMarked;
