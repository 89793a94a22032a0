/**
 * The instruction set as tables: one row per instruction, from which decoder, printer, encoder, interpreter and IR follow.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.recompiler.isa;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
