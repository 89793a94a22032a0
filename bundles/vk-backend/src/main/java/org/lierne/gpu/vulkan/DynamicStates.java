package org.lierne.gpu.vulkan;

/**
 * Parts of a draw's state, beyond those of Vulkan 1.3, that the device can set while recording; the others are part of
 * a pipeline variant.
 */
record DynamicStates(boolean logicOp, boolean polygonMode, boolean sampleMask, boolean alphaToCoverage,
        boolean alphaToOne, boolean blend, boolean depthClamp, boolean depthClip, boolean clipMinusOne,
        boolean provoking) {}
