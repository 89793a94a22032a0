/**
 * Control flow of a guest program: which instructions it reaches, in basic blocks with their ends.
 *
 * <p>{@link org.lierne.recompiler.core.flow.ControlFlow#of} decodes from the entry and follows branches; the lift walks the result.
 * Calls and their returns become plain edges ({@link org.lierne.recompiler.core.flow.Calls}) once it is certain that nothing else sees a
 * return address ({@link org.lierne.recompiler.core.flow.ReturnAddresses}); jumps to anywhere else are refused here by rule.
 */
@NullMarked
package org.lierne.recompiler.core.flow;

import org.jspecify.annotations.NullMarked;
