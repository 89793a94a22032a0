package org.lierne.lib.agc;

/**
 * The draw modifier of a geometry record's specials: which user registers take the draw's own values, and how instances
 * are cut.
 */
record DrawModifier(long bits) {
    static final int BASE_VERTEX = 0;
    static final int START_INDEX = 1;
    static final int START_INSTANCE = 2;
    static final int DRAW_INDEX = 3;

    private static final int NO_REGISTER = 0x280;
    private static final int GEOMETRY_USER_DATA = 0x8C;
    private static final int HULL_USER_DATA = 0x10C;

    /** Bit 8 moved to bit 5, or 0 when bit 32 is set. */
    int initiator() {
        return (bits >>> 32 & 1) != 0 ? 0 : (int) (bits >>> 8 & 1) << 5;
    }

    boolean isEnabled(int which) {
        return (bits >>> which & 1) != 0;
    }

    /** SH offset of the register for one of the four values, or 0x280 for none. */
    int location(int which) {
        if (!isEnabled(which)) {
            return NO_REGISTER;
        }
        int stages = (int) (bits >>> 29 & 7);
        return (stages == 3 || stages == 5 ? HULL_USER_DATA : GEOMETRY_USER_DATA)
                + (int) (bits >>> 9 + 5 * which & 0x1F);
    }
}
