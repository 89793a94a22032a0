/**
 * Hull and evaluation programs: what they keep in LDS and in the off-chip and factor rings becomes the host's inputs, outputs and levels.
 */
@NullMarked
package org.lierne.recompiler.core.tessellation;

import org.jspecify.annotations.NullMarked;
