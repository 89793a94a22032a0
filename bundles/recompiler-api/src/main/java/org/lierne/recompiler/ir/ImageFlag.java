package org.lierne.recompiler.ir;

import java.util.Locale;

/** What an image instruction may ask for beside its operation. Documented: RDNA 2 ISA, "MIMG". */
public enum ImageFlag {
    /** The {@code _lz} form: level 0. */
    ZERO_LOD("lz"),
    /** UNRM: coordinates are texels, not normalised. */
    UNNORMALIZED("unorm"),
    /** The sampler's coordinates are texels, and the access is one that hosts do at such coordinates. */
    TEXEL_SAMPLER("texels"),
    /** The sampler takes the nearest texel of the level named, whatever filters and limits of levels it has. */
    ONE_TEXEL("texel"),
    /** 16-bit data. */
    D16("d16"),
    /** The addresses were 16 bits wide; they are widened here. */
    A16("a16"),
    /** GLC. */
    COHERENT("coherent"),
    /** A status register for texels that are not resident. */
    TFE("tfe"),
    /** A status register for levels below the one to warn of. */
    LWE("lwe");

    private final String word;

    ImageFlag(String word) {
        this.word = word;
    }

    /** The word in the text form. */
    public String word() {
        return word;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
