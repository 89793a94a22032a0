package org.lierne.gpu;

/** Comparisons, in the order of Vulkan and of the guest's registers. */
public enum CompareOp { NEVER, LESS, EQUAL, LESS_OR_EQUAL, GREATER, NOT_EQUAL, GREATER_OR_EQUAL, ALWAYS }
