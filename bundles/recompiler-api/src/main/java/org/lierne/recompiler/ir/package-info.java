/**
 * The shader IR: values, instructions, blocks, modules, their one text form, and the validator.
 *
 * <p>SSA over typed values. One invocation of the host program executes one guest lane unless a module says otherwise;
 * scalar registers are plain values that every invocation computes, lane masks are one {@code b1} per lane. Instructions
 * and terminators are sealed families of immutable records, each carrying the guest {@link org.lierne.recompiler.ir.Pc}.
 * {@code recompiler-core} builds and emits modules, translation passes rewrite them, tests and dumps read and write them as
 * text ({@link org.lierne.recompiler.ir.IrText}). What holds between passes is named by
 * {@link org.lierne.recompiler.ir.Invariant} and checked by {@link org.lierne.recompiler.ir.Validator}.
 */
@Export
@Version("2.1.0")
@NullMarked
package org.lierne.recompiler.ir;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
