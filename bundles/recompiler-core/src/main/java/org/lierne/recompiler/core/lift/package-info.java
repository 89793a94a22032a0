/**
 * From decoded guest instructions to IR.
 *
 * <p>{@link org.lierne.recompiler.core.lift.Lift#module} builds SSA form over the program's blocks. Arithmetic goes through the
 * instruction tables' own semantics ({@link org.lierne.recompiler.core.lift.AluLift}); memory, images, exports, interpolation
 * and wave control are lifted by hand. One invocation stands for one guest lane: scalar registers are plain values, a lane mask
 * is this lane's bit as {@code b1}, and only where a program looks at a mask as data a ballot joins the two. What cannot be
 * expressed is refused with its place; nothing is guessed.
 */
@NullMarked
package org.lierne.recompiler.core.lift;

import org.jspecify.annotations.NullMarked;
