package org.lierne.recompiler.isa;

/**
 * One operand column of a row.
 *
 * @param type  width and reading of the value
 * @param place which registers and constants may stand there
 */
public record OperandSpec(DataType type, Place place) implements Slot {
    static OperandSpec of(DataType type) {
        return new OperandSpec(type, type == DataType.MASK ? Place.SCALAR : Place.USUAL);
    }
}
