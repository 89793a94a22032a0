package org.lierne.recompiler.program;

/** A value that the hardware places in a register before a program starts, other than user data. */
public enum StageInput {
    WORKGROUP_ID_X,
    WORKGROUP_ID_Y,
    WORKGROUP_ID_Z,
    /** Compute: bits 11:6 number of the wave in its workgroup, bits 5:0 waves of the workgroup. */
    TG_SIZE,
    LOCAL_INVOCATION_X,
    LOCAL_INVOCATION_Y,
    LOCAL_INVOCATION_Z,
    /**
     * Compute: 1 in lanes that the workgroup has threads for, 0 in the rest of its last wave; EXEC at the start says the same. In a module,
     * not of a register: whoever asks wants the host to have invocations for those lanes too.
     */
    LANE_EXISTS,
    /** Byte offset of the wave's scratch; a program that reads it is refused unless scratch is modelled. */
    SCRATCH_OFFSET,

    /** Index of the vertex as fetched or counted, without the draw's base vertex. */
    VERTEX_INDEX,
    /** Index of the vertex with the draw's base vertex (or first vertex) added. */
    VERTEX_INDEX_WITH_BASE,
    /** Number of the instance, counted from 0 in each draw. */
    INSTANCE_INDEX,
    /** Number of the instance with the draw's first instance added. */
    INSTANCE_INDEX_WITH_BASE,
    PRIMITIVE_ID,
    BASE_VERTEX,
    FIRST_INSTANCE,
    DRAW_INDEX,
    /** s3 of merged stages: vertices [7:0], primitives [15:8], wave in group [27:24], waves of the group [31:28]. Rules A-012, B-010. */
    MERGED_WAVE_INFO,
    /** s2 of primitive-path stages: vertices [20:12], primitives [30:22]. */
    GS_GROUP_INFO,
    /** v0 of primitive-path stages: packed vertex indices of the lane's primitive. */
    PRIMITIVE_WORD,
    GS_INVOCATION,
    /** v1 and v4 of primitive-path programs with primitives of their own: the third and fourth, fifth and sixth vertex, 16 bits each. */
    PRIMITIVE_POINTS_2_3,
    PRIMITIVE_POINTS_4_5,
    /** Workgroups in a row of the dispatch. */
    WORKGROUPS_X,
    /** Primitives that each instance of the draw has. */
    PRIMITIVES_OF_INSTANCE,

    /** v1 of hull programs: relative patch [7:0], control point [12:8]. */
    PATCH_AND_POINT,
    /** Number of the patch in its threadgroup (rule C-013). */
    RELATIVE_PATCH,
    /** Number of the output control point in its patch. */
    CONTROL_POINT,
    /** v3 of merged hull and of local programs: number of the vertex in its threadgroup. */
    LOCAL_VERTEX,
    /** First two coordinates in the patch, as f32. */
    TESS_U,
    TESS_V,
    /** Patches that the draw has for each instance. */
    PATCHES_PER_INSTANCE,
    /** Byte offset of the threadgroup's control points and patch constants in the off-chip ring. */
    OFFCHIP_OFFSET,
    /** Byte offset of the threadgroup's factors in their ring. */
    FACTOR_OFFSET,

    /** Pixel: -1 for front faces, else 0. */
    FRONT_FACING,
    /** Pixel: number of the sample; reading it makes the host shade each. */
    SAMPLE_ID,
    /** Pixel: layer that is drawn to. */
    LAYER,
    /** Pixel: 0 point, 1 line, 2 triangle, 3 rectangle. */
    PRIMITIVE_CLASS,
    /** Pixel: position as the host gives it, f32. */
    FRAGMENT_X,
    FRAGMENT_Y,

    /** Pixel: the word that programs move to M0 for {@code v_interp_*}. */
    PRIM_MASK,
    PERSP_SAMPLE_I,
    PERSP_SAMPLE_J,
    PERSP_CENTER_I,
    PERSP_CENTER_J,
    PERSP_CENTROID_I,
    PERSP_CENTROID_J,
    PERSP_PULL_IW,
    PERSP_PULL_JW,
    PERSP_PULL_W,
    LINEAR_SAMPLE_I,
    LINEAR_SAMPLE_J,
    LINEAR_CENTER_I,
    LINEAR_CENTER_J,
    LINEAR_CENTROID_I,
    LINEAR_CENTROID_J,
    LINE_STIPPLE,
    POSITION_X,
    POSITION_Y,
    POSITION_Z,
    POSITION_W,
    FRONT_FACE,
    ANCILLARY,
    SAMPLE_COVERAGE,
    POSITION_FIXED
}
