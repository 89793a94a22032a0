package org.lierne.recompiler.isa;

/** How the number in an operand field names what it names. */
public enum FieldKind {
    /** 8 bits: VGPR number. */
    VGPR,
    /** 9 bits: 256 + VGPR number, nothing else. */
    VGPR_ONLY,
    /** 9 bits: scalar register, constant, special source, or 256 + VGPR. */
    SOURCE,
    /** 8 bits: the same without VGPRs. */
    SCALAR_SOURCE,
    /** 7 bits: scalar register. */
    SCALAR,
    /** 9 bits where a scalar register or M0 is wanted, never a VGPR (lane selects). */
    LANE_SELECT,
    /** 5 bits: resource or sampler descriptor, in units of four scalar registers. */
    DESCRIPTOR,
    /** 6 bits: base address, in units of two scalar registers. */
    BASE,
    /** 7 bits: scalar register, or off when it is null. */
    SCALAR_ADDRESS,
    /** SMEM: a 7-bit scalar register and a 21-bit immediate beside it. */
    SCALAR_MEMORY_OFFSET,
    /** 8 bits: the address VGPRs of a buffer instruction, as many as IDXEN and OFFEN say. */
    BUFFER_ADDRESS,
    /** 8 bits: the address VGPRs of a flat, global or scratch instruction, as the segment and scalar address say. */
    FLAT_ADDRESS,
    /** 8 bits: a VGPR, off where the channel is not enabled. */
    EXPORT,
    /** VCC, shown in the text without a field. */
    VCC,
    /** SDWA: 8 bits, VGPR or scalar register by a flag. */
    SDWA_SOURCE,
    /** SDWA of a comparison: scalar register, or VCC by a flag. */
    SDWA_SCALAR,
    /** The dword behind the instruction. */
    LITERAL,
    /** 16-bit immediates, read by the place of the operand. */
    IMMEDIATE,
    /** Address VGPRs of an image instruction: one run, or single ones in NSA dwords. */
    IMAGE_ADDRESS,
    /** Data VGPRs whose number follows from other fields (DMASK, D16, TFE, packed formats). */
    VARIABLE_DATA,
    /** Interpolation attribute and channel. */
    ATTRIBUTE,
    /** Interpolation parameter. */
    PARAMETER
}
