package org.lierne.lib.agc;

import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStruct;
import org.lierne.kernel.memory.GuestMemory;

/**
 * The title's command buffer object.
 *
 * @param bottom     first word of the storage
 * @param top        end of the storage
 * @param cursorUp   next word to write; every builder moves it
 * @param cursorDown end of the free space; top-down allocations lower it
 * @param callback   {@code bool (object*, u32 dwords, void* user)}, called when a packet does not fit
 * @param reserved   dwords that builders leave free
 */
@GuestStruct(size = 0x38)
record CommandBuffer(@At(0x00) long bottom, @At(0x08) long top, @At(0x10) long cursorUp, @At(0x18) long cursorDown,
        @At(0x20) long callback,
        @At(0x28) long user, @At(0x30) int reserved) {

    /** Calls the guest when storage runs out. */
    @FunctionalInterface
    interface Grow {
        /** The callback's answer, as {@code rax}. */
        long call(long callback, long object, long dwords, long user);
    }

    /**
     * Takes storage for one group of packets. A group that does not fit calls the callback once, with the dwords needed
     * and reserved; the callback may replace all four pointers, and the group then starts in the new storage.
     *
     * @return address of the first dword, or 0 if there is no room: nothing has moved then
     */
    static long take(GuestPtr<CommandBuffer> object, int dwords, Grow grow) {
        GuestMemory memory = object.memory();
        long at = object.address();
        int reserved = memory.getInt(at + 0x30);
        if (free(memory, at, reserved) < dwords) {
            long callback = memory.getLong(at + 0x20);
            if (callback == 0 || (grow.call(callback, at, Integer.toUnsignedLong(dwords + reserved),
                    memory.getLong(at + 0x28)) & 0xFF) == 0 || free(memory, at, memory.getInt(at + 0x30)) < dwords) {
                return 0;
            }
        }
        long start = memory.getLong(at + 0x10);
        memory.putLong(at + 0x10, start + 4L * dwords);
        return start;
    }

    /** Free dwords; a negative count is zero, so that a buffer smaller than its reserve still grows. */
    private static long free(GuestMemory memory, long at, int reserved) {
        long down = memory.getLong(at + 0x18);
        long end = down == 0 ? memory.getLong(at + 0x08) : down;
        return Math.max(0, (end - memory.getLong(at + 0x10)) / 4 - Integer.toUnsignedLong(reserved));
    }
}
