package org.lierne.lib.ampr;

import java.util.ArrayList;
import java.util.List;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.AddressSpace;

/**
 * Runs the commands that change mappings, and keeps the direct memory that the title gave for those which name none. What no address shows
 * any more returns there if it came from there. Documented: system calls, section 17.
 */
final class Mapper {
    private static final int FLAGS = AddressSpace.FIXED;
    private static final int KEEP_TYPE = -1;

    private final AddressSpace space;
    private final Runs given = new Runs();

    Mapper(AddressSpace space) {
        this.space = space;
    }

    /** A part of the address range that shows direct memory. */
    private record View(long address, long bytes, long offset, int type) {}

    /** Takes direct memory for the mapper. @return its physical offset */
    synchronized long give(long searchStart, long searchEnd, long bytes, long alignment, int type) {
        long offset = space.allocateDirect(searchStart, searchEnd, bytes, alignment, type);
        given.add(offset, offset + bytes);
        return offset;
    }

    synchronized void run(Command.Mapping command) {
        switch (command.kind()) {
            case BEGIN, MAP -> map(command);
            case BEGIN_DIRECT, MAP_DIRECT -> show(command.address(), command.length(), command.other(), command.type(), command.protection());
            case END -> { }
            case UNMAP -> {
                views(command.address(), command.length());
                space.unmap(command.address(), command.length());
            }
            case PROTECT -> protect(command, false);
            case PROTECT_AND_TYPE -> protect(command, true);
            case REMAP -> move(command);
        }
    }

    private void map(Command.Mapping command) {
        List<Runs.Run> taken = free().take(command.length());
        if (taken.isEmpty()) {
            throw new GuestErrno(Errno.ENOMEM, "the mapper has not 0x%x bytes of direct memory left".formatted(command.length()));
        }
        long address = command.address();
        for (Runs.Run run : taken) {
            show(address, run.end() - run.start(), run.start(), command.type(), command.protection());
            address += run.end() - run.start();
        }
    }

    /** What was given and no address shows. */
    private Runs free() {
        Runs free = new Runs();
        for (Runs.Run run : given.within(0, Long.MAX_VALUE)) {
            free.add(run.start(), run.end());
            space.directMappings(run.start(), run.end() - run.start()).forEach(m -> free.remove(m.offset(), m.offset() + m.end() - m.start()));
        }
        return free;
    }

    private void show(long address, long bytes, long offset, int type, int protection) {
        space.mapDirect(new AddressSpace.DirectMap(address, bytes, protection, FLAGS, offset, 0, type, false, "mapper"));
    }

    /** @throws GuestErrno {@code EACCES} if a part shows no direct memory */
    private List<View> views(long address, long bytes) {
        List<View> views = new ArrayList<>();
        long at = address;
        while (at < address + bytes) {
            AddressSpace.Mapping mapping = mapping(at);
            if (mapping.kind() != AddressSpace.Kind.DIRECT) {
                throw new GuestErrno(Errno.EACCES, "no direct memory at 0x%x".formatted(at));
            }
            long end = Math.min(mapping.end(), address + bytes);
            views.add(new View(at, end - at, mapping.offset() + at - mapping.start(), mapping.type()));
            at = end;
        }
        return views;
    }

    private AddressSpace.Mapping mapping(long address) {
        return space.mapping(address, false).orElseThrow(() -> new GuestErrno(Errno.EACCES, "nothing is mapped at 0x%x".formatted(address)));
    }

    private void protect(Command.Mapping command, boolean setsType) {
        for (View view : views(command.address(), command.length())) {
            int protection = mapping(view.address).protection() & ~command.mask() | command.protection() & command.mask();
            if (setsType) {
                space.protectAndType(view.address, view.bytes, command.type(), protection);
            } else {
                space.protect(view.address, view.bytes, protection);
            }
        }
    }

    private void move(Command.Mapping command) {
        List<View> views = views(command.other(), command.length());
        space.unmap(command.other(), command.length());
        views.forEach(v -> show(command.address() + v.address - command.other(), v.bytes, v.offset, KEEP_TYPE, command.protection()));
    }
}
