package org.lierne.kernel.loader;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Lengths of x86-64 instructions: enough to walk a text segment and find what must be rewritten. Documented: Intel SDM volume 2, appendix A
 * (opcode maps), and AMD's manual for SSE4a. After {@link #length} the fields describe the instruction.
 */
final class LengthDecoder {
    private static final byte MODRM = 1;
    private static final byte IMM8 = 2;
    /** 16 bits with an operand-size prefix, else 32. */
    private static final byte IMMZ = 4;
    private static final byte IMM16 = 8;
    /** Decided in {@link #special}. */
    private static final byte SPECIAL = 16;
    private static final byte INVALID = (byte) 0x80;
    private static final int MAX_LENGTH = 15;

    private static final byte[] ONE_BYTE = oneByteMap();
    private static final byte[] TWO_BYTE = twoByteMap();

    private final MemorySegment code;
    /** Opcode map: 0 one byte, 1 {@code 0f}, 2 {@code 0f 38}, 3 {@code 0f 3a}. */
    int map;
    int opcode;
    /** Offset of the segment prefix {@code fs} in the instruction, or -1. */
    int fsPrefix;
    /** Offset of the opcode byte in the instruction. */
    int opcodeOffset;
    /** The ModRM byte, or -1. */
    int modrm;
    /** The last of the prefixes f2 and f3, or 0. */
    int repeat;
    boolean hasOperandSize;
    /** Encoded with VEX or EVEX. */
    boolean isVector;
    private boolean isAddressShort;
    private boolean isWide;

    LengthDecoder(MemorySegment code) {
        this.code = code;
    }

    private static byte[] oneByteMap() {
        byte[] map = new byte[256];
        for (int i = 0; i < 0x40; i++) {
            map[i] = switch (i & 7) {
                case 0, 1, 2, 3 -> MODRM;
                case 4 -> IMM8;
                case 5 -> IMMZ;
                default -> INVALID;
            };
        }
        set(map, MODRM, 0x63);
        set(map, IMMZ, 0x68, 0xa9, 0xe8, 0xe9);
        set(map, MODRM | IMMZ, 0x69, 0x81, 0xc7);
        set(map, IMM8, 0x6a, 0xa8, 0xcd, 0xeb);
        set(map, MODRM | IMM8, 0x6b, 0x80, 0x83, 0xc0, 0xc1, 0xc6);
        Arrays.fill(map, 0x70, 0x80, IMM8);
        Arrays.fill(map, 0x84, 0x90, MODRM);
        Arrays.fill(map, 0xa0, 0xa4, SPECIAL);
        Arrays.fill(map, 0xb0, 0xb8, IMM8);
        Arrays.fill(map, 0xb8, 0xc0, SPECIAL);
        set(map, IMM16, 0xc2, 0xca);
        set(map, IMM16 | IMM8, 0xc8);
        Arrays.fill(map, 0xd0, 0xd4, MODRM);
        Arrays.fill(map, 0xd8, 0xe0, MODRM);
        Arrays.fill(map, 0xe0, 0xe8, IMM8);
        set(map, MODRM | SPECIAL, 0xf6, 0xf7);
        set(map, MODRM, 0xfe, 0xff);
        set(map, INVALID, 0x60, 0x61, 0x62, 0x82, 0x9a, 0xc4, 0xc5, 0xce, 0xd4, 0xd5, 0xd6, 0xea);
        return map;
    }

    private static byte[] twoByteMap() {
        byte[] map = new byte[256];
        Arrays.fill(map, MODRM);
        set(map, 0, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0b, 0x0e, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x37, 0x77, 0xa0, 0xa1, 0xa2, 0xa8, 0xa9,
                0xaa, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf);
        Arrays.fill(map, 0x80, 0x90, IMMZ);
        set(map, MODRM | IMM8, 0x0f, 0x70, 0x71, 0x72, 0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6);
        set(map, INVALID, 0x04, 0x0a, 0x0c, 0x36, 0x39, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f);
        return map;
    }

    private static void set(byte[] map, int value, int... opcodes) {
        for (int opcode : opcodes) {
            map[opcode] = (byte) value;
        }
    }

    private int at(long offset) {
        return offset < code.byteSize() ? code.get(JAVA_BYTE, offset) & 0xff : 0;
    }

    /** Length of the instruction at an offset of the code; 0 if it is none or does not fit. */
    int length(long start) {
        map = 0;
        fsPrefix = -1;
        modrm = -1;
        repeat = 0;
        hasOperandSize = false;
        isVector = false;
        isAddressShort = false;
        isWide = false;
        long next = prefixes(start);
        int byte0 = at(next);
        int form;
        isVector = byte0 == 0xc5 || byte0 == 0xc4 || byte0 == 0x62;
        if (byte0 == 0xc5) {
            next += 2;
            map = 1;
            form = vexForm(at(next));
        } else if (byte0 == 0xc4) {
            map = at(next + 1) & 0x1f;
            next += 3;
            form = map == 1 ? vexForm(at(next)) : map == 2 ? MODRM : map == 3 ? MODRM | IMM8 : INVALID;
        } else if (byte0 == 0x62) {
            map = at(next + 1) & 7;
            next += 4;
            form = map == 3 ? MODRM | IMM8 : map == 1 ? vexForm(at(next)) | MODRM : MODRM;
        } else if (byte0 == 0x0f) {
            next++;
            form = twoByteForm(next);
            next += map == 1 ? 0 : 1;
        } else {
            form = ONE_BYTE[byte0];
        }
        opcode = at(next);
        opcodeOffset = (int) (next - start);
        if ((form & INVALID) != 0) {
            return 0;
        }
        next++;
        if ((form & MODRM) != 0) {
            modrm = at(next);
            next += addressBytes(next);
        }
        next += immediateBytes(form);
        long length = next - start;
        return length > MAX_LENGTH || next > code.byteSize() ? 0 : (int) length;
    }

    private long prefixes(long start) {
        long next = start;
        while (true) {
            int prefix = at(next);
            switch (prefix) {
                case 0x66 -> hasOperandSize = true;
                case 0x67 -> isAddressShort = true;
                case 0x64 -> fsPrefix = (int) (next - start);
                case 0x65 -> fsPrefix = -1;
                case 0xf2, 0xf3 -> repeat = prefix;
                case 0x2e, 0x36, 0x3e, 0x26, 0xf0 -> { }
                default -> {
                    if ((prefix & 0xf0) == 0x40) {
                        isWide = (prefix & 8) != 0;
                        next++;
                    }
                    return next;
                }
            }
            next++;
            if (next - start > MAX_LENGTH) {
                return next;
            }
        }
    }

    /** Reads the second opcode byte at {@code next}; sets the map. */
    private int twoByteForm(long next) {
        int second = at(next);
        if (second == 0x38) {
            map = 2;
            return MODRM;
        }
        if (second == 0x3a) {
            map = 3;
            return MODRM | IMM8;
        }
        map = 1;
        // SSE4a: extrq (66) and insertq (f2) with two immediate bytes.
        return second == 0x78 && (hasOperandSize || repeat == 0xf2) ? MODRM | IMM16 : TWO_BYTE[second];
    }

    private static int vexForm(int opcode) {
        return switch (opcode) {
            case 0x77 -> 0;
            case 0x70, 0x71, 0x72, 0x73, 0xc2, 0xc4, 0xc5, 0xc6 -> MODRM | IMM8;
            default -> MODRM;
        };
    }

    /** Bytes of ModRM, SIB and displacement. */
    private int addressBytes(long at) {
        int mode = modrm >> 6;
        int register = modrm & 7;
        if (mode == 3) {
            return 1;
        }
        int bytes = 1;
        if (register == 4) {
            bytes++;
            if (mode == 0 && (at(at + 1) & 7) == 5) {
                bytes += 4;
            }
        } else if (mode == 0 && register == 5) {
            bytes += 4;
        }
        return bytes + (mode == 1 ? 1 : mode == 2 ? 4 : 0);
    }

    private int immediateBytes(int form) {
        int bytes = 0;
        if ((form & IMM8) != 0) {
            bytes++;
        }
        if ((form & IMM16) != 0) {
            bytes += 2;
        }
        if ((form & IMMZ) != 0) {
            // Near branches keep 32 bits under an operand-size prefix in 64-bit mode.
            boolean isBranch = map == 1 || opcode == 0xe8 || opcode == 0xe9;
            bytes += hasOperandSize && !isBranch ? 2 : 4;
        }
        return bytes + ((form & SPECIAL) != 0 ? special() : 0);
    }

    private int special() {
        if (opcode >= 0xa0 && opcode < 0xa4) {
            return isAddressShort ? 4 : 8;
        }
        if (opcode >= 0xb8 && opcode < 0xc0) {
            return isWide ? 8 : hasOperandSize ? 2 : 4;
        }
        // test with an immediate is /0 and /1 of f6 and f7
        if ((modrm >> 3 & 7) >= 2) {
            return 0;
        }
        return opcode == 0xf6 ? 1 : hasOperandSize && !isWide ? 2 : 4;
    }
}
