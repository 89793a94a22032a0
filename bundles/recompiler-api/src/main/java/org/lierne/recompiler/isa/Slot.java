package org.lierne.recompiler.isa;

/** What may stand in the destination or source list of a row: an operand (or just its type) or an implicit register. */
public sealed interface Slot permits DataType, Implicit, OperandSpec {
}
