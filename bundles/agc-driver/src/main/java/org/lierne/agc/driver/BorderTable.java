package org.lierne.agc.driver;

import org.jspecify.annotations.Nullable;
import org.lierne.agc.register.Register;
import org.lierne.agc.register.Registers;
import org.lierne.gpu.BorderColor;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;

/** The border colours that samplers name by number: four dwords each. Documented: Mesa, border colours of GFX10. */
record BorderTable(GuestMemory memory, long address) {
    private static final int ENTRY_BYTES = 16;

    /** The table of a stage. */
    static BorderTable of(GuestMemory memory, RegisterFile r, boolean isCompute) {
        Register low = isCompute ? Registers.TA_CS_BC_BASE_ADDR : Registers.TA_BC_BASE_ADDR;
        Register high = isCompute ? Registers.TA_CS_BC_BASE_ADDR_HI : Registers.TA_BC_BASE_ADDR_HI;
        return new BorderTable(memory, (Integer.toUnsignedLong(r.get(low)) | (long) (r.get(high) & 0xFF) << 32) << 8);
    }

    /** @return null where no memory holds it */
    @Nullable BorderColor color(int index, boolean isInteger) {
        long entry = address + (long) index * ENTRY_BYTES;
        return address == 0 || !memory.isMapped(entry, ENTRY_BYTES, Access.READ) ? null : new BorderColor.Custom(memory.getInt(entry),
                memory.getInt(entry + 4), memory.getInt(entry + 8), memory.getInt(entry + 12), isInteger);
    }
}
