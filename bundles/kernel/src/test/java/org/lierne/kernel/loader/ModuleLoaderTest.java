package org.lierne.kernel.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lierne.kernel.nativecpu.TestMachine.MACHINE;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.kernel.cpu.CallShape;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.format.Tags;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.module.GuestModule;
import org.lierne.kernel.run.TestTitles;
import org.lierne.kernel.thread.ThreadSpec;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.testing.Rule;

class ModuleLoaderTest {
    @TempDir
    Path folder = Path.of("");

    private final TestTitles titles = new TestTitles();
    private final List<Long> log = new ArrayList<>();

    @BeforeEach
    void reset() throws ReflectiveOperationException {
        MACHINE.reset();
        MethodHandle handle = MethodHandles.lookup().findVirtual(ModuleLoaderTest.class, "note", MethodType.methodType(long.class, long.class))
                .bindTo(this);
        titles.function("test_note", handle, new CallShape(List.of(CallShape.Kind.LONG), CallShape.Result.LONG, false));
    }

    long note(long value) {
        log.add(value);
        return 0;
    }

    private ModuleFile module(String file, String name, int id, String... needs) throws IOException {
        ModuleFile module = ModuleFile.module(name);
        int logs = module.imports("test_note", "libTest");
        for (String need : needs) {
            module.imports(need + "_value", need);
        }
        int value = module.code("b8%02x000000 c3".formatted(id)); // mov $id, %eax ; ret
        module.exports(name + "_value", value);
        module.array(Tags.INIT_ARRAY, Tags.INIT_ARRAYSZ, module.callWith(logs, id * 10 + 1), module.callWith(logs, id * 10 + 2));
        module.array(Tags.FINI_ARRAY, Tags.FINI_ARRAYSZ, module.callWith(logs, id * 10 + 9));
        module.write(folder.resolve("sce_module").resolve(file));
        return module;
    }

    /** A program that calls an import, notes its value, calls its exit function and exits with 7. */
    private static ModuleFile program(String module) {
        return fill(ModuleFile.program(), module);
    }

    private static ModuleFile fill(ModuleFile program, String module) {
        int logs = program.imports("test_note", "libTest");
        int exit = program.imports("exit", "libTest");
        int value = program.imports(module + "_value", module);
        program.entry = program.code("53 4889f3"); // push %rbx ; mov %rsi, %rbx
        program.append(program.call(value));
        program.append(HexFormat.of().parseHex("89c7")); // mov %eax, %edi
        program.append(program.call(logs));
        program.append(HexFormat.of().parseHex("ffd3bf07000000")); // call *%rbx ; mov $7, %edi
        program.append(program.call(exit));
        return program;
    }

    private TitleOutcome run(ModuleFile program) throws IOException {
        program.write(folder.resolve("eboot.bin"));
        return titles.run(folder, folder.resolve("report"));
    }

    @Test
    @Rule("L10")
    void startsDependenciesFirstAndStopsInReverse() throws IOException {
        module("a.prx", "a", 1, "b");
        module("b.prx", "b", 2, "c");
        module("c.prx", "c", 3);

        assertEquals(new TitleOutcome.Exited(7, 0), run(program("a")));
        assertEquals(List.of(31L, 32L, 21L, 22L, 11L, 12L, 1L, 19L, 29L, 39L), log);
    }

    @Test
    @Rule("L7")
    void findsModulesByTheNameTheyExport() throws IOException {
        module("a.prx", "b", 5);

        assertEquals(new TitleOutcome.Exited(7, 0), run(program("b")));
        assertTrue(log.contains(5L));
    }

    @Test
    @Rule("L9")
    void startsOnlyModulesThatAreImported() throws IOException {
        module("a.prx", "a", 1);
        module("unused.prx", "unused", 4);

        run(program("a"));

        assertEquals(List.of(11L, 12L, 1L, 19L), log);
    }

    @Test
    @Rule("L8")
    void usesTheFirstOfTwoModulesWithOneName() throws IOException {
        module("a.prx", "a", 1);
        module("z.prx", "a", 2);

        run(program("a"));

        assertTrue(log.contains(1L) && !log.contains(2L));
    }

    @Test
    @Rule("L6")
    void loadsImagesWithABaseOfTheirOwnWhateverTheFileOffset() throws IOException {
        module("a.prx", "a", 1);
        ModuleFile program = fill(ModuleFile.programAt(0x80fdd_8000L), "a");
        program.textOffsetInFile = 0x5234;

        assertEquals(new TitleOutcome.Exited(7, 0), run(program));
        assertEquals(List.of(11L, 12L, 1L, 19L), log);
    }

    @Test
    @Rule("L1")
    void appliesRelocationsWithTheAddendInPlace() throws IOException {
        ModuleFile program = ModuleFile.program();
        int exit = program.imports("exit", "libTest");
        program.relativeInPlace(ModuleFile.DATA + 0x100, 0x1234);
        // lea start(%rip), %rax ; mov data+0x100(%rip), %rdi ; sub %rax, %rdi ; call exit
        program.entry = program.code("488d05f9ffffff 488b3df2400000 4829c7");
        program.append(program.call(exit));

        assertEquals(new TitleOutcome.Exited(0x1234, 0), run(program));
    }

    @Test
    void leavesWeakImportsThatNobodyServesNull() throws IOException {
        ModuleFile program = ModuleFile.program();
        int exit = program.imports("exit", "libTest");
        int weak = program.imports("nobody", "libNobody", 0x22);
        // mov slot(%rip), %rdi ; call exit
        program.entry = program.code("488b3d%08x".formatted(Integer.reverseBytes(ModuleFile.IMPORTS + 8 * weak - 7)));
        program.append(program.call(exit));

        assertEquals(new TitleOutcome.Exited(0, 0), run(program));
    }

    @Test
    void namesADataObjectThatNobodyServes() throws IOException {
        ModuleFile program = ModuleFile.program();
        int object = program.imports("nobody", "libNobody", 0x11);
        program.entry = program.code("488b05%08x 8b00".formatted(Integer.reverseBytes(ModuleFile.IMPORTS + 8 * object - 7)));

        TitleOutcome.Stopped stopped = assertInstanceOf(TitleOutcome.Stopped.class, run(program));
        assertEquals("stopped: access to data object C4HhFB1mm4k of libNobody, which no bundle serves at eboot.bin+0x7 (thread main)"
                .replace("C4HhFB1mm4k", org.lierne.kernel.format.Nid.of("nobody").text()), stopped.reason());
    }

    @Test
    @Rule("L11")
    void givesEveryModuleItsThreadLocalVariables() throws IOException {
        ModuleFile module = ModuleFile.module("a");
        module.tls(64, 0x55);
        // the module's id and the offset of its variable, then: mov %fs:8, %rax ; mov id(%rip), %rcx ; mov 8(%rax,%rcx,8), %rax ; mov (%rax), %eax
        module.relocation(ModuleFile.DATA + 0x200, 16, 0, 0);
        module.exports("a_value", module.code("64488b042508000000 488b0d%08x 488b44c808 8b00 c3"
                .formatted(Integer.reverseBytes(ModuleFile.DATA + 0x200 - 16))));
        module.write(folder.resolve("sce_module/a.prx"));
        ModuleFile program = ModuleFile.program();
        program.tls(32, 0x11);
        int exit = program.imports("exit", "libTest");
        int value = program.imports("a_value", "a");
        program.entry = program.code("4883ec08");
        program.append(program.call(value));
        // mov %eax, %edi ; mov %fs:0, %rax ; add -32(%rax), %edi ; call exit
        program.append(HexFormat.of().parseHex("89c7" + "64488b042500000000" + "0378e0"));
        program.append(program.call(exit));

        assertEquals(new TitleOutcome.Exited(0x66, 0), run(program));
    }

    @Test
    @Rule("L11")
    void rewritesCodeThatBecomesExecutableLater() throws IOException {
        titles.loader.begin(folder, titles, Set.of());
        long page = MACHINE.space.mapPrivate(0, AddressSpace.PAGE_BYTES, AddressSpace.READ | AddressSpace.WRITE, 0, "jit");
        MACHINE.memory.putBytes(page, HexFormat.of().parseHex("666664488b042500000000c3"));

        MACHINE.space.protect(page, AddressSpace.PAGE_BYTES, AddressSpace.READ | AddressSpace.EXECUTE);

        assertEquals(true, (Boolean) MACHINE.onGuest(thread -> thread.call(page) == thread.threadBlock()));
        titles.loader.end();
    }

    @Test
    void namesDirectSystemCalls() throws IOException {
        ModuleFile program = ModuleFile.program();
        program.entry = program.code("b814000000 0f05 c3");

        TitleOutcome.Stopped stopped = assertInstanceOf(TitleOutcome.Stopped.class, run(program));
        assertEquals("stopped: direct system call 20, which titles do not make at eboot.bin+0x5 (thread main)", stopped.reason());
    }

    /** Loads a module while guest code runs, calls it on this thread and on a new one. */
    long load(long ignored) {
        GuestModule late = titles.loader.loadStart("/app0/sce_module/late.prx", 0, 0).module();
        long function = late.symbol("late_value").orElseThrow();
        long here = MACHINE.threads.current().call(function);
        CompletableFuture<Long> there = new CompletableFuture<>();
        MACHINE.threads.start(new ThreadSpec("late", function, 0, 0x4000, 0, 700, 0), thread -> { }, there::complete);
        assertEquals(late, titles.loader.loadStart("/app0/sce_module/late.prx", 0, 0).module());
        return here + there.join() * 256;
    }

    long loadMissing(long ignored) {
        return assertThrows(GuestErrno.class, () -> titles.loader.loadStart("/app0/nothing.prx", 0, 0)).errno().number();
    }

    private long exitCodeOf(String method) throws Exception {
        titles.app = folder;
        MethodHandle handle = MethodHandles.lookup().findVirtual(ModuleLoaderTest.class, method, MethodType.methodType(long.class, long.class))
                .bindTo(this);
        titles.function("test_load", handle, new CallShape(List.of(CallShape.Kind.LONG), CallShape.Result.LONG, false));
        ModuleFile program = ModuleFile.program();
        program.tls(32, 0x11);
        int load = program.imports("test_load", "libTest");
        int exit = program.imports("exit", "libTest");
        program.entry = program.code("4883ec08");
        program.append(program.call(load));
        program.append(HexFormat.of().parseHex("89c7"));
        program.append(program.call(exit));
        return assertInstanceOf(TitleOutcome.Exited.class, run(program)).code();
    }

    @Test
    void givesRunningThreadsTheVariablesOfModulesLoadedLater() throws Exception {
        ModuleFile late = ModuleFile.module("late");
        late.tls(64, 0x55);
        late.relocation(ModuleFile.DATA + 0x200, 16, 0, 0);
        // incl of the variable, so that a thread that saw another's copy would tell
        late.exports("late_value", late.code("64488b042508000000 488b0d%08x 488b44c808 ff00 8b00 c3"
                .formatted(Integer.reverseBytes(ModuleFile.DATA + 0x200 - 16))));
        late.write(folder.resolve("sce_module/late.prx"));

        assertEquals(0x5656, exitCodeOf("load"));
    }

    @Test
    void tellsTheGuestThatAModuleIsMissing() throws Exception {
        assertEquals(Errno.ENOENT.number(), exitCodeOf("loadMissing"));
    }
}
