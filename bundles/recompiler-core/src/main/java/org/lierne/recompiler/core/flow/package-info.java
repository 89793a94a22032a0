/**
 * Control flow of a guest program: which instructions it reaches, in basic blocks with their ends.
 *
 * <p>{@link org.lierne.recompiler.core.flow.ControlFlow#of} decodes from the entry and follows branches; the lift walks the result.
 * Jumps whose target is not in the code (calls, tail jumps, returns) are refused here by rule.
 */
@NullMarked
package org.lierne.recompiler.core.flow;

import org.jspecify.annotations.NullMarked;
