package org.lierne.agc.shader;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.lierne.kernel.memory.GuestMemory;

/**
 * The record in front of a shader, read where it lies in guest memory. Field places: as the open tools and the
 * console's own compiler agree on them (docs/graphics-library.md, "Shader records"). Pointers are absolute after
 * {@code sceAgcCreateShader}.
 */
public record ShaderRecord(GuestMemory memory, long address) {
    public static final int MAGIC = 0x34333231;
    public static final int VERSION = 0x18;
    public static final int BYTES = 0x60;

    /** Offsets of the pointers to user data, CX pairs, SH pairs, specials, input and output semantics. */
    public static final int[] POINTERS = {0x08, 0x18, 0x20, 0x28, 0x30, 0x38};
    public static final int USER_DATA = 0x08;
    public static final int CODE = 0x10;
    public static final int CX_PAIRS = 0x18;
    public static final int SH_PAIRS = 0x20;
    public static final int SPECIALS = 0x28;
    public static final int INPUTS = 0x30;
    public static final int OUTPUTS = 0x38;

    /** Offsets, in the specials, of their register pairs. */
    public static final int GE_CNTL_PAIR = 0x00;
    public static final int STAGES_PAIR = 0x08;
    public static final int DISPATCH_MODIFIER = 0x10;
    public static final int DRAW_MODIFIER = 0x18;
    public static final int OUT_PRIMITIVE_PAIR = 0x20;
    public static final int USER_VGPR_PAIR = 0x28;

    /** A register pair of a list. */
    public record Pair(int offset, int value) {}

    public int magic() {
        return memory.getInt(address);
    }

    public int version() {
        return memory.getInt(address + 4);
    }

    /** 0 compute, 1 pixel, 2 geometry, 3 hull, 4 and 5 front halves, 6 and 7 back halves, 8 fetch. */
    public int type() {
        return memory.getByte(address + 0x5A) & 0xFF;
    }

    public long pointer(int field) {
        return memory.getLong(address + field);
    }

    public int inputCount() {
        return memory.getInt(address + 0x50);
    }

    public int outputCount() {
        return memory.getShort(address + 0x56) & 0xFFFF;
    }

    public int cxCount() {
        return memory.getByte(address + 0x5B) & 0xFF;
    }

    public int shCount() {
        return memory.getByte(address + 0x5C) & 0xFF;
    }

    /**
     * The semantic word of a pixel input: id[7:0], f16[21:20], flat 22, custom 24, default[29:28], default high[31:30].
     */
    public int input(int index) {
        return memory.getInt(pointer(INPUTS) + 4L * index);
    }

    /** The semantic word of a vertex output: id[7:0], slot[15:8], f16[21:20]. */
    public int output(int index) {
        return memory.getInt(pointer(OUTPUTS) + 4L * index);
    }

    public Pair special(int offset) {
        long at = pointer(SPECIALS) + offset;
        return new Pair(memory.getInt(at), memory.getInt(at + 4));
    }

    public List<Pair> shPairs() {
        return pairs(pointer(SH_PAIRS), shCount());
    }

    public List<Pair> cxPairs() {
        return pairs(pointer(CX_PAIRS), cxCount());
    }

    /** The value of a CX register of the record's list, the first if it is there twice. */
    public OptionalInt cx(int offset) {
        return cxPairs().stream().filter(p -> p.offset() == offset).mapToInt(Pair::value).findFirst();
    }

    private List<Pair> pairs(long at, int count) {
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pairs.add(new Pair(memory.getInt(at + 8L * i), memory.getInt(at + 8L * i + 4)));
        }
        return pairs;
    }
}
