/**
 * The pass {@code pass.float.denormal.f32}: flushing of f32 denormals as rule B-032 says, for the modes that flush both inputs and
 * results. Found by the pass plan. Sub-switches {@code .inputs}, {@code .results} and {@code .tininess} leave parts to the host.
 */
@NullMarked
package org.lierne.pass.float_.denormal.f32;

import org.jspecify.annotations.NullMarked;
