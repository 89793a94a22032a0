package org.lierne.recompiler.program;

/**
 * A window of 4 GiB in which flat addresses mean LDS or scratch. Assumed: pass.memory.aperture (rules B-003, C-038); the values were
 * inferred from addresses that a title holds, not measured.
 */
public enum Aperture {
    SHARED(0x80000000), PRIVATE(0x70000000);

    private final int high;

    Aperture(int high) {
        this.high = high;
    }

    /** The whole high dword of its addresses. */
    public int high() {
        return high;
    }

    /** Its first address. */
    public long base() {
        return (long) high << 32;
    }

    /** Its last address. */
    public long limit() {
        return base() | 0xffffffffL;
    }
}
