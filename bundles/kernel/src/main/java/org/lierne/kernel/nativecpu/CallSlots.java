package org.lierne.kernel.nativecpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.invoke.VarHandle;
import org.lierne.kernel.shim.Shim;
import org.lierne.kernel.space.MappedAddressSpace;

/**
 * The memory of thunks, cells and call records. A thunk is {@code mov cell(%rip),%r11; jmp *8(%r11)}; the cell points to an immutable
 * record {target, path, stack words, 8 * slot, front}. Rebinding writes a new record and then one pointer, so that a guest thread in the middle of
 * a call sees the old record or the new one. Thunks are written through a second mapping of their memory file: no page is writable and
 * executable at once.
 */
final class CallSlots {
    static final int MAX_SLOTS = 1 << 16;
    private static final int THUNK_BYTES = 16;
    private static final int RECORD_BYTES = 40;
    private static final int MAX_RECORDS = MAX_SLOTS * 4;
    private static final long THUNKS = MappedAddressSpace.PLATFORM_LOW;
    private static final long CELLS = THUNKS + (long) MAX_SLOTS * THUNK_BYTES;
    private static final long RECORDS = CELLS + (long) MAX_SLOTS * 8;
    private static final VarHandle CELL = JAVA_LONG.varHandle();

    private final long writableThunks;
    private final long lazyPath;
    private int slots;
    private int records;

    CallSlots(MappedAddressSpace space) {
        long thunkBytes = (long) MAX_SLOTS * THUNK_BYTES;
        int file = Shim.memoryFile("lierne-thunks", thunkBytes);
        space.mapPlatform(THUNKS, thunkBytes, Shim.PROT_READ | Shim.PROT_EXEC, file);
        space.mapPlatform(CELLS, RECORDS + (long) MAX_RECORDS * RECORD_BYTES - CELLS, Shim.PROT_READ | Shim.PROT_WRITE, -1);
        writableThunks = Shim.map(0, thunkBytes, Shim.PROT_READ | Shim.PROT_WRITE, Shim.MAP_SHARED, file, 0);
        Shim.close(file);
        if (writableThunks < 0) {
            throw new IllegalStateException("the host gives no memory for thunks: error " + -writableThunks);
        }
        lazyPath = Shim.address("hle_lazy");
    }

    /** Makes a slot that asks for its target on the first call. @return its index */
    synchronized int add() {
        if (slots == MAX_SLOTS) {
            throw new IllegalStateException("more than " + MAX_SLOTS + " imports");
        }
        int index = slots++;
        long thunk = writableThunks + (long) index * THUNK_BYTES;
        Shim.MEMORY.set(JAVA_SHORT_UNALIGNED, thunk, (short) 0x8b4c);
        Shim.MEMORY.set(JAVA_BYTE, thunk + 2, (byte) 0x1d);
        Shim.MEMORY.set(JAVA_INT_UNALIGNED, thunk + 3, (int) (cell(index) - (thunk(index) + 7)));
        writeThunkTail(thunk + 7);
        point(index, record(index, 0, lazyPath, 0, 0));
        return index;
    }

    private static void writeThunkTail(long at) {
        Shim.MEMORY.set(JAVA_INT_UNALIGNED, at, 0x0863ff41);
        for (int i = 4; i < 9; i++) {
            Shim.MEMORY.set(JAVA_BYTE, at + i, (byte) 0xcc);
        }
    }

    /** Writes a call record. @return its address */
    synchronized long record(int slot, long target, long path, int stackWords, long front) {
        if (records == MAX_RECORDS) {
            throw new IllegalStateException("imports were bound more than " + MAX_RECORDS + " times");
        }
        long at = RECORDS + (long) records++ * RECORD_BYTES;
        Shim.MEMORY.set(JAVA_LONG, at, target);
        Shim.MEMORY.set(JAVA_LONG, at + 8, path);
        Shim.MEMORY.set(JAVA_LONG, at + 16, stackWords);
        Shim.MEMORY.set(JAVA_LONG, at + 24, 8L * slot);
        Shim.MEMORY.set(JAVA_LONG, at + 32, front);
        return at;
    }

    /** The record a slot uses now. */
    static long current(int slot) {
        return (long) CELL.getAcquire(Shim.MEMORY, cell(slot));
    }

    /** Lets a slot use a record from now on. Release order: the record's words are visible before the pointer to it. */
    static void point(int slot, long record) {
        CELL.setRelease(Shim.MEMORY, cell(slot), record);
    }

    static long thunk(int slot) {
        return THUNKS + (long) slot * THUNK_BYTES;
    }

    private static long cell(int slot) {
        return CELLS + 8L * slot;
    }

    /** The slot a record belongs to. */
    static int slotOf(long record) {
        return (int) (Shim.MEMORY.get(JAVA_LONG, record + 24) >>> 3);
    }

    synchronized int count() {
        return slots;
    }

    /** Forgets every slot; no guest thread may be left. */
    synchronized void clear() {
        slots = 0;
        records = 0;
    }
}
