package org.lierne.recompiler.program;

/** One dword of a stage's constants block (descriptor binding 0 of the stage's set), filled by the driver for each draw or dispatch. */
public sealed interface ConstantWord {
    /** A word found as descriptors are: user data, a descriptor's word, memory behind a pointer. */
    record Evaluated(WordSource source) implements ConstantWord {}

    /** Bytes from the start of the range bound for BUFFER resource {@code resource} to its descriptor's base address. */
    record BufferBias(int resource) implements ConstantWord {}

    /** Low or high half of the guest address at which the range bound for MEMORY resource {@code resource} starts. */
    record MemoryStart(int resource, boolean high) implements ConstantWord {}

    /** A coefficient of a user clip plane: {@code index} is four times the plane's number, and 0 to 3 for x to w (PA_CL_UCP). */
    record ClipPlane(int index) implements ConstantWord {}

    /** A value of the draw or dispatch. */
    record Draw(DrawValue value) implements ConstantWord {}

    /** Values of a draw or dispatch that no descriptor holds. */
    enum DrawValue { BASE_VERTEX, FIRST_INSTANCE, DRAW_INDEX, GROUPS_X, GROUPS_Y, GROUPS_Z, PATCHES_PER_INSTANCE, PRIMITIVE_CLASS,
            PRIMITIVES_OF_INSTANCE }
}
