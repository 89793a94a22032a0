package org.lierne.recompiler.isa;

/** What kind of thing may stand in an operand: which registers and constants its field may name. */
public enum Place {
    /** The family's usual place for this position: a VGPR or any source in vector families, a scalar in scalar ones. */
    USUAL,
    /** A vector register only. */
    VECTOR,
    /** A scalar register as destination: s0..s105, VCC, trap registers, M0, null, EXEC. */
    SCALAR,
    /** A scalar source: a scalar register, an inline constant, or a literal. */
    SCALAR_SOURCE,
    /** A scalar source that is no constant. */
    SCALAR_REGISTER,
    /** Any source of the vector units: VGPR, scalar register, inline constant, literal. */
    ANY_SOURCE,
    /** The literal dword behind the instruction, always present (v_madmk_f32 and the like). */
    LITERAL,
    /** The VCC mask, shown in the text although it has no field. */
    VCC_SHOWN,
    /** 16-bit immediate, in hex. */
    SIMM16,
    /** 16-bit immediate, in decimal. */
    SIMM16_DECIMAL,
    /** 16-bit immediate, in decimal up to 64, else in hex. */
    SIMM16_SMALL,
    /** The instruction-set version of s_version. */
    VERSION,
    /** 16-bit immediate, in hex, sign-extended to 32 bits. */
    SIMM16_SIGNED,
    /** 16-bit immediate, hidden from the text when zero. */
    SIMM16_OPTIONAL,
    /** Branch offset in dwords from the next instruction. */
    LABEL,
    /** {@code hwreg(id, offset, size)}. */
    HWREG,
    /** {@code vmcnt(n) expcnt(n) lgkmcnt(n)}. */
    WAITCNT,
    /** Counters of s_waitcnt_depctr by name, or a hex number. */
    DEPCTR,
    /** {@code sendmsg(...)}. */
    MESSAGE,
    /** The literal dword as the value of s_setreg_imm32_b32. */
    IMM32,
    /** The destination field of SMEM used as a small number (s_atc_probe). */
    SDATA_NUMBER,
    /** Vertex parameter of interpolation: P10, P20 or P0. */
    PARAMETER,
    /** Attribute number and channel of interpolation. */
    ATTRIBUTE,
    /** VGPRs with the address of a memory or image instruction. */
    ADDRESS,
    /** Registers with the data of a memory instruction: source of a store, source and (with GLC) destination of an atomic. */
    DATA,
    /** The second data operand of DS. */
    DATA2,
    /** The buffer or image descriptor. */
    RESOURCE,
    /** The sampler descriptor. */
    SAMPLER,
    /** The scalar offset of a buffer instruction. */
    SCALAR_OFFSET,
    /** The 64-bit base address or buffer descriptor of a scalar memory instruction. */
    SCALAR_BASE,
    /** The scalar address of a global or scratch instruction, or off. */
    SCALAR_ADDRESS,
    /** Offset of a scalar memory instruction: a register, an immediate, or both. */
    SCALAR_MEMORY_OFFSET,
    /** One of the four sources of an export, or off. */
    EXPORT
}
