package org.lierne.recompiler.isa;

import java.util.List;
import java.util.Locale;
import org.lierne.recompiler.isa.Effect.Memory.Action;
import org.lierne.recompiler.isa.Effect.Memory.Element;
import org.jspecify.annotations.Nullable;

/**
 * The vector memory operations that flat, global, scratch and buffer instructions have in common, with the opcode they share.
 * Documented: RDNA 2 ISA, "FLAT" and "MUBUF".
 */
final class MemoryRows {
    private static final DataType[] WIDTHS = {DataType.B32, DataType.B64, DataType.B96, DataType.B128};

    /**
     * One operation.
     *
     * @param opcode its number
     * @param suffix what its name ends with
     */
    record Operation(int opcode, String suffix, Action action, @Nullable Element element, int dwords, boolean high) {
        DataType data() {
            return WIDTHS[dwords - 1];
        }
    }

    /** Loads and stores. */
    static final List<Operation> TRANSFERS = List.of(
            new Operation(0x08, "load_ubyte",          Action.LOAD,  Element.UBYTE,     1, false),
            new Operation(0x09, "load_sbyte",          Action.LOAD,  Element.SBYTE,     1, false),
            new Operation(0x0a, "load_ushort",         Action.LOAD,  Element.USHORT,    1, false),
            new Operation(0x0b, "load_sshort",         Action.LOAD,  Element.SSHORT,    1, false),
            new Operation(0x0c, "load_dword",          Action.LOAD,  null,              1, false),
            new Operation(0x0d, "load_dwordx2",        Action.LOAD,  null,              2, false),
            new Operation(0x0e, "load_dwordx4",        Action.LOAD,  null,              4, false),
            new Operation(0x0f, "load_dwordx3",        Action.LOAD,  null,              3, false),
            new Operation(0x18, "store_byte",          Action.STORE, Element.UBYTE,     1, false),
            new Operation(0x19, "store_byte_d16_hi",   Action.STORE, Element.UBYTE_D16, 1, true),
            new Operation(0x1a, "store_short",         Action.STORE, Element.USHORT,    1, false),
            new Operation(0x1b, "store_short_d16_hi",  Action.STORE, Element.SHORT_D16, 1, true),
            new Operation(0x1c, "store_dword",         Action.STORE, null,              1, false),
            new Operation(0x1d, "store_dwordx2",       Action.STORE, null,              2, false),
            new Operation(0x1e, "store_dwordx4",       Action.STORE, null,              4, false),
            new Operation(0x1f, "store_dwordx3",       Action.STORE, null,              3, false),
            new Operation(0x20, "load_ubyte_d16",      Action.LOAD,  Element.UBYTE_D16, 1, false),
            new Operation(0x21, "load_ubyte_d16_hi",   Action.LOAD,  Element.UBYTE_D16, 1, true),
            new Operation(0x22, "load_sbyte_d16",      Action.LOAD,  Element.SBYTE_D16, 1, false),
            new Operation(0x23, "load_sbyte_d16_hi",   Action.LOAD,  Element.SBYTE_D16, 1, true),
            new Operation(0x24, "load_short_d16",      Action.LOAD,  Element.SHORT_D16, 1, false),
            new Operation(0x25, "load_short_d16_hi",   Action.LOAD,  Element.SHORT_D16, 1, true));

    /** Atomics: 32 bits first, 64 bits from 0x50 on. */
    static final List<Operation> ATOMICS = List.of(
            atomic(0x30, Action.SWAP, 1), atomic(0x31, Action.CMPSWAP, 2), atomic(0x32, Action.ADD, 1), atomic(0x33, Action.SUB, 1),
            atomic(0x35, Action.SMIN, 1), atomic(0x36, Action.UMIN, 1), atomic(0x37, Action.SMAX, 1), atomic(0x38, Action.UMAX, 1),
            atomic(0x39, Action.AND, 1), atomic(0x3a, Action.OR, 1), atomic(0x3b, Action.XOR, 1), atomic(0x3c, Action.INC, 1),
            atomic(0x3d, Action.DEC, 1), atomic(0x3e, Action.FCMPSWAP, 2), atomic(0x3f, Action.FMIN, 1), atomic(0x40, Action.FMAX, 1),
            atomic(0x50, Action.SWAP, 2), atomic(0x51, Action.CMPSWAP, 4), atomic(0x52, Action.ADD, 2), atomic(0x53, Action.SUB, 2),
            atomic(0x55, Action.SMIN, 2), atomic(0x56, Action.UMIN, 2), atomic(0x57, Action.SMAX, 2), atomic(0x58, Action.UMAX, 2),
            atomic(0x59, Action.AND, 2), atomic(0x5a, Action.OR, 2), atomic(0x5b, Action.XOR, 2), atomic(0x5c, Action.INC, 2),
            atomic(0x5d, Action.DEC, 2), atomic(0x5e, Action.FCMPSWAP, 4), atomic(0x5f, Action.FMIN, 2), atomic(0x60, Action.FMAX, 2));

    private MemoryRows() {
    }

    private static Operation atomic(int opcode, Action action, int dwords) {
        return new Operation(opcode, "atomic_" + name(action) + (opcode >= 0x50 ? "_x2" : ""), action, null, dwords, false);
    }

    /** The operation as mnemonics spell it. */
    static String name(Action action) {
        return action.name().toLowerCase(Locale.ROOT);
    }

    /** What an atomic returns: half of a compare-and-swap's data, all of the others'. */
    static DataType returned(Operation operation) {
        boolean pair = operation.action() == Action.CMPSWAP || operation.action() == Action.FCMPSWAP;
        return WIDTHS[(pair ? operation.dwords() / 2 : operation.dwords()) - 1];
    }
}
