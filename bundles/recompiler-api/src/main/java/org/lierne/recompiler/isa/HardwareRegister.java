package org.lierne.recompiler.isa;

/**
 * A field of a hardware register, as {@code s_getreg_b32} and {@code s_setreg_b32} name one. Documented: RDNA 2 ISA, "SOPK".
 *
 * @param id     number of the register
 * @param offset number of the field's lowest bit
 * @param bits   width of the field
 */
public record HardwareRegister(int id, int offset, int bits) {
    /** Rounding, denormals, clamp and exceptions. */
    public static final int MODE = 1;
    /** SCC, empty masks and the like; read only. */
    public static final int STATUS = 2;

    /** The field that an instruction's 16-bit immediate names. */
    public static HardwareRegister of(int immediate) {
        return new HardwareRegister(immediate & 63, immediate >>> 6 & 31, (immediate >>> 11 & 31) + 1);
    }

    /** The field's bits where they stand in the register. */
    public int mask() {
        return (bits == 32 ? -1 : (1 << bits) - 1) << offset;
    }

    /** The field's value, given the register's. */
    public int read(int register) {
        return (register & mask()) >>> offset;
    }

    /** The register with another value in the field. */
    public int write(int register, int value) {
        return register & ~mask() | value << offset & mask();
    }
}
