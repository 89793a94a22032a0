package org.lierne.lib.agc;

import java.util.List;
import org.lierne.agc.shader.ShaderRecord;
import org.lierne.agc.shader.ShaderRecord.Pair;
import org.lierne.hle.GuestStatus;
import org.lierne.kernel.memory.GuestMemory;

/** Completing and joining shader records. */
final class ShaderRecords {
    static final int COMPUTE = 0;
    static final int PIXEL = 1;
    static final int GEOMETRY = 2;
    static final int HULL = 3;
    private static final int GEOMETRY_FRONT = 4;
    private static final int HULL_FRONT = 5;
    private static final int GEOMETRY_BACK = 6;
    private static final int HULL_BACK = 7;

    /** SH offset of the low word of the program address, by record type; 0 where the list has none. */
    private static final int[] PROGRAM_PAIR = {0x20C, 0x008, 0x0C8, 0x148, 0, 0, 0x088, 0x108, 0};
    private static final long NOT_AN_ADDRESS = ~0x0000_FFFF_FFFF_FF00L;
    private static final int[] USER_DATA_POINTERS = {0x00, 0x08, 0x10, 0x18, 0x20};

    private ShaderRecords() {}

    /**
     * Makes relative pointers absolute, stores the code address and adds it to the program-address pair of the SH list.
     */
    static GuestStatus complete(ShaderRecord shader, long code) {
        if (shader.magic() != ShaderRecord.MAGIC || shader.version() != ShaderRecord.VERSION
                || (code & NOT_AN_ADDRESS) != 0) {
            return AgcError.INVALID_PROGRAM;
        }
        int type = shader.type();
        if (type >= PROGRAM_PAIR.length) {
            return AgcError.INVALID_PROGRAM;
        }
        GuestMemory memory = shader.memory();
        for (int field : ShaderRecord.POINTERS) {
            makeAbsolute(memory, shader.address() + field);
        }
        long userData = shader.pointer(ShaderRecord.USER_DATA);
        if (userData != 0) {
            for (int field : USER_DATA_POINTERS) {
                makeAbsolute(memory, userData + field);
            }
        }
        memory.putLong(shader.address() + ShaderRecord.CODE, code);
        int pair = PROGRAM_PAIR[type];
        return pair == 0 ? GuestStatus.OK : addAddress(shader, pair, code);
    }

    private static void makeAbsolute(GuestMemory memory, long field) {
        long relative = memory.getLong(field);
        if (relative != 0) {
            memory.putLong(field, field + relative);
        }
    }

    /** An address already in the pair is an offset from the code; the high word keeps its upper 24 bits. */
    private static GuestStatus addAddress(ShaderRecord shader, int lowOffset, long code) {
        List<Pair> list = shader.shPairs();
        for (int i = 0; i + 1 < list.size(); i++) {
            if (list.get(i).offset() == lowOffset) {
                if (list.get(i + 1).offset() != lowOffset + 1) {
                    return AgcError.INVALID_PROGRAM;
                }
                int high = list.get(i + 1).value();
                long address = (Integer.toUnsignedLong(list.get(i).value()) | (high & 0xFFL) << 32) + (code >>> 8);
                long at = shader.pointer(ShaderRecord.SH_PAIRS) + 8L * i;
                shader.memory().putInt(at + 4, (int) address);
                shader.memory().putInt(at + 12, high & ~0xFF | (int) (address >>> 32 & 0xFF));
                return GuestStatus.OK;
            }
        }
        return AgcError.INVALID_PROGRAM;
    }

    /**
     * Joins a front and a back half: the back's record with the front's checksum and user registers, the larger
     * register counts, and the front's program as the one that starts.
     *
     * @param memory where the SH list of the result goes
     */
    static GuestStatus fuse(ShaderRecord out, ShaderRecord front, ShaderRecord back, long memory) {
        boolean isGeometry = front.type() == GEOMETRY_FRONT && back.type() == GEOMETRY_BACK;
        if (!isGeometry && !(front.type() == HULL_FRONT && back.type() == HULL_BACK)) {
            return AgcError.WRONG_TYPE;
        }
        int waveBit = isGeometry ? 22 : 21;
        int frontStages = front.special(ShaderRecord.STAGES_PAIR).value();
        int backStages = back.special(ShaderRecord.STAGES_PAIR).value();
        if ((frontStages >>> waveBit & 1) != (backStages >>> waveBit & 1)) {
            return AgcError.HALVES_DIFFER;
        }
        GuestMemory guest = out.memory();
        List<Pair> frontList = front.shPairs();
        List<Pair> backList = back.shPairs();
        int rsrc1 = isGeometry ? 0x08A : 0x10A;
        int rsrc2 = rsrc1 + 1;
        int checksum = isGeometry ? 0x080 : 0x100;
        int program = isGeometry ? 0x0C8 : 0x148;
        int checksums = 0;
        for (int i = 0; i < backList.size(); i++) {
            Pair pair = backList.get(i);
            int value = pair.value();
            if (pair.offset() == checksum) {
                int wanted = checksums++;
                value = frontList.stream().filter(p -> p.offset() == checksum).skip(wanted).mapToInt(Pair::value)
                        .findFirst().orElse(value);
            } else if (pair.offset() == rsrc1) {
                int other = value(frontList, rsrc1, value);
                value = value & ~0x3FF | Math.max(value & 0x3F, other & 0x3F) | Math.max(value & 0x3C0, other & 0x3C0);
            } else if (pair.offset() == rsrc2) {
                int userRegisters = 0x0800003E;
                value = value & ~userRegisters | value(frontList, rsrc2, value) & userRegisters;
            } else if (pair.offset() == program) {
                value = (int) (front.pointer(ShaderRecord.CODE) >>> 8);
            } else if (pair.offset() == program + 1) {
                value = value & ~0xFF | (int) (front.pointer(ShaderRecord.CODE) >>> 40) & 0xFF;
            }
            guest.putInt(memory + 8L * i, pair.offset());
            guest.putInt(memory + 8L * i + 4, value);
        }
        guest.putBytes(out.address(), guest.getBytes(back.address(), ShaderRecord.BYTES));
        guest.putLong(out.address() + ShaderRecord.SH_PAIRS, memory);
        guest.putByte(out.address() + 0x5A, (byte) (isGeometry ? GEOMETRY : HULL));
        return GuestStatus.OK;
    }

    private static int value(List<Pair> list, int offset, int otherwise) {
        return list.stream().filter(p -> p.offset() == offset).mapToInt(Pair::value).findFirst().orElse(otherwise);
    }
}
