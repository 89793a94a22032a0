package org.lierne.agc.descriptor;

/** The TYPE field of an image descriptor. Documented: GFX10 image resource; values 0..7 are not images. */
public enum ImageType {
    D1(8),
    D2(9),
    D3(10),
    CUBE(11),
    D1_ARRAY(12),
    D2_ARRAY(13),
    D2_MSAA(14),
    D2_MSAA_ARRAY(15);

    private final int value;

    ImageType(int value) {
        this.value = value;
    }

    /** @return the type, or null for values that are none */
    static @org.jspecify.annotations.Nullable ImageType of(int value) {
        for (ImageType type : values()) {
            if (type.value == value) {
                return type;
            }
        }
        return null;
    }
}
