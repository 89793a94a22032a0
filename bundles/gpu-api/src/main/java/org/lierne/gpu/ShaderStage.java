package org.lierne.gpu;

/** A programmable stage. */
public enum ShaderStage { VERTEX, TESSELLATION_CONTROL, TESSELLATION_EVALUATION, GEOMETRY, FRAGMENT, COMPUTE, TASK,
        MESH }
