/**
 * The instruction set as tables: one row per instruction ({@link org.lierne.recompiler.isa.Instruction}), from which decoder, printer,
 * encoder, interpreter, IR and the manual pages follow. Nothing about an instruction is written anywhere else.
 *
 * <p>To walk a program: {@code new Decoder(waveSize).decode(words, at, pc)} gives a {@link org.lierne.recompiler.isa.Decoded} or a
 * {@link org.lierne.recompiler.isa.DecodeRefusal}; add {@code decoded.dwords()} to {@code at}. To use an instruction, switch over
 * {@code decoded.row().effect()}: {@code Alu} carries {@link org.lierne.recompiler.isa.Semantics}, a generic function over
 * {@link org.lierne.recompiler.isa.Sem}, which is implemented once for IR values (the lift), once for lanes (the interpreter) and once
 * for strings (the manual); the other effects carry facts, and the operands are found by {@code decoded.sources()} and
 * {@code decoded.destinations()} (sealed records with widths). {@code reads()} and {@code writes()} of the row name implicit state.
 */
@Export
@Version("1.1.0")
@NullMarked
package org.lierne.recompiler.isa;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
