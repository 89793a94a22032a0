package org.lierne.recompiler.isa;

/**
 * An operand of one form of an instruction, with the bits that hold it.
 *
 * @param spec what the row says
 * @param kind how the number is read
 * @param bits where the number stands; {@link #NOWHERE} where there is none
 * @param index number of its modifier bits among the sources' (op_sel, neg, abs); -1 for a destination
 */
public record OperandField(OperandSpec spec, FieldKind kind, BitField bits, int index) {
    /** The field of operands that have none. */
    public static final BitField NOWHERE = new BitField(0, 0, 0);

    /** Width and reading of the value. */
    public DataType type() {
        return spec.type();
    }
}
