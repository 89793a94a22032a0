/**
 * A wave-accurate interpreter of guest machine code: whole workgroups of 32- or 64-lane waves with EXEC, VCC, SCC, M0, MODE, LDS and
 * barriers, exact numbers, and memory, images, interpolation and exports behind interfaces. It is what the translator is held against,
 * the device of a machine without one, and the debugger's engine. Instructions come from the tables of
 * {@code org.lierne.recompiler.isa}; nothing here knows an opcode.
 */
@NullMarked
package org.lierne.recompiler.core.interpreter;

import org.jspecify.annotations.NullMarked;
