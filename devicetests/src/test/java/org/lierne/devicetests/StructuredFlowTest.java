package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.interpreter.InterpreterRows;
import org.lierne.recompiler.core.translate.Translator;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.MeasuredRow.Kind;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.shader.harness.VulkanRows;
import org.lierne.testing.Rule;

/**
 * The programs of the structurizer's oracle (rule C-060), whose selections are entered from outside. Lane numbers are in v0, what decides in
 * s0, s1 and s2; expected values of v1 are worked out in Java (derived), and interpreter and device agree on every register.
 */
@Tag("gpu")
final class StructuredFlowTest {
    private static final int LANES = 32;
    private static final int BUFFER = 44;
    /** Three accesses to LDS at 400 words, too much to be copied, that give v3 = v0 again. */
    private static final List<String> COSTLY = List.of("v_lshlrev_b32_e32 v2, 2, v0", "ds_write_b32 v2, v0", "s_waitcnt lgkmcnt(0)",
            "ds_read_b32 v3, v2", "s_waitcnt lgkmcnt(0)", "ds_read_b32 v3, v2", "s_waitcnt lgkmcnt(0)");

    private static @Nullable VulkanRows device;

    @BeforeAll
    static void open() {
        device = Wiring.devices() == null ? null : Wiring.rows();
    }

    @AfterAll
    static void close() {
        if (device != null) {
            device.close();
        }
    }

    /** What lane {@code lane} has in v1 at the end. */
    private interface Expected {
        int of(int lane, int s0, int s1, int s2);
    }

    private static List<String> program(Object... parts) {
        List<String> lines = new ArrayList<>(List.of("v_mov_b32_e32 v1, 0", "s_mov_b32 s8, 0"));
        for (Object part : parts) {
            if (part instanceof List<?> several) {
                several.forEach(line -> lines.add((String) line));
            } else {
                lines.add((String) part);
            }
        }
        lines.add("s_nop 0");
        return lines;
    }

    private static Cell cell(String text, Kind kind, int index, long... lanes) {
        boolean[] compared = new boolean[lanes.length];
        Arrays.fill(compared, true);
        return new Cell(text, kind, index, lanes, compared);
    }

    /** Runs with each of the inputs in s0 to s2. */
    private static void gives(List<String> lines, int[][] inputs, Expected expected) {
        int[] words = new Assembler(LANES).assembleProgram(lines);
        for (int[] s : inputs) {
            long[] lanes = new long[LANES];
            Arrays.setAll(lanes, i -> i);
            List<Cell> in = List.of(cell("v0", Kind.VECTOR, 0, lanes), cell("s0", Kind.SCALAR, 0, s[0]), cell("s1", Kind.SCALAR, 1, s[1]),
                    cell("s2", Kind.SCALAR, 2, s[2]));
            RandomProgram program = new RandomProgram(0, LANES, 0xc0, false, 0xffffffffL, List.of(new RandomProgram.Item.Code(words)), in,
                    BUFFER);
            String where = Arrays.toString(s) + " in\n" + String.join("\n", lines);
            RowExecutor.State state = new InterpreterRows().run(program.row(List.of()));
            for (int lane = 0; lane < LANES; lane++) {
                assertEquals(expected.of(lane, s[0], s[1], s[2]), state.vector(1, lane), "lane " + lane + " with " + where);
            }
            if (device != null) {
                assertEquals("", new ProgramComparison(device, new TreeMap<>()).compareWhole(program).what(), where);
            }
        }
    }

    private static final int[][] ALL = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}};

    /** The branch past the lanes' work leads into the selection within it, past a join; there is a loop, and LDS. */
    private static List<String> executionBranch(boolean isEntered) {
        return executionBranch(isEntered, List.of());
    }

    private static List<String> executionBranch(boolean isEntered, List<String> more) {
        return program("v_cmp_gt_u32_e32 vcc_lo, s0, v0", "s_and_saveexec_b32 s10, vcc_lo",
                isEntered ? List.of("s_cbranch_execz inside") : List.of(), "v_add_nc_u32_e32 v1, 1, v1", "s_cmp_eq_u32 s1, 0",
                "s_cbranch_scc1 over", "v_add_nc_u32_e32 v1, 2, v1", "inside:", "s_mov_b32 s9, 3", "loop:", COSTLY, more,
                "v_add_nc_u32_e32 v1, 0x10, v1", "s_add_u32 s8, s8, 0x100", "s_sub_u32 s9, s9, 1", "s_cmp_lg_u32 s9, 0",
                "s_cbranch_scc1 loop", "over:", "s_mov_b32 exec_lo, s10", "v_add_nc_u32_e32 v1, s8, v1");
    }

    private static int executionBranch(int lane, int s0, int s1) {
        int own = lane < s0 ? s1 == 0 ? 1 : 0x33 : 0;
        return own + (s0 == 0 || s1 != 0 ? 0x300 : 0);
    }

    @Test
    @Rule({"C-055", "C-058", "C-060"})
    void anExecutionBranchIntoACostlyRegionWithALoop() {
        gives(executionBranch(true), new int[][] {{0, 0, 0}, {0, 1, 0}, {5, 0, 0}, {5, 1, 0}},
                (lane, s0, s1, _) -> executionBranch(lane, s0, s1));
    }

    @Test
    @Rule({"C-058", "C-060"})
    void aRegionInALoop() {
        List<String> lines = program("s_mov_b32 s11, 2", "again:", "s_cmp_eq_u32 s0, 0", "s_cbranch_scc1 inside", "v_add_nc_u32_e32 v1, 1, v1",
                "s_cmp_eq_u32 s1, 0", "s_cbranch_scc1 over", "v_add_nc_u32_e32 v1, 2, v1", "inside:", COSTLY, "v_add_nc_u32_e32 v1, v3, v1",
                "over:", "s_xor_b32 s0, s0, 1", "s_sub_u32 s11, s11, 1", "s_cmp_lg_u32 s11, 0", "s_cbranch_scc1 again");
        gives(lines, ALL, (lane, s0, s1, _) -> {
            int v1 = 0;
            for (int s : new int[] {s0, s0 ^ 1}) {
                v1 += s == 0 ? lane : s1 == 0 ? 1 : 3 + lane;
            }
            return v1;
        });
    }

    @Test
    @Rule({"C-055", "C-058", "C-060"})
    void enteredRegionsInEachOther() {
        List<String> lines = program("s_cmp_eq_u32 s0, 0", "s_cbranch_scc1 first", "s_cmp_eq_u32 s1, 0", "s_cbranch_scc1 second", COSTLY,
                "v_add_nc_u32_e32 v1, v3, v1", "first:", COSTLY, "v_add_nc_u32_e32 v1, 0x100, v1", "s_cmp_eq_u32 s2, 0",
                "s_cbranch_scc1 third", "v_add_nc_u32_e32 v1, 0x200, v1", "second:", COSTLY, "v_add_nc_u32_e32 v1, 0x1000, v1", "third:",
                "v_add_nc_u32_e32 v1, 0x2000, v1");
        gives(lines, ALL, (lane, s0, s1, s2) -> {
            int v1 = 0x2000;
            if (s0 != 0 && s1 == 0) {
                return v1 + 0x1000;
            }
            v1 += s0 == 0 ? 0x100 : lane + 0x100;
            return s2 == 0 ? v1 : v1 + 0x1200;
        });
    }

    /** Two conditions lead to one body; what the first of them compared is compared anew before the body is reached. */
    @Test
    @Rule({"C-055", "C-057", "C-058", "C-060"})
    void aSharedBodyWhoseConditionIsOverwritten() {
        for (List<String> body : List.of(COSTLY, List.<String>of("v_mov_b32_e32 v3, v0"))) {
            List<String> lines = program("s_cmp_eq_u32 s0, 0", "s_cbranch_scc1 before", "s_cmp_eq_u32 s1, 0", "s_cbranch_scc0 over",
                    "s_branch body", "before:", "s_cmp_eq_u32 s2, 0", "body:", body, "s_cselect_b32 s9, 0x100, 32",
                    "v_add_nc_u32_e32 v1, s9, v3", "over:", "v_add_nc_u32_e32 v1, 1, v1");
            gives(lines, ALL, (lane, s0, s1, s2) -> {
                if (s0 != 0 && s1 != 0) {
                    return 1;
                }
                return 1 + lane + (s0 != 0 || s2 == 0 ? 0x100 : 32);
            });
        }
    }

    /** Two ways end the program before it stores; between them stands a region that is entered from outside. */
    @Test
    @Rule({"C-055", "C-059", "C-060"})
    void earlyReturnsBesideAnEnteredRegion() {
        List<String> lines = new ArrayList<>(List.of("s_buffer_load_dwordx4 s[12:15], s[4:7], 0x0", "s_waitcnt lgkmcnt(0)",
                "v_mov_b32_e32 v1, 1", "s_cmp_eq_u32 s12, 0", "s_cbranch_scc1 inside", "s_cmp_eq_u32 s13, 0", "s_cbranch_scc1 out",
                "v_add_nc_u32_e32 v1, 2, v1", "inside:"));
        lines.addAll(COSTLY);
        lines.addAll(List.of("v_add_nc_u32_e32 v1, v3, v1", "s_cmp_eq_u32 s14, 0", "s_cbranch_scc1 out", "v_add_nc_u32_e32 v1, 0x100, v1",
                "behind:", "out:", "s_endpgm"));
        for (int[] s : new int[][] {{0, 0, 1}, {1, 0, 1}, {1, 1, 0}}) {
            int[] expected = new int[LANES];
            boolean returns = s[0] != 0 && s[1] == 0 || s[2] == 0;
            Arrays.setAll(expected, lane -> returns ? 0 : (s[0] == 0 ? 1 : 3) + lane + 0x100);
            SmallProgram.of(LANES, lines).withInput(s).gives(expected);
        }
    }

    @Test
    @Rule({"C-059", "C-060"})
    void anArmThatOnlyReturns() {
        List<String> lines = program("s_cmp_eq_u32 s0, 0", "s_cbranch_scc1 end", "v_add_nc_u32_e32 v1, 1, v1", "s_cmp_eq_u32 s1, 0",
                "s_cbranch_scc1 end", COSTLY, "v_add_nc_u32_e32 v1, v3, v1", "end:");
        gives(lines, ALL, (lane, s0, s1, _) -> s0 == 0 ? 0 : s1 == 0 ? 1 : 1 + lane);
    }

    /** The routed program, its region as long as those of titles, against the one without the entering branch, for both widths of subgroups. */
    @Test
    @Rule({"C-058", "C-060"})
    void aRouteCostsLessThanATenthOfTheProgram() {
        Translator translator = Wiring.translator();
        List<String> more = new ArrayList<>(Collections.nCopies(160, "v_add_nc_u32_e32 v4, v4, v1"));
        more.add("v_add_nc_u32_e32 v1, v1, v4");
        for (int subgroup : new int[] {32, 64}) {
            int routed = words(translator, subgroup, executionBranch(true, more));
            int plain = words(translator, subgroup, executionBranch(false, more));

            assertTrue(routed <= plain + plain / 10, routed + " words against " + plain + " on subgroups of " + subgroup);
        }
    }

    /** A program that was analysed and kept becomes the same module as one that was not. */
    @Test
    @Rule("A-020")
    void whatWasKeptBecomesTheSameModule() {
        for (List<String> lines : List.of(executionBranch(true), executionBranch(false))) {
            TranslationOptions keeping = TranslationOptions.forHost(HostFacts.common(32));
            TranslationOptions immediate = new TranslationOptions("", Map.of("cache.source-ir", false), HostFacts.common(32), false);

            assertArrayEquals(spirv(Wiring.translator(), immediate, lines), spirv(Wiring.translator(), keeping, lines));
        }
    }

    private static int words(Translator translator, int subgroup, List<String> lines) {
        return spirv(translator, TranslationOptions.forHost(HostFacts.common(subgroup)), lines).length;
    }

    private static int[] spirv(Translator translator, TranslationOptions options, List<String> lines) {
        List<String> stored = new ArrayList<>(lines);
        stored.addAll(List.of("v_lshlrev_b32_e32 v2, 2, v0", "ds_write_b32 v2, v1", "s_endpgm"));
        List<InitialRegister> registers = List.of(InitialRegister.userData(0, 0), InitialRegister.userData(1, 1),
                InitialRegister.vgpr(0, StageInput.LOCAL_INVOCATION_X));
        ShaderProgram program = new ShaderProgram(ShaderStage.COMPUTE, LANES, new Assembler(LANES).assembleProgram(stored), 0, 0,
                new StageState(new FloatMode(0xc0, true, false, false), registers, 1024, 0, new StageState.Compute(LANES, 1, 1)));
        return translator.translate(program, translator.analyze(program, options), List.of(), options).spirv();
    }
}
