package org.lierne.recompiler.ir;

import java.util.Locale;

/** What an image instruction does. Atomics return the old texel when they have a result. */
public enum ImageOp {
    LOAD, STORE, SAMPLE, GATHER4,
    /** The horizontal gather of one channel. */
    GATHER4H,
    /** The packed horizontal gathers: bit i of DMASK asks for dword i of the texels' bits, one behind the other. */
    GATHER4H_PCK, GATHER8H_PCK,
    /** Loads of several texels of a row, their channels each in a dword; of their bits, in one dword. */
    LOAD_BY2, LOAD_BY4, LOAD_PCK2, LOAD_PCK4,
    /** Size of a level: width, height, depth or layers, number of levels. */
    RESINFO,
    /** Clamped and unclamped level of detail, f32. */
    GET_LOD,
    ATOMIC_SWAP, ATOMIC_CMPSWAP, ATOMIC_ADD, ATOMIC_SUB, ATOMIC_SMIN, ATOMIC_UMIN, ATOMIC_SMAX, ATOMIC_UMAX,
    ATOMIC_AND, ATOMIC_OR, ATOMIC_XOR, ATOMIC_INC, ATOMIC_DEC, ATOMIC_FCMPSWAP, ATOMIC_FMIN, ATOMIC_FMAX,
    BVH_INTERSECT, BVH64_INTERSECT;

    private static final String ATOMIC = "ATOMIC_";

    public boolean isAtomic() {
        return name().startsWith(ATOMIC);
    }

    /** Values of an atomic's data: one, or what is stored and what is compared with. */
    public int operands() {
        return this == ATOMIC_CMPSWAP || this == ATOMIC_FCMPSWAP ? 2 : 1;
    }

    /** Of an atomic: what it does to the texel's memory. */
    public MemoryOp memoryOp() {
        return MemoryOp.valueOf(name().substring(ATOMIC.length()));
    }

    public boolean usesSampler() {
        return this == SAMPLE || this == GATHER4 || this == GATHER4H || this == GATHER4H_PCK || this == GATHER8H_PCK || this == GET_LOD;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
