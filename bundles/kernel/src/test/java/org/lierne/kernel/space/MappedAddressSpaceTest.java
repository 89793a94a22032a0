package org.lierne.kernel.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lierne.kernel.memory.AddressSpace.EXECUTE;
import static org.lierne.kernel.memory.AddressSpace.FIXED;
import static org.lierne.kernel.memory.AddressSpace.NO_OVERWRITE;
import static org.lierne.kernel.memory.AddressSpace.READ;
import static org.lierne.kernel.memory.AddressSpace.WRITE;
import static org.lierne.kernel.nativecpu.TestMachine.MACHINE;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.AddressSpace.DirectMap;
import org.lierne.kernel.memory.AddressSpace.DirectRun;
import org.lierne.kernel.memory.AddressSpace.Kind;
import org.lierne.kernel.memory.AddressSpace.Mapping;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.GuestMemoryFault;
import org.lierne.testing.Rule;

class MappedAddressSpaceTest {
    private static final int RW = READ | WRITE;
    private static final long PAGE = 0x4000;

    private final MappedAddressSpace space = MACHINE.space;
    private final GuestMemory memory = MACHINE.memory;

    @BeforeEach
    void reset() {
        MACHINE.reset();
    }

    private static void fails(Errno errno, Executable call) {
        assertEquals(errno, assertThrows(GuestErrno.class, call).errno());
    }

    private static DirectMap map(long address, long bytes, int flags, long offset) {
        return new DirectMap(address, bytes, RW, flags, offset, 0, -1, false, "");
    }

    private static DirectMap exclusive(long bytes, long offset) {
        return new DirectMap(0, bytes, RW, 0, offset, 0, 3, true, "");
    }

    @Test
    @Rule("M1")
    void mappingAHugeLengthIsNoMemory() {
        fails(Errno.ENOMEM, () -> space.mapDirect(map(0, 0xFFFFFFFFF8A00000L, 0, 0)));
    }

    @Test
    @Rule("M2")
    void mapsNothingFixedAtNull() {
        space.allocateDirect(0, 0x100000, PAGE, 0, 3);

        fails(Errno.EINVAL, () -> space.mapDirect(map(0, PAGE, FIXED, 0)));
        fails(Errno.EINVAL, () -> space.mapFlexible(0, PAGE, RW, FIXED, ""));
        assertTrue(space.mapping(0, true).isEmpty());
    }

    @Test
    @Rule("M3")
    void allocatesOnlyInsideTheSearchRange() {
        assertEquals(0x1000000, space.allocateDirect(0x1000000, 0x2000000, 0x800000, 0, 3));

        fails(Errno.EAGAIN, () -> space.allocateDirect(0x1000000, 0x2000000, 0x1000000, 0, 3));
        assertEquals(0x1800000, space.allocateDirect(0x1000000, 0x2000000, 0x800000, 0, 3));
        assertEquals(0x2000000, space.allocateDirect(0x1800000, 0x3000000, PAGE, 0, 3));
    }

    @Test
    @Rule("M4")
    void showsOneBlockAtTwoAddresses() {
        long block = space.allocateDirect(0, space.directBytes(), 0x10000, 0x10000, 3);
        long a = space.mapDirect(map(0, 0x10000, 0, block));
        long b = space.mapDirect(map(0, 0x8000, 0, block + 0x8000));

        memory.putLong(a + 0x8010, 42);

        assertEquals(42, memory.getLong(b + 0x10));
    }

    @Test
    @Rule("M5")
    void theExclusiveFormRefusesAPhysicalRangeThatIsMapped() {
        long block = space.allocateDirect(0, space.directBytes(), 0x10000, 0, 3);
        space.mapDirect(exclusive(0x8000, block));

        fails(Errno.ENOMEM, () -> space.mapDirect(exclusive(0x8000, block + PAGE)));
        space.mapDirect(exclusive(0x8000, block + 0x8000));
    }

    @Test
    @Rule("M6")
    void findsTheFirstAreaFromBelow() {
        long first = space.mapFlexible(0x20_0000_0000L, PAGE, RW, 0, "first");

        assertTrue(space.mapping(0x1000, false).isEmpty());
        assertEquals(first, space.mapping(0x1000, true).orElseThrow().start());
    }

    @Test
    @Rule("M7")
    void givesUnnamedMappingsAName() {
        long at = space.mapFlexible(0, PAGE, RW, 0, "");

        assertEquals("anon:%012x".formatted(at), space.mapping(at, false).orElseThrow().name());
    }

    @Test
    void checksArgumentsInTheDocumentedOrder() {
        fails(Errno.EINVAL, () -> space.allocateDirect(-1, 10, PAGE, 0, 3));
        fails(Errno.EINVAL, () -> space.allocateDirect(0, 0x100000, 0, 0, 3));
        fails(Errno.EINVAL, () -> space.allocateDirect(0, 0x100000, PAGE + 1, 0, 3));
        fails(Errno.EINVAL, () -> space.allocateDirect(0, 0x100000, PAGE, 0x1000, 3));
        fails(Errno.EINVAL, () -> space.allocateDirect(0, 0x100000, PAGE, 0, 13));
        fails(Errno.EAGAIN, () -> space.allocateDirect(0x100000, 0x100000, PAGE, 0, 3));
        long block = space.allocateDirect(0, 0x100000, PAGE, 0, 3);
        fails(Errno.EACCES, () -> space.mapDirect(new DirectMap(0, PAGE, 4, 0, block, 0, -1, false, "")));
        fails(Errno.EINVAL, () -> space.mapDirect(new DirectMap(0, PAGE, 4, 0, block, 0, 3, true, "")));
        fails(Errno.ENAMETOOLONG, () -> space.mapDirect(new DirectMap(0, PAGE, RW, 0, block, 0, -1, false, "x".repeat(32))));
        fails(Errno.ENOMEM, () -> space.mapFlexible(0, space.availableFlexible() + PAGE, RW, 0, ""));
        fails(Errno.EINVAL, () -> space.mapFlexible(0, PAGE, RW, 0x2000, ""));
        fails(Errno.EINVAL, () -> space.mapFlexible(0, PAGE, RW, 13 << 24, ""));
        fails(Errno.EINVAL, () -> space.unmap(USER, 0));
        fails(Errno.EACCES, () -> space.unmap(USER, PAGE));
        fails(Errno.EACCES, () -> space.protect(USER, PAGE, RW));
    }

    private static final long USER = MappedAddressSpace.USER_LOW;

    @Test
    void aFixedMappingReplacesWhatIsThereUnlessAskedNotTo() {
        long at = space.mapFlexible(0, 3 * PAGE, RW, 0, "whole");
        memory.putInt(at, 1);

        fails(Errno.ENOMEM, () -> space.mapFlexible(at + PAGE, PAGE, RW, FIXED | NO_OVERWRITE, "middle"));
        assertEquals(at + PAGE, space.mapFlexible(at + PAGE, PAGE, READ, FIXED, "middle"));

        assertEquals(List.of("whole", "middle", "whole"), List.of(name(at), name(at + PAGE), name(at + 2 * PAGE)));
        assertEquals(space.configuredFlexible() - 3 * PAGE, space.availableFlexible());
        assertEquals(1, memory.getInt(at));
        assertFalse(memory.isMapped(at, 2 * PAGE, Access.WRITE));
    }

    private String name(long at) {
        return space.mapping(at, false).orElseThrow().name();
    }

    @Test
    void aHintInsideAReservationConsumesIt() {
        long range = space.reserve(0, 4 * PAGE, 0, 0);

        assertEquals(range + PAGE, space.mapFlexible(range + PAGE, PAGE, RW, 0, "inside"));
        assertEquals(Kind.RESERVED, space.mapping(range, false).orElseThrow().kind());
        assertEquals(Kind.FLEXIBLE, space.mapping(range + PAGE, false).orElseThrow().kind());
        assertEquals(Kind.RESERVED, space.mapping(range + 2 * PAGE, false).orElseThrow().kind());
    }

    @Test
    void unmappingTheMiddleSplitsAndKeepsPhysicalOffsets() {
        long block = space.allocateDirect(0, space.directBytes(), 3 * PAGE, 0, 3);
        long at = space.mapDirect(map(0, 3 * PAGE, 0, block));

        space.unmap(at + PAGE, PAGE);

        Mapping last = space.mapping(at + 2 * PAGE, false).orElseThrow();
        assertEquals(block + 2 * PAGE, last.offset());
        assertThrows(GuestMemoryFault.class, () -> memory.getByte(at + PAGE));
        assertEquals(0, memory.getByte(at + 2 * PAGE));
    }

    @Test
    void releasingDirectMemoryRemovesItsViewsAndItsBytes() {
        long block = space.allocateDirect(0, space.directBytes(), 2 * PAGE, 0, 3);
        long at = space.mapDirect(map(0, 2 * PAGE, 0, block));
        memory.putLong(at, 7);

        fails(Errno.ENOENT, () -> space.releaseDirect(block, 4 * PAGE, true));
        space.releaseDirect(block, 2 * PAGE, true);

        assertTrue(space.mapping(at, false).isEmpty());
        assertEquals(block, space.allocateDirect(0, space.directBytes(), 2 * PAGE, 0, 3));
        assertEquals(0, memory.getLong(space.mapDirect(map(0, 2 * PAGE, 0, block))));
    }

    @Test
    void findsTheLongestFreeRun() {
        space.allocateDirect(0, 0x100000, 0x40000, 0, 3);
        space.allocateDirect(0x50000, 0x100000, PAGE, 0, 3);

        assertEquals(new DirectRun(0x54000, 0x100000 - 0x54000), space.availableDirect(0, 0x100000, 0));
        fails(Errno.ENOMEM, () -> space.availableDirect(0, 0x40000, 0));
    }

    @Test
    void protectionHoldsForGuestMemory() {
        long at = space.mapFlexible(0, 2 * PAGE, RW, 0, "");
        space.protect(at, PAGE, READ);

        assertThrows(GuestMemoryFault.class, () -> memory.putInt(at, 1));
        assertThrows(GuestMemoryFault.class, () -> memory.putLong(at + PAGE - 4, 1));
        memory.putInt(at + PAGE, 1);
        assertEquals(0, memory.getInt(at));
    }

    @Test
    void stringsEndAtTheirZeroOrFaultAtUnmappedMemory() {
        long at = space.mapFlexible(0, PAGE, RW, 0, "");
        memory.putBytes(at + PAGE - 4, new byte[] {'a', 'b', 'c', 0});
        assertEquals("abc", memory.getString(at + PAGE - 4, 100));
        assertEquals("ab", memory.getString(at + PAGE - 4, 2));

        memory.putByte(at + PAGE - 1, (byte) 'd');
        assertThrows(GuestMemoryFault.class, () -> memory.getString(at + PAGE - 4, 100));
    }

    @Test
    void rejectsTheNullPageAndAddressesBeyondTheGuest() {
        assertThrows(GuestMemoryFault.class, () -> memory.getInt(0));
        assertThrows(GuestMemoryFault.class, () -> memory.getInt(-4));
        assertThrows(GuestMemoryFault.class, () -> memory.getLong(-1));
        assertThrows(GuestMemoryFault.class, () -> memory.getInt(0x7fff_0000_0000L));
        assertFalse(memory.isMapped(0x7fff_ffff_ffff_fff0L, 0x20, Access.READ));
        assertFalse(memory.isMapped(USER, -1, Access.READ));
    }

    @Test
    void offersDirectAndFlexibleMemoryForImport() {
        long block = space.allocateDirect(0, space.directBytes(), PAGE, 0, 3);
        long direct = space.mapDirect(map(0, PAGE, 0, block));
        long readOnly = space.mapFlexible(0, PAGE, READ, 0, "");

        assertEquals(direct, memory.importable(direct + 5).orElseThrow().guestAddress());
        assertTrue(memory.importable(readOnly).isEmpty());
    }

    @Test
    void refusesMemoryThatIsWritableAndExecutableAtOnce() {
        space.setCodeSweep((start, bytes) -> {});
        long address = space.mapFlexible(0, PAGE, RW, 0, "");

        assertThrows(HleRefusal.class, () -> space.mapFlexible(0, PAGE, RW | EXECUTE, 0, ""));
        assertThrows(HleRefusal.class, () -> space.mapPrivate(0, PAGE, RW | EXECUTE, 0, ""));
        assertThrows(HleRefusal.class, () -> space.protect(address, PAGE, RW | EXECUTE));
        space.protect(address, PAGE, READ | EXECUTE);
    }

    @Test
    void sweepsCodeEachTimeItBecomesExecutable() {
        List<Long> swept = new ArrayList<>();
        space.setCodeSweep((start, bytes) -> swept.add(start));
        long address = space.mapFlexible(0, PAGE, RW, 0, "");

        space.protect(address, PAGE, READ | EXECUTE);
        space.protect(address, PAGE, RW);
        space.protect(address, PAGE, READ | EXECUTE);

        assertEquals(List.of(address, address), swept);
    }
}
