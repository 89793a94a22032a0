package org.lierne.recompiler.ir;

/** What may be relied on between passes. A pass declares what it needs, gives and breaks; the validator checks each. */
public enum Invariant {
    /** Each value has one definition, which dominates its uses; phis match the predecessors; operand types fit. */
    SSA,
    /** Every image, buffer and memory instruction names a resource of the module, or a raw address that no path explains. */
    DESCRIPTORS_RESOLVED,
    /** Every {@link Interp} became an {@link AttributeLoad}. */
    INTERPOLATION_RESOLVED,
    /** Float operations have host meaning: flushing of f32 denormals is written out. */
    F32_DENORMALS_EXPLICIT,
    /** Quieting and selection of NaN results are written out as far as the NaN model asks. */
    NANS_EXPLICIT,
    /** No instruction carries a guard: what a lane must not do stands in a block of its own. */
    GUARDS_LOWERED,
    /** Branches decide for one lane; cross-lane operations that are left look at other lanes' data. */
    MASKS_LOWERED,
    /** Every conditional branch has a merge, every loop one header, one merge and one continue target. */
    STRUCTURED,
    /** Only instructions that the SPIR-V emission takes are left. */
    EMITTABLE
}
