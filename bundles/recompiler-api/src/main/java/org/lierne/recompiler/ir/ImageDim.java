package org.lierne.recompiler.ir;

import java.util.Locale;

/** The DIM field of an image instruction, in field order. */
public enum ImageDim {
    D1(1, 1), D2(2, 2), D3(3, 3), CUBE(3, 2), D1_ARRAY(2, 1), D2_ARRAY(3, 2), D2_MSAA(3, 2), D2_MSAA_ARRAY(4, 2);

    private final int coordinates;
    private final int gradients;

    ImageDim(int coordinates, int gradients) {
        this.coordinates = coordinates;
        this.gradients = gradients;
    }

    /** Address components, layer, face and sample included. */
    public int coordinates() {
        return coordinates;
    }

    /** Components of each derivative vector. */
    public int gradients() {
        return gradients;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
