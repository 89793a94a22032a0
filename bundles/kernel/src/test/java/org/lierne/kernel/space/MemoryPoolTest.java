package org.lierne.kernel.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.lierne.kernel.memory.AddressSpace.EXECUTE;
import static org.lierne.kernel.memory.AddressSpace.POOL_PAGE_BYTES;
import static org.lierne.kernel.memory.AddressSpace.POOL_STEP_BYTES;
import static org.lierne.kernel.memory.AddressSpace.READ;
import static org.lierne.kernel.memory.AddressSpace.WRITE;
import static org.lierne.kernel.nativecpu.TestMachine.MACHINE;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.AddressSpace.Kind;
import org.lierne.kernel.memory.AddressSpace.PoolPages;

class MemoryPoolTest {
    private static final int RW = READ | WRITE;

    private final MappedAddressSpace space = MACHINE.space;

    @BeforeEach
    void reset() {
        MACHINE.reset();
    }

    private static void fails(Errno errno, Executable call) {
        assertEquals(errno, assertThrows(GuestErrno.class, call).errno());
    }

    @Test
    void takesTheLowestRunsFirstAndJoinsWhatComesBack() {
        MemoryPool pool = new MemoryPool();
        pool.add(0x10_0000, 2 * POOL_PAGE_BYTES);
        pool.add(0, POOL_PAGE_BYTES);

        List<MemoryPool.Run> taken = pool.take(2 * POOL_PAGE_BYTES);

        assertEquals(List.of(new MemoryPool.Run(0, POOL_PAGE_BYTES), new MemoryPool.Run(0x10_0000, POOL_PAGE_BYTES)), taken);
        pool.giveBack(0x10_0000, POOL_PAGE_BYTES);
        assertEquals(List.of(new MemoryPool.Run(0x10_0000, 2 * POOL_PAGE_BYTES)), pool.take(2 * POOL_PAGE_BYTES));
        assertEquals(3, pool.usedPages());
    }

    @Test
    void commitsAndTakesBack() {
        space.expandPool(0, 1L << 30, 2 * POOL_PAGE_BYTES, 0);
        long address = space.reservePool(0, POOL_STEP_BYTES, 0, 0);

        space.commitPool(address, 2 * POOL_PAGE_BYTES, 0, RW);
        MACHINE.memory.putLong(address + POOL_PAGE_BYTES, 77);

        assertEquals(77, MACHINE.memory.getLong(address + POOL_PAGE_BYTES));
        assertEquals(new PoolPages(0, 2), space.poolPages());
        assertEquals(Kind.POOLED, space.mapping(address, false).orElseThrow().kind());
        space.decommitPool(address, POOL_PAGE_BYTES);
        assertEquals(new PoolPages(1, 1), space.poolPages());
        assertEquals(Kind.POOL_RESERVED, space.mapping(address, false).orElseThrow().kind());
        space.unmap(address, POOL_STEP_BYTES);
        assertEquals(new PoolPages(2, 0), space.poolPages());
    }

    @Test
    void checksInTheOrderOfTheCall() {
        fails(Errno.EINVAL, () -> space.expandPool(0, 1L << 30, 0x4000, 0));
        fails(Errno.ENOMEM, () -> space.expandPool(0, 0x4000, POOL_PAGE_BYTES, 0));
        fails(Errno.EINVAL, () -> space.reservePool(0, POOL_PAGE_BYTES, 0, 0));
        long address = space.reservePool(0, POOL_STEP_BYTES, 0, 0);
        fails(Errno.EINVAL, () -> space.commitPool(0, POOL_PAGE_BYTES, 0, RW));
        fails(Errno.EINVAL, () -> space.commitPool(address, 0x4000, 0, RW));
        fails(Errno.EINVAL, () -> space.commitPool(address, POOL_PAGE_BYTES, 0, RW | EXECUTE));
        fails(Errno.EACCES, () -> space.commitPool(address + POOL_STEP_BYTES, POOL_PAGE_BYTES, 0, RW));
        fails(Errno.ENOMEM, () -> space.commitPool(address, POOL_PAGE_BYTES, 0, RW));
        fails(Errno.EACCES, () -> space.decommitPool(address + POOL_STEP_BYTES, POOL_PAGE_BYTES));
    }
}
