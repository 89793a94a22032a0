package org.lierne.recompiler.ir;

/** Type of a value: a scalar, or a vector of 2 to 4 scalars. Printed as {@code i32}, {@code f32x4}. */
public sealed interface Type permits ScalarType, VectorType {
    /** The type of one component; a scalar is its own component. */
    ScalarType component();

    /** 1 for a scalar. */
    int size();

    /** The text form. */
    String word();

    /** The scalar for {@code size} 1, else the vector. */
    static Type of(ScalarType component, int size) {
        return size == 1 ? component : new VectorType(component, size);
    }

    /**
     * Reads a text form.
     *
     * @throws IllegalArgumentException when {@code word} names no type
     */
    static Type parse(String word) {
        int cut = word.indexOf('x');
        String scalar = cut < 0 ? word : word.substring(0, cut);
        for (ScalarType type : ScalarType.values()) {
            if (type.word().equals(scalar)) {
                return cut < 0 ? type : new VectorType(type, Integer.parseInt(word.substring(cut + 1)));
            }
        }
        throw new IllegalArgumentException("no type is called " + word);
    }
}
