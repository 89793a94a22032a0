package org.lierne.kernel.nativecpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lierne.kernel.shim.Shim;

/**
 * The memory behind a thread's {@code gs} base: what the guest takes for its thread control block, and behind it the host's fields. Offsets
 * are those of src/main/native/shim.h.
 */
record ThreadBlock(long base) {
    /** Bytes from the base: one guest page. Thread-local variables lie below the base. */
    static final long BYTES = 0x4000;

    private static final int SELF = 0x0;
    private static final int DTV = 0x8;
    private static final int GUEST_OBJECT = 0x10;
    private static final int CANARY = 0x28;
    private static final int GUEST_STACK_POINTER = 0x408;
    private static final int SIGNALS = 0x410;
    private static final int STOP = 0x418;
    private static final int HOST_STACK_POINTER = 0x400;
    private static final int COUNTS = 0x430;
    private static final int TAIL = 0x438;
    private static final int FAULT = 0x440;
    private static final int STATE = 0x468;
    private static final int EXTENDED = 0x530;
    private static final int VECTORS = 0x3000;
    private static final int VECTOR_ROOM = 0x1000;
    private static final int RING = 0x800;
    private static final int RING_BYTES = 0x800;
    private static final int CALL_BYTES = 32;
    private static final int CONTEXTS = 0x1000;
    private static final int CONTEXT_BYTES = 96;
    private static final int DTV_TABLE = 0x2000;

    /** Nested calls into guest code that one block has room for. */
    static final int MAX_DEPTH = 0x1000 / CONTEXT_BYTES;
    /** Modules with thread-local variables that one block has room for. */
    static final int MAX_TLS_MODULES = 0x1000 / 8 - 2;

    private static final String[] REGISTERS = {
        "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "rdi", "rsi", "rbp", "rbx", "rdx", "rax", "rcx", "rsp", "rip", "rflags"
    };

    /** What the signal handler noted. */
    record Fault(int signal, int code, long address, long rip, long rsp, long error, Map<String, Long> registers) {}

    /** One call of an import, from the ring. */
    record Call(long record, long returnAddress, long rdi, long rsi) {}

    private long get(long offset) {
        return Shim.MEMORY.get(JAVA_LONG, base + offset);
    }

    private void set(long offset, long value) {
        Shim.MEMORY.set(JAVA_LONG, base + offset, value);
    }

    void initialise(long canary, long counts) {
        set(SELF, base);
        set(DTV, base + DTV_TABLE);
        set(CANARY, canary);
        set(COUNTS, counts);
        set(DTV_TABLE, 1);
    }

    /** Address of this thread's copy of a module's variables. */
    void setTls(int moduleId, long address) {
        set(DTV_TABLE + 8L * (moduleId + 1), address);
        set(DTV_TABLE + 8, Math.max(get(DTV_TABLE + 8), moduleId));
        set(DTV_TABLE, get(DTV_TABLE) + 1);
    }

    void setGuestObject(long address) {
        set(GUEST_OBJECT, address);
    }

    /** Guest stack pointer of the call of an import in progress. */
    long guestStackPointer() {
        return get(GUEST_STACK_POINTER);
    }

    boolean isInGuest() {
        return get(HOST_STACK_POINTER) != 0;
    }

    void setStop(int reason) {
        set(STOP, reason);
    }

    /** While set, an interrupt of guest code is for the sake of a guest signal: guest code can go on afterwards. */
    void setHasSignals(boolean waits) {
        set(SIGNALS, waits ? 1 : 0);
    }

    /** The state in which guest code was left, to go on from. */
    GuestState state() {
        long[] registers = new long[GuestState.REGISTERS];
        for (int i = 0; i < registers.length; i++) {
            registers[i] = get(STATE + 8L * i);
        }
        byte[] vectors = new byte[VECTOR_ROOM];
        MemorySegment.copy(Shim.MEMORY, JAVA_BYTE, base + VECTORS, vectors, 0, VECTOR_ROOM);
        return new GuestState(registers, vectors, get(EXTENDED));
    }

    void setState(GuestState state) {
        for (int i = 0; i < GuestState.REGISTERS; i++) {
            set(STATE + 8L * i, state.registers()[i]);
        }
        MemorySegment.copy(state.vectors(), 0, Shim.MEMORY, JAVA_BYTE, base + VECTORS, VECTOR_ROOM);
        set(EXTENDED, state.extendedBytes());
    }

    long context(int depth) {
        return base + CONTEXTS + (long) depth * CONTEXT_BYTES;
    }

    Fault fault() {
        Map<String, Long> registers = new LinkedHashMap<>();
        for (int i = 0; i < REGISTERS.length; i++) {
            registers.put(REGISTERS[i], get(FAULT + 40 + 8L * i));
        }
        return new Fault((int) get(FAULT), (int) get(FAULT + 8), get(FAULT + 16), get(FAULT + 24), get(FAULT + 32),
                get(FAULT + 40 + 23 * 8), registers);
    }

    /** The last calls of imports, oldest first. */
    List<Call> tail() {
        List<Call> calls = new ArrayList<>();
        long next = get(TAIL);
        for (int i = 0; i < RING_BYTES; i += CALL_BYTES) {
            long at = RING + (next + i) % RING_BYTES;
            if (get(at) != 0) {
                calls.add(new Call(get(at), get(at + 8), get(at + 16), get(at + 24)));
            }
        }
        return calls;
    }
}
