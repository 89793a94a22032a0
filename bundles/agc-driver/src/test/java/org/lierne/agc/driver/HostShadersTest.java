package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.agc.register.Registers;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.StageSpec;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.Apertures;
import org.lierne.recompiler.program.CompileQueue;
import org.lierne.recompiler.program.DescriptorPath;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TableCall;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.Rule;

/** What a change of the plan lets be made before a draw asks for it. */
final class HostShadersTest {
    private static final long CODE = 0x10000;
    private static final long STEP = 0x100;
    private static final int END_PROGRAM = 0xBF810000;
    private static final int NO_OPERATION = 0xBF800000;
    /** {@code s_setpc_b64 s[0:1]}. */
    private static final int SET_PC = 0xBE802000;
    private static final long FETCH = CODE + 2 * STEP + 0x80;
    private static final List<DescriptorWords> WORDS = List.of(DescriptorWords.of(1, 2, 3, 4));
    private static final BindingLayout LAYOUT = new BindingLayout(List.of(), 0);
    private static final Switches CHANGED = new Switches(Map.of("pass.some", false));

    /** What was asked of the translator: programs by where their code is. */
    private final List<String> log = new ArrayList<>();
    /** Pipelines that became others. */
    private final List<String> successors = new ArrayList<>();
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(CODE, 3 * STEP);
    private boolean isMoreReadUnderChange;
    private boolean isRefusedUnderChange;
    private boolean isWaitingForOthers;
    private @Nullable TableCall table;
    private HostShaders shaders;
    private GpuDevice device;
    @TempDir
    private Path folder;

    private record Module(String name) implements GpuShader {
        @Override
        public void close() {}
    }

    /** Does at once what it is asked for, on the thread that asks. */
    private static final class AtOnce implements CompileQueue {
        @Override
        public <T> Pending<T> start(String what, Callable<T> work) {
            T made = null;
            RuntimeException thrown = null;
            try {
                made = work.call();
            } catch (RuntimeException e) {
                thrown = e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            T result = made;
            RuntimeException failure = thrown;
            return new Pending<>() {
                @Override
                public T get() {
                    if (failure != null) {
                        throw failure;
                    }
                    return result;
                }

                @Override
                public boolean isDone() {
                    return true;
                }
            };
        }

        @Override
        public void close() {}
    }

    /** Programs have one resource; the first of them becomes another module under the changed switches. */
    private final class Translator implements ShaderTranslator {
        @Override
        public ShaderLayout analyze(ShaderProgram program, TranslationOptions options) {
            log.add("analyze " + number(program));
            if (isWaitingForOthers) {
                throw new TranslationRefused(program.stage(), program.id(), 0, "s_barrier", "waits for other vertices", "stage.vertex.barrier");
            }
            ShaderResource one = new ShaderResource(0, ShaderResource.Kind.BUFFER, true, false, false, new DescriptorPath(List.of()), 0);
            return new ShaderLayout(isMoreReadUnderChange && !options.switches().isEmpty() ? List.of(one, one) : List.of(one));
        }

        @Override
        public List<TableCall> tableCalls(ShaderProgram program, TranslationOptions options) {
            return table == null ? List.of() : List.of(table);
        }

        @Override
        public ShaderProgram link(ShaderProgram program, List<TableCall> tables, List<Map<Long, int[]>> targets, TranslationOptions options) {
            return program;
        }

        @Override
        public TranslatedShader translate(ShaderProgram program, ShaderLayout layout, List<DescriptorWords> descriptors, TranslationOptions options) {
            log.add("translate " + number(program));
            boolean isChanged = number(program) == 0 && !options.switches().isEmpty();
            if (isChanged && isRefusedUnderChange) {
                throw new TranslationRefused(program.stage(), program.id(), 0, "", "not so", "pass.some");
            }
            return new TranslatedShader(program.stage(), new int[] {1}, layout, List.of(), List.of(), List.of(), number(program) + (isChanged ? "c" : "a"));
        }

        @Override
        public String list(ShaderProgram program, List<DescriptorWords> descriptors, TranslationOptions options, Listing listing, String afterPass) {
            throw new AssertionError();
        }
    }

    private static long number(ShaderProgram program) {
        return (program.codeAddress() - CODE) / STEP;
    }

    @BeforeEach
    void drawTwoPrograms() {
        device = (GpuDevice) Proxy.newProxyInstance(GpuDevice.class.getClassLoader(), new Class<?>[] {GpuDevice.class},
                (_, method, arguments) -> {
                    if (method.getName().equals("compute")) {
                        return null;
                    }
                    assertEquals("shader", method.getName());
                    String name = (String) arguments[1];
                    return new Module(name.substring(name.lastIndexOf(' ') + 1));
                });
        shaders = new HostShaders(device, memory, new Translator(), HostFacts.common(32), new AtOnce(), Apertures.DEFAULTS);
        for (int i = 0; i < 2; i++) {
            memory.putInt(CODE + i * STEP, END_PROGRAM);
            draw(i);
        }
        shaders.frameEnds();
        log.clear();
    }

    /** Each draw state asks anew, and says so of the code that is there then. */
    @Rule("A-013")
    @Test
    void keepsThatAProgramRunsInGroups() {
        isWaitingForOthers = true;
        memory.putInt(CODE + 2 * STEP, END_PROGRAM);
        StageState state = new StageState(FloatMode.USUAL, List.of(), 0, 0, new StageState.Vertex(true, 1, 1, 0, true, false));
        StagePrograms.Entry vertex = new StagePrograms.Entry(ShaderStage.VERTEX, 32, CODE + 2 * STEP, state, Registers.SPI_SHADER_USER_DATA_GS, 0);

        assertTrue(shaders.needsGroups(vertex, new int[0]));
        assertTrue(shaders.needsGroups(vertex, new int[0]));
        assertEquals(List.of("analyze 2"), log);

        isWaitingForOthers = false;
        memory.putInt(CODE + 2 * STEP, NO_OPERATION);
        memory.putInt(CODE + 2 * STEP + 4, END_PROGRAM);
        shaders.nextEpoch();
        assertFalse(shaders.needsGroups(vertex, new int[0]));
    }

    /** What the program and the code that it calls wait for shows when they are one. */
    @Rule("A-013")
    @Test
    void seesWhatWaitsBehindAFetchProgram() {
        isWaitingForOthers = true;
        memory.putInt(CODE + 2 * STEP, END_PROGRAM);
        memory.putInt(FETCH, SET_PC);
        table = new TableCall(0, 0, 1, 0, 0, true);
        StageState state = new StageState(FloatMode.USUAL, List.of(), 0, 0, new StageState.Vertex(true, 1, 1, 0, true, false));
        StagePrograms.Entry vertex = new StagePrograms.Entry(ShaderStage.VERTEX, 32, CODE + 2 * STEP, state, Registers.SPI_SHADER_USER_DATA_GS, 2);
        int[] userData = {(int) FETCH, 0};

        assertTrue(shaders.needsGroups(vertex, userData));
        assertTrue(shaders.needsGroups(vertex, userData));
        assertEquals(List.of("analyze 2"), log, "kept with the code that it is linked with");
    }

    /** Passes of another plan may make a program wait. */
    @Rule("A-013")
    @Test
    void seesWaitsThatAnotherPlanBrings() {
        memory.putInt(CODE + 2 * STEP, END_PROGRAM);
        StageState state = new StageState(FloatMode.USUAL, List.of(), 0, 0, new StageState.Vertex(true, 1, 1, 0, true, false));
        StagePrograms.Entry vertex = new StagePrograms.Entry(ShaderStage.VERTEX, 32, CODE + 2 * STEP, state, Registers.SPI_SHADER_USER_DATA_GS, 0);
        HostShaders.Program program = shaders.program(vertex);
        shaders.await(program, WORDS, shaders.variant(program, program.layout(), WORDS));
        isWaitingForOthers = true;

        change();

        assertTrue(shaders.needsGroups(vertex, new int[0]));
    }

    private HostShaders.Variant draw(int number) {
        StageState state = new StageState(FloatMode.USUAL, List.of(), 0, 0, new StageState.Compute(1, 1, 1));
        HostShaders.Program program = shaders.program(new StagePrograms.Entry(ShaderStage.COMPUTE, 32, CODE + number * STEP, state,
                Registers.COMPUTE_USER_DATA, 0));
        return shaders.await(program, WORDS, shaders.variant(program, program.layout(), WORDS));
    }

    private void change() {
        Map<Record, @Nullable DrawState> pipelines = new java.util.HashMap<>();
        for (String module : List.of("0a", "1a")) {
            pipelines.put(new ComputeSpec(StageSpec.of(org.lierne.gpu.ShaderStage.COMPUTE, new Module(module)), LAYOUT), null);
        }
        shaders.under(CHANGED);
        shaders.renew(new Succession(pipelines, java.util.Set.of(), (spec, _) -> successors.add(((ComputeSpec) spec).stage().shader().name())));
    }

    @Test
    void whatTheLastFrameHadIsMadeBeforeADrawAsks() {
        change();

        assertEquals(List.of("analyze 0", "translate 0", "analyze 1", "translate 1"), log);
        assertEquals(List.of("0c"), successors);
        log.clear();
        assertEquals("0c", draw(0).module().name());
        assertEquals("1a", draw(1).module().name());
        assertEquals(List.of(), log);
    }

    @Test
    void whatEarlierFramesHadWaitsForItsDraw() {
        draw(1);
        shaders.frameEnds();
        draw(1);
        shaders.frameEnds();

        change();

        assertEquals(List.of("analyze 1", "translate 1"), log);
        assertEquals("0c", draw(0).module().name());
    }

    /** The descriptors of the draw before say nothing of a program that reads others now. */
    @Test
    void aProgramThatReadsOtherResourcesWaitsForItsDraw() {
        isMoreReadUnderChange = true;

        change();

        assertEquals(List.of("analyze 0", "analyze 1"), log);
        assertEquals(List.of(), successors);
    }

    @Test
    void aRefusalIsTheDrawsThatAsks() {
        isRefusedUnderChange = true;

        change();

        assertEquals("1a", draw(1).module().name());
        assertThrows(TranslationRefused.class, () -> draw(0));
    }

    /** Module 0a of the run before is what its program is translated to now. */
    @Test
    void whatAnEarlierRunHadIsTranslatedAgainByThePlanOfNow() {
        shaders.keep(KeptRecords.variants(folder, "TEST00001"));
        shaders.saveKept();
        HostShaders next = new HostShaders(device, memory, new Translator(), HostFacts.common(32), new AtOnce(), Apertures.DEFAULTS);
        next.keep(KeptRecords.variants(folder, "TEST00001"));
        next.under(CHANGED);

        assertEquals("0c", next.kept("cs 000000000000 0a").orElseThrow().name());
        assertEquals("1a", next.kept("cs 000000000000 1a").orElseThrow().name());
        assertEquals(Optional.empty(), next.kept("cs 000000000000 2a"));
        isMoreReadUnderChange = true;
        assertEquals(Optional.empty(), next.kept("cs 000000000000 0a"));
    }

    /** Program 1 was had by another scene, program 0 is had in every frame. */
    @Test
    void aPipelineOfTheLastFramesIsKeptAsItIsUnderThePlanOfNow() {
        DrawPipelines pipelines = new DrawPipelines(device, shaders);
        pipelines.of(draw(1), LAYOUT);
        pipelines.of(draw(0), LAYOUT);
        shaders.frameEnds();
        shaders.frameEnds();
        pipelines.of(draw(0), LAYOUT);
        assertEquals(2, pipelines.used().get().size());

        for (int change = 0; change < 3; change++) {
            shaders.under(change % 2 == 0 ? CHANGED : new Switches(Map.of()));
            shaders.renew(pipelines.succession());
            pipelines.of(draw(0), LAYOUT);
            shaders.frameEnds();
        }

        assertEquals(2, pipelines.used().get().size());
        assertEquals("1a", shaders.kept("1a").orElseThrow().name());
        assertEquals(Optional.empty(), shaders.kept("0a"), "nothing is made of it any more");
    }

    @Test
    void codeThatChangedMeanwhileIsReadAgain() {
        change();
        memory.putInt(CODE, 0xBF800000);
        memory.putInt(CODE + 4, END_PROGRAM);
        shaders.nextEpoch();
        log.clear();

        draw(0);

        assertEquals(List.of("analyze 0", "translate 0"), log);
    }
}
