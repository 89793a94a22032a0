package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.module.Modules;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.testing.Rule;

class SystemExportsTest {
    private final Fakes fakes = new Fakes();
    private final Map<String, Object> spaceFixed = new HashMap<>(Map.of("directBytes", 0x1000_0000L));
    private final AddressSpace space = fakes.fake(AddressSpace.class, spaceFixed);
    private final Map<String, Object> moduleFixed = new HashMap<>();
    private final Modules modules = fakes.fake(Modules.class, moduleFixed);
    private final DirectMemoryExports direct = new DirectMemoryExports(fakes.answers, space);
    private final MappingExports mappings = new MappingExports(fakes.answers, space, fakes.guestThreads);
    private final ModuleExports moduleExports = new ModuleExports(fakes.answers, modules);
    private final ThreadExports threads = new ThreadExports(fakes.answers, fakes.threads, fakes.sync);
    private final ThreadKeyExports keys = new ThreadKeyExports(fakes.answers, fakes.threads, fakes.sync);
    private final TimeExports time = new TimeExports(fakes.answers);
    private final GuestPtr<Long> none = fakes.variable(0);
    private final GuestPtr<Long> word = fakes.variable(0x1000);

    @Test
    @Rule("M1")
    void passesMemoryErrorsOnEncoded() {
        fakes.answer = new GuestErrno(Errno.ENOMEM, "too long");

        assertEquals(0x8002000C, direct.map(word, 0xFFFFFFFFF8A00000L, 3, 0, 0, 0));
        assertEquals(0x8002000C, mappings.mapNamedFlexible(word, 0x4000, 3, 0, fakes.text(0x1100, "n")));
        assertEquals(0x8002000C, direct.allocate(0, 10, 0x4000, 0, 3, word));
    }

    @Test
    void checksMemoryPointers() {
        assertEquals(0x80020016, direct.allocate(0, 10, 0x4000, 0, 3, none));
        assertEquals(0x8002000E, direct.map(none, 0x4000, 3, 0, 0, 0));
        assertEquals(0x8002000E, direct.mapNamed(word, 0x4000, 3, 0, 0, 0, fakes.nullText()));
        assertEquals(0x80020016, direct.available(0, 10, 0, none, word));
        assertEquals(0x8002000E, mappings.mapNamedFlexible(word, 0x4000, 3, 0, fakes.nullText()));
        assertEquals(0x80020016, mappings.reserve(none, 0x4000, 0, 0));
        assertEquals(0x8002000E, mappings.name(0x1000, 0x4000, fakes.nullText()));
        assertEquals(0x80020016, mappings.availableFlexible(none));
        assertEquals(0x8002000D, mappings.protection(0x1000, none, none, fakes.at(0, Integer.class)));
    }

    @Test
    void checksQueries() {
        var info = fakes.at(0x2000, DirectMemoryExports.BlockInfo.class);
        assertEquals(0x80020016, direct.query(-1, 0, info, 0x18));
        assertEquals(0x80020016, direct.query(0, 2, info, 0x18));
        assertEquals(0x80020016, direct.query(0, 0, info, 0x20));
        assertEquals(0x80020016, direct.query(0, 0, fakes.at(0, DirectMemoryExports.BlockInfo.class), 0x18));
        assertEquals(0x8002000D, direct.query(0, 0, info, 0x18));
        assertEquals(0, direct.query(0, 1, info, 0x18));
        assertEquals(0x1000_0000L, fakes.memory.getLong(0x2000));
        assertEquals(0x80020002, direct.type(0, fakes.at(0, Integer.class), none, none));
        var mapping = fakes.at(0x2000, MappingExports.MappingInfo.class);
        assertEquals(0x80020016, mappings.query(0, 0, mapping, 0x40));
        assertEquals(0x80020016, mappings.query(0, 2, mapping, 0x48));
        assertEquals(0x8002000D, mappings.query(0, 0, mapping, 0x48));
        spaceFixed.put("mapping", Optional.of(new AddressSpace.Mapping(0x10000, 0x20000, AddressSpace.Kind.DIRECT, 0x400, 0x33, 3, "name")));
        fakes.memory.putLong(0x2048, -1);
        assertEquals(0, mappings.query(0x10000, 0, mapping, 0x48));
        assertEquals(0x10000, fakes.memory.getLong(0x2000));
        assertEquals(0x400, fakes.memory.getLong(0x2010));
        assertEquals(0x12, fakes.memory.getByte(0x2020));
        assertEquals("name", fakes.memory.getString(0x2021, 32));
        assertEquals(-1, fakes.memory.getLong(0x2048));
        assertEquals(0, mappings.isStack(0x10000, word, none));
        assertEquals(0L, word.get());
    }

    @Test
    void stopsABatchAtTheFirstFailure() {
        var batch = new BatchMapExports(fakes.answers, space);
        var entries = new GuestArray<>(fakes.memory, 0x2000, 2, BatchMapExports.Entry.class);
        entries.at(0).set(new BatchMapExports.Entry(0x10000, 0, 0x4000, (byte) 3, (byte) 0, 2));
        entries.at(1).set(new BatchMapExports.Entry(0x10000, 0, 0x4000, (byte) 3, (byte) 0, 5));
        var done = fakes.at(0x1000, Integer.class);

        assertEquals(0x80020016, batch.run(entries, 2, done));
        assertEquals(1, done.get());
        assertEquals(0x80020016, batch.run(new GuestArray<>(fakes.memory, 0, 2, BatchMapExports.Entry.class), 2, done));
    }

    @Test
    void checksModuleCalls() {
        moduleFixed.put("byHandle", Optional.empty());
        moduleFixed.put("byAddress", Optional.empty());
        assertEquals(0x80020016, moduleExports.loadStart(fakes.text(0x1100, "/app0/a.prx"), 0, 0, 1, none, fakes.at(0, Integer.class)));
        fakes.answer = new GuestErrno(Errno.ENOEXEC, "no module");
        assertEquals(0x80020008, moduleExports.loadStart(fakes.text(0x1100, "/app0/a.prx"), 0, 0, 0, none, fakes.at(0, Integer.class)));
        fakes.answer = Errno.OK;
        assertEquals(0x8002000E, moduleExports.symbol(1, fakes.nullText(), word));
        assertEquals(0x80020003, moduleExports.symbol(9, fakes.text(0x1100, "f"), word));
        var info = fakes.at(0x2000, ModuleExports.ModuleInfo.class);
        assertEquals(0x80020016, moduleExports.info(1, info));
        fakes.memory.putLong(0x2000, 0x160);
        assertEquals(0x80020003, moduleExports.info(9, info));
        assertEquals(0x80020016, moduleExports.unwindInfo(0x1000, 3, fakes.at(0x2000, ModuleExports.UnwindInfo.class)));
        assertEquals(0x8002000E, moduleExports.list(fakes.at(0, Integer.class), 4, word));
    }

    @Test
    void checksThreads() {
        assertEquals(0x80020016, threads.create(none, none, 0x100, 0, fakes.nullText()));
        assertEquals(22, threads.createBare(none, none, 0x100, 0));
        assertEquals(0x80020003, threads.detach(0x99));
        assertEquals(0x80020003, threads.setPriority(0x99, 700));
        assertEquals(0x80020016, threads.rename(Fakes.THREAD, fakes.nullText()));
        assertEquals(Fakes.THREAD, threads.self());
        assertEquals(5, threads.id());
        fakes.answer = new PosixThreads.Joined(Errno.EDEADLK, 0);
        assertEquals(0x8002000B, threads.join(Fakes.THREAD, none));
        assertEquals(11, threads.joinBare(Fakes.THREAD, none));
        fakes.answer = new PosixThreads.Joined(Errno.OK, 30);
        assertEquals(0, threads.join(Fakes.THREAD, word));
        assertEquals(30, word.get());
    }

    @Test
    void checksKeys() {
        assertEquals(0x80020016, keys.create(fakes.at(0, Integer.class), 0));
        fakes.answer = -1;
        assertEquals(0x80020023, keys.create(fakes.at(0x1000, Integer.class), 0));
        fakes.answer = Errno.EINVAL;
        assertEquals(22, keys.deleteBare(300));
        assertEquals(0x80020016, keys.setSpecific(300, 1));
        assertEquals(0, keys.specific(300));
        assertEquals(Fakes.ERRNO, keys.errno());
    }

    @Test
    void checksClocksAndSleeps() {
        var spec = fakes.at(0x1000, Timespec.class);
        assertEquals(0x8002000E, time.clock(0, fakes.at(0, Timespec.class)));
        assertEquals(0x80020016, time.clock(3, spec));
        assertEquals(-1, time.clockPosix(3, spec));
        assertEquals(22, fakes.errno());
        assertEquals(0, time.clock(4, spec));
        assertEquals(0x8002000E, time.sleepNanoseconds(fakes.at(0, Timespec.class), fakes.at(0, Timespec.class)));
        spec.set(new Timespec(0, 1_000_000_000));
        assertEquals(0x80020016, time.sleepNanoseconds(spec, fakes.at(0, Timespec.class)));
        assertEquals(0, time.sleepMicroseconds(0));
        assertEquals(1_000_000_000L, time.counterFrequency());
    }
}
