package org.lierne.recompiler.core.interpreter;

/** The lane patterns of DPP16. Documented: RDNA 2 ISA, "DPP16". */
final class DppLanes {
    private DppLanes() {
    }

    /** The lane that lane {@code lane} reads, or -1 if there is none in its row of 16. */
    static int source(int control, int lane) {
        int row = lane & ~15;
        int at = lane & 15;
        if (control < 0x100) {
            return lane & ~3 | control >>> 2 * (lane & 3) & 3;
        }
        int by = control & 15;
        return switch (control >>> 4) {
            case 0x10 -> at + by < 16 ? lane + by : -1;
            case 0x11 -> at - by >= 0 ? lane - by : -1;
            case 0x12 -> row | at - by & 15;
            case 0x14 -> by == 0 ? row | 15 - at : row | at & 8 | 7 - (at & 7);
            case 0x15 -> row | by;
            case 0x16 -> row | at ^ by;
            default -> -1;
        };
    }
}
