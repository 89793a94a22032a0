package org.lierne.gpu;

/** Roles of a format. */
public enum FormatUse {
    SAMPLED, SAMPLED_LINEAR, STORAGE, STORAGE_ATOMIC, COLOR_TARGET, BLENDED_TARGET, DEPTH_TARGET, BLIT_SOURCE,
    BLIT_TARGET, VERTEX
}
