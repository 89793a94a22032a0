package org.lierne.agc.register;

/** A range of registers with its own packets. Offsets everywhere in the code are relative to {@link #base()}. */
public enum RegisterSpace {
    CONFIG(0x2000, 0xC00, 0),
    SH(0x2C00, 0x400, 0x8000_02FF),
    CX(0xA000, 0x400, 0x8000_03FF),
    UC(0xC000, 0x4000, 0x8000_3FFF);

    private final int base;
    private final int size;
    private final int sentinel;

    RegisterSpace(int base, int size, int sentinel) {
        this.base = base;
        this.size = size;
        this.sentinel = sentinel;
    }

    /** Register number, in dwords, of offset 0. */
    public int base() {
        return base;
    }

    /** Number of registers. */
    public int size() {
        return size;
    }

    /** The offset that library register lists use for "no register"; 0 where there is none. */
    public int sentinel() {
        return sentinel;
    }
}
