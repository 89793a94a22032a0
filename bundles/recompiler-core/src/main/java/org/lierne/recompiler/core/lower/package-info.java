/**
 * The recompiler's own rewrites between lift and emission, as passes in the plan like any other: descriptors by the paths the host
 * can walk, interpolation by the host's inputs, lane masks seen by one lane, pixel endings.
 *
 * <p>Found by the plan through their {@link org.lierne.recompiler.pass.PassSpec}; nobody calls them directly but tests.
 */
@NullMarked
package org.lierne.recompiler.core.lower;

import org.jspecify.annotations.NullMarked;
