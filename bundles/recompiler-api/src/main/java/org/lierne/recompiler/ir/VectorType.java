package org.lierne.recompiler.ir;

/**
 * Vector of scalars.
 *
 * @param component type of each component
 * @param size      2 to 4
 */
public record VectorType(ScalarType component, int size) implements Type {
    public VectorType {
        if (size < 2 || size > 4) {
            throw new IllegalArgumentException("a vector has 2 to 4 components, not " + size);
        }
    }

    @Override
    public String word() {
        return component.word() + "x" + size;
    }

    @Override
    public String toString() {
        return word();
    }
}
