package org.lierne.recompiler.core.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.interpreter.InterpretedCompute;
import org.lierne.recompiler.core.lift.Lift;
import org.lierne.recompiler.core.translate.InstalledPasses;
import org.lierne.recompiler.core.translate.Translator;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.program.ComputeInterpreter;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.LinkedCall;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TableCall;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

/** Which calls go through tables, how they are linked, and what the interpreter makes of them. Devices run them in devicetests. */
final class TableCallsTest {
    private static final long TABLE = 0x5_0000_0000L;
    private static final long OUTPUT = 0x6_0000_0000L;
    private static final long ONE = 0x7_0000_0100L;
    private static final long TWO = 0x7_0000_0200L;
    /** The table's pointer is in s[0:1], the output's descriptor in s[4:7], the entry's number in s3. */
    private static final List<String> CALLING = List.of("s_lshl_b32 s12, s3, 3", "s_load_dwordx2 s[16:17], s[0:1], s12",
            "s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v1, 0x10", "s_swappc_b64 s[18:19], s[16:17]", "v_mov_b32_e32 v2, 0",
            "buffer_store_dword v1, v2, s[4:7], 0 offen", "s_endpgm");

    private static int[] words(List<String> lines) {
        return new Assembler(32).assembleProgram(lines);
    }

    private static ShaderProgram program(List<String> lines) {
        List<InitialRegister> registers = IntStream.range(0, 8).mapToObj(i -> InitialRegister.userData(i, i)).toList();
        return new ShaderProgram(ShaderStage.COMPUTE, 32, words(lines), 0, 0x40000, new StageState(new FloatMode(0xc0, true, false, false),
                registers, 0, 0, new StageState.Compute(32, 1, 1)));
    }

    private static List<TableCall> find(List<String> lines) {
        return find(program(lines));
    }

    private static Map<Long, int[]> targets() {
        Map<Long, int[]> targets = new LinkedHashMap<>();
        targets.put(ONE, words(List.of("v_add_nc_u32_e32 v1, 1, v1", "s_setpc_b64 s[18:19]")));
        targets.put(TWO, words(List.of("s_cmp_eq_u32 s3, 0", "s_cbranch_scc1 on", "v_add_nc_u32_e32 v1, 2, v1", "on:", "s_setpc_b64 s[18:19]")));
        return targets;
    }

    private static ShaderProgram linked(boolean stops) {
        ShaderProgram program = program(CALLING);
        return TableCalls.link(program, find(CALLING), List.of(targets()), stops, Lift.constants(program));
    }

    @Test
    @Rule("A-019")
    void findsAddressesThatAreLoadedBehindUserData() {
        int pc = 4 * program(CALLING.subList(0, 4)).wordCount();
        assertEquals(List.of(new TableCall(pc, 0, 1, 0, 18)), find(CALLING));
        assertEquals(List.of(new TableCall(8, 2, 3, 0x10, 18)), find(List.of("s_load_dwordx2 s[16:17], s[2:3], 0x10",
                "s_swappc_b64 s[18:19], s[16:17]", "s_endpgm")));
        assertEquals(List.of(new TableCall(8, 2, 3, 0x18, 18)), find(List.of("s_load_dwordx4 s[16:19], s[2:3], 0x10",
                "s_swappc_b64 s[18:19], s[18:19]", "s_endpgm")), "the second of two");
        assertEquals(0x9_0000_0017L, new TableCall(0, 0, 1, 0x10, 2).table(new int[] {7, 9}));
    }

    /** What a compute program calls so is not known; a vertex program's fetch program is linked, unless the pointer was touched. */
    @Test
    @Rule("C-037")
    void findsFetchProgramsWhoseAddressIsUserData() {
        List<String> calling = List.of("s_swappc_b64 s[0:1], s[0:1]", "exp pos0 v1, v1, v1, v1 done", "s_endpgm");
        List<String> touched = List.of("s_add_u32 s0, s0, 4", "s_swappc_b64 s[18:19], s[0:1]", "exp pos0 v1, v1, v1, v1 done", "s_endpgm");

        assertEquals(List.of(new TableCall(0, 0, 1, 0, 0, true)), find(vertex(calling)));
        assertEquals(List.of(), find(vertex(touched)));
        assertEquals(List.of(), find(calling));
        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> Lift.module(vertex(touched)));
        assertEquals("stage.vertex.fetch-shader", refusal.pluginId());
    }

    @Test
    @Rule("C-037")
    void refusesToReadTheReturnAddressOfAFetchProgram() {
        ShaderProgram reading = vertex(List.of("s_swappc_b64 s[18:19], s[0:1]", "v_mov_b32_e32 v1, s18", "exp pos0 v1, v1, v1, v1 done",
                "s_endpgm"));
        Map<Long, int[]> code = Map.of(ONE, words(List.of("v_mov_b32_e32 v1, 0", "s_setpc_b64 s[18:19]")));

        TranslationRefused refusal = assertThrows(TranslationRefused.class,
                () -> TableCalls.link(reading, find(reading), List.of(code), true, Lift.constants(reading)));

        assertTrue(refusal.instruction().startsWith("v_mov_b32"), refusal.getMessage());
    }

    private static ShaderProgram vertex(List<String> lines) {
        ShaderProgram like = program(lines);
        return new ShaderProgram(ShaderStage.VERTEX, 32, words(lines), 0, 0x40000, new StageState(like.state().floatMode(), like.state().registers(),
                0, 0, new StageState.Vertex(true, 1, 0, 0, true, false)));
    }

    private static List<TableCall> find(ShaderProgram program) {
        return TableCalls.find(program, Lift.constants(program));
    }

    @Test
    @Rule("A-019")
    void otherAddressesInRegistersAreRefusedWithTheirPlace() {
        for (List<String> lines : List.of(List.of("s_swappc_b64 s[18:19], s[2:3]", "s_endpgm"),
                List.of("s_load_dwordx2 s[16:17], s[0:1], 0x0", "s_add_u32 s16, s16, 4", "s_swappc_b64 s[18:19], s[16:17]", "s_endpgm"),
                List.of("s_add_u32 s0, s0, s2", "s_load_dwordx2 s[16:17], s[0:1], 0x0", "s_swappc_b64 s[18:19], s[16:17]", "s_endpgm"))) {
            assertEquals(List.of(), find(lines), lines.toString());
            ShaderProgram program = program(lines);
            TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> Lift.module(program));
            assertTrue(refusal.instruction().startsWith("s_swappc_b64"), refusal.instruction());
            assertEquals("pass.cf.calls", refusal.pluginId());
        }
    }

    @Test
    @Rule("A-019")
    void comparesTheAddressWithEachCopyAndFaultsBehindTheLast() {
        ShaderProgram program = program(CALLING);
        ShaderProgram linked = linked(true);
        int first = 4 * program.wordCount();
        int pc = find(CALLING).getFirst().pc();

        assertEquals(List.of(new LinkedCall(pc, List.of(new LinkedCall.Copy(ONE, first), new LinkedCall.Copy(TWO, first + 8)), true)),
                linked.calls());
        List<FlowEnd> chain = ControlFlow.of(linked, Lift.constants(linked)).blocks().stream().filter(block -> block.instructions().isEmpty())
                .map(FlowBlock::end).toList();
        assertEquals(3, chain.size());
        assertEquals(ONE, ((FlowEnd.Match) chain.get(0)).address());
        assertEquals(TWO, ((FlowEnd.Match) chain.get(1)).address());
        assertEquals(new FlowEnd.Unlinked(pc, -1), chain.get(2));
        ShaderProgram going = linked(false);
        assertTrue(ControlFlow.of(going, Lift.constants(going)).blocks().getLast().end().targets().size() == 1, "goes on behind the call");
    }

    @Test
    @Rule("A-019")
    void theInterpreterRunsTheCopyThatStandsForTheAddress() {
        ShaderProgram linked = linked(true);
        long[] entries = {ONE, TWO, ONE};
        int[] expected = {0x11, 0x12, 0x11};
        for (int entry = 0; entry < entries.length; entry++) {
            Memory memory = new Memory(entries);
            int[] userData = {(int) TABLE, (int) (TABLE >>> 32), 0, entry, (int) OUTPUT, (int) (OUTPUT >>> 32), 0x80, 0x31014fac};

            new InterpretedCompute().dispatch(linked, userData, 1, 1, 1, memory);

            assertEquals(expected[entry], memory.written.get(OUTPUT));
        }
    }

    private static final class Memory implements ComputeInterpreter.Memory {
        private final long[] table;
        private final Map<Long, Integer> written = new HashMap<>();

        Memory(long[] table) {
            this.table = table;
        }

        @Override
        public long texel(DescriptorWords image, int x, int y, int slice, int level) {
            return -1;
        }

        @Override
        public long read(long address, int bytes) {
            long entry = table[(int) (address - TABLE) / 8];
            return bytes == 8 ? entry : entry >>> 8 * (address & 4) & 0xffffffffL;
        }

        @Override
        public void write(long address, int bytes, long value) {
            written.put(address, (int) value);
        }
    }

    @Test
    @Rule("A-019")
    void aCopyMayNotAskWhereItLies() {
        ShaderProgram program = program(CALLING);
        Map<Long, int[]> asking = Map.of(ONE, words(List.of("s_getpc_b64 s[20:21]", "s_setpc_b64 s[18:19]")));

        TranslationRefused refusal = assertThrows(TranslationRefused.class,
                () -> TableCalls.link(program, find(CALLING), List.of(asking), true, Lift.constants(program)));

        assertEquals("pass.cf.call-linker", refusal.pluginId());
        assertEquals(4 * program.wordCount(), refusal.pc());
    }

    /** Of two calls the second is that of a fetch program, whose id the refusal names. */
    @Test
    @Rule("C-037")
    void aFetchProgramMayNotAskWhereItLiesEither() {
        ShaderProgram program = vertex(List.of("s_load_dwordx2 s[16:17], s[2:3], 0x0", "s_waitcnt lgkmcnt(0)", "s_swappc_b64 s[18:19], s[16:17]",
                "s_swappc_b64 s[20:21], s[0:1]", "exp pos0 v1, v1, v1, v1 done", "s_endpgm"));
        Map<Long, int[]> quiet = Map.of(ONE, words(List.of("s_setpc_b64 s[18:19]")));
        Map<Long, int[]> asking = Map.of(TWO, words(List.of("s_getpc_b64 s[22:23]", "s_setpc_b64 s[20:21]")));

        TranslationRefused refusal = assertThrows(TranslationRefused.class,
                () -> TableCalls.link(program, find(program), List.of(quiet, asking), true, Lift.constants(program)));

        assertEquals("stage.vertex.fetch-shader", refusal.pluginId());
        assertEquals(4 * program.wordCount() + 4, refusal.pc());
    }

    @Test
    @Rule("A-019")
    void switchedOffCallsThroughTablesAreRefused() {
        Translator translator = new Translator(InstalledPasses.of(List.of()), null, null, null, null, "test", false);
        ShaderProgram program = program(CALLING);
        List<TableCall> tables = new ArrayList<>(translator.tableCalls(program, TranslationOptions.forHost(HostFacts.common(32))));

        assertEquals(1, tables.size());
        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> translator.tableCalls(program,
                new TranslationOptions("", Map.of("pass.cf.call-linker", false), HostFacts.common(32), false)));
        assertEquals("pass.cf.call-linker", refusal.pluginId());
    }
}
