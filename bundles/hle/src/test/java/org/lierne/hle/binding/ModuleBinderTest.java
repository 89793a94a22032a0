package org.lierne.hle.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleObject;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.HleRegistry;
import org.lierne.kernel.format.Nid;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.module.ImportBinding;
import org.lierne.kernel.module.ImportKey;
import org.lierne.kernel.module.ImportStatistics;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class ModuleBinderTest {
    private static final String MEMCPY = "Q3VBxCXhUHs";
    private static final String GUARD = "f7uOxY9mM1U";

    /** First by plugin id. */
    @HleLibrary(id = "lib.a", library = "libOne")
    public static final class First implements HleModule {
        @HleExport(name = "memcpy", nid = MEMCPY)
        public long copy(long to) {
            return 1;
        }

        @HleObject(name = "__stack_chk_guard", nid = GUARD)
        public byte[] guard() {
            return new byte[] {1, 2, 3, 4, 5, 6, 7, 8};
        }
    }

    /** Second by plugin id, serves the same function. */
    @HleLibrary(id = "lib.b", library = "libOne")
    public static final class Second implements HleModule {
        @HleExport(name = "memcpy", nid = MEMCPY)
        public long copy(long to) {
            return 2;
        }
    }

    /** A wrong NID. */
    @HleLibrary(id = "lib.c", library = "libTwo")
    public static final class Wrong implements HleModule {
        @HleExport(name = "sceAgcDcbPushMarker", nid = "w1KFAHVqpaU")
        public void push() {}
    }

    /** Some of a library's names. */
    @HleLibrary(id = "lib.d", library = "libSceZlib")
    public static final class Partly implements HleModule {
        @HleExport(name = "sceZlibInitialize", nid = "m1YErdIXCp4")
        public void initialize() {}
    }

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x4000);
    private final AddressSpace space = (AddressSpace) Proxy.newProxyInstance(getClass().getClassLoader(),
            new Class<?>[] {AddressSpace.class}, (p, m, a) -> 0x1000L);
    private final GuestThreads threads = (GuestThreads) Proxy.newProxyInstance(getClass().getClassLoader(),
            new Class<?>[] {GuestThreads.class}, (p, m, a) -> null);
    private final List<Set<String>> changes = new ArrayList<>();
    private final ModuleBinder binder = new ModuleBinder(memory, space, threads, 0);

    @BeforeEach
    void listen() {
        binder.addListener(changes::add);
    }

    private long call(String nid) throws Throwable {
        ImportBinding binding = binder.resolve(new ImportKey(nid, "libOne", "libOne"), "eboot.bin");
        return (long) assertInstanceOf(ImportBinding.Function.class, binding).target().handle().invokeExact(0L);
    }

    @Test
    @Rule("L8")
    void oneOfTwoExportsOwnsANidByPluginId() throws Throwable {
        binder.addModule(new Second());
        binder.addModule(new First());

        assertEquals(1, call(MEMCPY));
        assertEquals("lib.a: First.copy", binder.servedBy(new ImportKey(MEMCPY, "libOne", "libOne")));
    }

    @Test
    void fallsBackWhenABundleStopsAndReturnsWhenItStarts() throws Throwable {
        First first = new First();
        binder.addModule(first);
        assertEquals(1, call(MEMCPY));

        binder.removeModule(first);
        assertInstanceOf(ImportBinding.Refusing.class, binder.resolve(new ImportKey(MEMCPY, "libOne", "libOne"), "eboot.bin"));
        binder.addModule(new First());
        assertEquals(1, call(MEMCPY));
        assertEquals(List.of(Set.of(MEMCPY, GUARD), Set.of(MEMCPY, GUARD), Set.of(MEMCPY, GUARD)), changes);
    }

    @Test
    @Rule("L14")
    void namesWhatNobodyServes() {
        binder.addModule(new First());
        ImportBinding binding = binder.resolve(new ImportKey("85zul--eGXs", "libSceNpManager", "libSceNpManager"), "eboot.bin");

        ImportBinding.Refusing refusing = assertInstanceOf(ImportBinding.Refusing.class, binding);
        HleRefusal refusal = assertThrows(HleRefusal.class, () -> {
            long ignored = (long) refusing.target().handle().invokeExact();
        });
        assertTrue(String.valueOf(refusal.getMessage()).contains("85zul--eGXs"));
        HleRegistry.Refusal noted = binder.refusals().getFirst();
        assertEquals("libSceNpManager", noted.library());
        assertEquals("eboot.bin", noted.importer());
        assertEquals("sceSaveDataSetParam", noted.name());
        assertEquals("sceSaveDataDelete", binder.nameOf("S1GkePI17zQ").orElse(""));
        assertEquals("", binder.nameOf("AAAAAAAAAAA").orElse(""));
        assertEquals(HleRegistry.Status.REFUSING, binder.find("85zul--eGXs").getFirst().status());
    }

    /** A library that no bundle serves, one that a bundle serves in part, and native code. */
    @Test
    void everyKnownNameHasAnOwner() {
        binder.addModule(new Partly());
        binder.addStatistics(new ImportStatistics() {
            @Override
            public Map<ImportKey, Long> calls() {
                return Map.of();
            }

            @Override
            public Set<String> nativeNids() {
                return Set.of(Nid.of("wcslen").text());
            }
        });

        HleRegistry.Row alone = binder.find("sceAcmContextCreate").getFirst();
        HleRegistry.Row beside = binder.find("sceZlibFinalize").getFirst();
        HleRegistry.Row inNativeCode = binder.find("wcslen").getFirst();

        assertEquals(List.of("libSceAcm", HleRegistry.Status.REFUSING, "hle.names"), List.of(alone.library(), alone.status(), alone.plugin()));
        assertEquals(List.of("libSceZlib", HleRegistry.Status.REFUSING, "lib.d"), List.of(beside.library(), beside.status(), beside.plugin()));
        assertEquals(HleRegistry.Status.IMPLEMENTED, binder.find("sceZlibInitialize").getFirst().status());
        assertEquals(List.of("libc", HleRegistry.Status.NATIVE), List.of(inNativeCode.library(), inNativeCode.status()));
    }

    @Test
    void objectsLiveInGuestMemoryOncePerTitle() {
        binder.addModule(new First());
        ImportKey key = new ImportKey(GUARD, "libOne", "libOne");

        long address = assertInstanceOf(ImportBinding.Data.class, binder.resolve(key, "a")).address();

        assertEquals(0x0807060504030201L, memory.getLong(address));
        assertEquals(address, assertInstanceOf(ImportBinding.Data.class, binder.resolve(key, "b")).address());
    }

    @Test
    void listsExportsWithTheirSignature() {
        binder.addModule(new First());
        HleRegistry.Row row = binder.find("memcpy").getFirst();

        assertEquals("(long to) -> long", row.signature());
        assertEquals(HleRegistry.Status.IMPLEMENTED, row.status());
    }

    @Test
    void countsCallsThroughAnotherLibraryNameForTheOwner() {
        binder.addModule(new First());
        binder.addStatistics(new ImportStatistics() {
            @Override
            public Map<ImportKey, Long> calls() {
                return Map.of(new ImportKey(MEMCPY, "libOne", "libOne"), 2L, new ImportKey(MEMCPY, "libElse", "libElse"), 3L);
            }

            @Override
            public Set<String> nativeNids() {
                return Set.of();
            }
        });

        assertEquals(5, binder.find("memcpy").getFirst().calls());
        assertEquals("lib.a: First.copy", binder.servedBy(new ImportKey(MEMCPY, "libElse", "libElse")));
    }

    @Test
    @Rule("L13")
    void theTableCheckFindsANameThatHashesToAnotherNid() {
        assertEquals(List.of("Wrong.push: sceAgcDcbPushMarker hashes to +kSrjIVxKFE, the annotation says w1KFAHVqpaU"),
                ExportTable.findings(Wrong.class));
        ExportTable.check(First.class);
    }

    @Test
    void aCallWaitsForABundleThatIsBeingUpdated() throws Exception {
        ModuleBinder patient = new ModuleBinder(memory, space, threads, TimeUnit.MINUTES.toNanos(1));
        First first = new First();
        patient.addModule(first);
        patient.removeModule(first);
        FutureTask<ImportBinding> call = new FutureTask<>(() -> patient.resolve(new ImportKey(MEMCPY, "libOne", "libOne"), "eboot.bin"));
        Thread caller = Thread.ofPlatform().daemon().start(call);
        while (caller.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        patient.addModule(new First());

        assertInstanceOf(ImportBinding.Function.class, call.get());
    }

    @Test
    void aCallOfWhatNobodyEverServedDoesNotWait() {
        ModuleBinder patient = new ModuleBinder(memory, space, threads, Long.MAX_VALUE);

        assertInstanceOf(ImportBinding.Refusing.class, patient.resolve(new ImportKey(MEMCPY, "libOne", "libOne"), "eboot.bin"));
    }
}
