package org.lierne.lib.ampr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;

class MapperTest {
    private static final long PAGE = FakeSpace.PAGE;
    private static final long AT = 0xC0_0000_0000L;

    private final FakeSpace space = new FakeSpace();
    private final Mapper mapper = new Mapper(space.proxy());

    private void run(Command.MappingKind kind, long address, long pages, long other, int protection, int mask) {
        mapper.run(new Command.Mapping(kind, address, pages * PAGE, other, 10, protection, mask));
    }

    private List<Long> offsets() {
        return space.pages.values().stream().map(m -> m.offset() / PAGE).toList();
    }

    @Test
    void mapsWhatWasGivenAndTakesItBack() {
        mapper.give(0, Long.MAX_VALUE, 4 * PAGE, 0, 0);
        run(Command.MappingKind.MAP, AT, 3, 0, 0x33, 0);
        GuestErrno full = assertThrows(GuestErrno.class, () -> run(Command.MappingKind.MAP, AT + 8 * PAGE, 2, 0, 0x33, 0));
        assertEquals(Errno.ENOMEM, full.errno());

        run(Command.MappingKind.UNMAP, AT + PAGE, 1, 0, 0, 0);
        run(Command.MappingKind.BEGIN, AT + 8 * PAGE, 2, 0, 0x33, 0);

        assertEquals(List.of(0L, 2L, 1L, 3L), offsets());
    }

    @Test
    void keepsPagesThatAreShownByNameOutOfThePool() {
        mapper.give(0, Long.MAX_VALUE, 3 * PAGE, 0, 0);
        run(Command.MappingKind.MAP_DIRECT, AT, 1, PAGE, 0x33, 0);
        run(Command.MappingKind.MAP, AT + 8 * PAGE, 2, 0, 0x33, 0);

        assertEquals(List.of(1L, 0L, 2L), offsets());
    }

    @Test
    void aPageThatAnotherAddressStillShowsIsNotFree() {
        mapper.give(0, Long.MAX_VALUE, 2 * PAGE, 0, 0);
        run(Command.MappingKind.MAP, AT, 1, 0, 0x33, 0);
        run(Command.MappingKind.MAP_DIRECT, AT + 8 * PAGE, 1, 0, 0x33, 0);
        run(Command.MappingKind.UNMAP, AT, 1, 0, 0, 0);
        run(Command.MappingKind.MAP, AT + 16 * PAGE, 1, 0, 0x33, 0);
        assertEquals(List.of(0L, 1L), offsets());

        run(Command.MappingKind.UNMAP, AT + 8 * PAGE, 1, 0, 0, 0);
        run(Command.MappingKind.MAP, AT + 24 * PAGE, 1, 0, 0x33, 0);
        assertEquals(List.of(1L, 0L), offsets());
    }

    @Test
    void changesMaskedBitsAndMoves() {
        mapper.give(0, Long.MAX_VALUE, 2 * PAGE, 0, 0);
        run(Command.MappingKind.MAP, AT, 2, 0, 0x33, 0);
        run(Command.MappingKind.PROTECT, AT + PAGE, 1, 0, 0x01, 0x0F);
        assertEquals(0x31, space.pages.get(AT + PAGE).protection());
        assertEquals(0x33, space.pages.get(AT).protection());

        run(Command.MappingKind.REMAP, AT + 4 * PAGE, 2, AT, 0x11, 0);
        assertEquals(List.of(AT + 4 * PAGE, AT + 5 * PAGE), List.copyOf(space.pages.keySet()));
        assertEquals(List.of(0L, 1L), offsets());
        assertEquals(Errno.EACCES, assertThrows(GuestErrno.class, () -> run(Command.MappingKind.UNMAP, AT, 1, 0, 0, 0)).errno());
    }

    @Test
    void runsAddTouchingOnesAndSplit() {
        Runs runs = new Runs();
        runs.add(0, 4);
        runs.add(8, 12);
        runs.add(4, 8);
        assertEquals(List.of(new Runs.Run(0, 12)), runs.within(0, 100));
        runs.remove(2, 10);
        assertEquals(List.of(new Runs.Run(0, 2), new Runs.Run(10, 12)), runs.within(0, 100));
        assertEquals(List.of(), runs.take(5));
        assertEquals(List.of(new Runs.Run(0, 2), new Runs.Run(10, 11)), runs.take(3));
        assertEquals(List.of(new Runs.Run(11, 12)), runs.within(0, 100));
    }
}
