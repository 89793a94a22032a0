package org.lierne.kernel.nativecpu;

import static org.lierne.kernel.nativecpu.GuestState.FLAGS;
import static org.lierne.kernel.nativecpu.GuestState.R10;
import static org.lierne.kernel.nativecpu.GuestState.R11;
import static org.lierne.kernel.nativecpu.GuestState.R12;
import static org.lierne.kernel.nativecpu.GuestState.R13;
import static org.lierne.kernel.nativecpu.GuestState.R14;
import static org.lierne.kernel.nativecpu.GuestState.R15;
import static org.lierne.kernel.nativecpu.GuestState.R8;
import static org.lierne.kernel.nativecpu.GuestState.R9;
import static org.lierne.kernel.nativecpu.GuestState.RAX;
import static org.lierne.kernel.nativecpu.GuestState.RBP;
import static org.lierne.kernel.nativecpu.GuestState.RBX;
import static org.lierne.kernel.nativecpu.GuestState.RCX;
import static org.lierne.kernel.nativecpu.GuestState.RDI;
import static org.lierne.kernel.nativecpu.GuestState.RDX;
import static org.lierne.kernel.nativecpu.GuestState.RIP;
import static org.lierne.kernel.nativecpu.GuestState.RSI;
import static org.lierne.kernel.nativecpu.GuestState.RSP;

import org.lierne.kernel.memory.GuestMemory;

/** Signals in the guest's numbers, and the record that its handlers see. Assumed: kernel.exception-handlers. */
final class GuestSignals {
    /** Bytes of the record; the general registers are part of its machine context, which begins at {@link #MACHINE}. */
    static final int RECORD_BYTES = 0x500;
    private static final int INFORMATION_BYTES = 0x50;
    /** Both records, one behind the other. */
    static final int BYTES = RECORD_BYTES + INFORMATION_BYTES;
    private static final int INFORMATION_ADDRESS = 0x18;
    private static final int MACHINE = 0x40;
    private static final int ADDRESS = 0x88;
    /** The machine context's words in order: place, register. */
    private static final int[][] WORDS = {
        {0x08, RDI}, {0x10, RSI}, {0x18, RDX}, {0x20, RCX}, {0x28, R8}, {0x30, R9}, {0x38, RAX}, {0x40, RBX}, {0x48, RBP}, {0x50, R10},
        {0x58, R11}, {0x60, R12}, {0x68, R13}, {0x70, R14}, {0x78, R15}, {0xA0, RIP}, {0xB0, FLAGS}, {0xB8, RSP},
    };
    /** The arithmetic flags and the direction flag: what a handler may change. */
    private static final long CHANGEABLE_FLAGS = 0xCD5;

    private static final int HOST_BUS_ERROR = 7;
    private static final int ILLEGAL = 4;
    private static final int ARITHMETIC = 8;
    private static final int BUS_ERROR = 10;
    private static final int ACCESS = 11;

    private GuestSignals() {}

    /** The guest's number of a fault that its handler may take, or 0. */
    static int ofFault(ThreadBlock.Fault fault, ModuleMap places) {
        return switch (fault.signal()) {
            case ILLEGAL -> places.isSystemCall(fault.rip()) ? 0 : ILLEGAL;
            case ARITHMETIC -> ARITHMETIC;
            case HOST_BUS_ERROR -> BUS_ERROR;
            case ACCESS -> ACCESS;
            default -> 0;
        };
    }

    static void write(GuestMemory memory, long record, GuestState state, long faultAddress) {
        memory.putBytes(record, new byte[RECORD_BYTES]);
        for (int[] word : WORDS) {
            memory.putLong(record + MACHINE + word[0], state.registers()[word[1]]);
        }
        memory.putLong(record + MACHINE + ADDRESS, faultAddress);
    }

    /** What a POSIX handler is told beside the context. */
    static void writeInformation(GuestMemory memory, long record, int signal, long faultAddress) {
        memory.putBytes(record, new byte[INFORMATION_BYTES]);
        memory.putInt(record, signal);
        memory.putLong(record + INFORMATION_ADDRESS, faultAddress);
    }

    static void read(GuestMemory memory, long record, GuestState state) {
        long flags = state.registers()[FLAGS];
        for (int[] word : WORDS) {
            state.registers()[word[1]] = memory.getLong(record + MACHINE + word[0]);
        }
        state.registers()[FLAGS] = flags & ~CHANGEABLE_FLAGS | state.registers()[FLAGS] & CHANGEABLE_FLAGS;
    }
}
