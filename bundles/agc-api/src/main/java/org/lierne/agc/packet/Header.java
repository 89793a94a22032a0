package org.lierne.agc.packet;

/**
 * The first word of a packet. Documented: type [31:30]; type 3 has dwords-2 [29:16], opcode [15:8], tag [7:2],
 * predicate [0].
 */
public final class Header {
    public static final int PREDICATE = 1;
    /** On a compute queue: shader type; inside [7:2], where software tags live too. */
    public static final int COMPUTE = 2;
    public static final int RESET_FILTER = 4;
    /** The one-dword NOP of type 3. */
    public static final int ONE_DWORD_NOP = 0xFFFF1000;

    private Header() {}

    /** Header of a type-3 packet of this many dwords, itself included. */
    public static int type3(int opcode, int dwords) {
        return 0xC0000000 | (dwords - 2 & 0x3FFF) << 16 | opcode << 8;
    }

    public static int type(int header) {
        return header >>> 30;
    }

    public static int opcode(int header) {
        return header >>> 8 & 0xFF;
    }

    public static int count(int header) {
        return header >>> 16 & 0x3FFF;
    }

    public static int tag(int header) {
        return header >>> 2 & 0x3F;
    }

    /**
     * Dwords of the packet that starts with this header. Type 2 is a one-dword filler, a NOP of count 0x3FFF is one
     * dword.
     *
     * @return 0 for type 1, which is illegal
     */
    public static int dwords(int header) {
        return switch (type(header)) {
            case 0 -> count(header) + 2;
            case 2 -> 1;
            case 3 -> count(header) == 0x3FFF && opcode(header) == Pm4.NOP.opcode() ? 1 : count(header) + 2;
            default -> 0;
        };
    }
}
