package org.lierne.recompiler.core.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.lift.LaunchedLanes;
import org.lierne.recompiler.core.lift.Lift;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.SpirvTools;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

/** Vertex waves of 64 lanes on a host whose vertex stage has subgroups of 32. */
final class HalfWavesTest {
    private static final String[] STEPS = {"row_shr:1", "row_shr:2", "row_shr:4", "row_shr:8"};

    private static HostFacts host(int lanes, boolean hasArithmetic) {
        EnumSet<HostFeature> features = EnumSet.copyOf(HostFacts.common(lanes).features());
        features.add(HostFeature.SUBGROUPS_VERTEX);
        if (!hasArithmetic) {
            features.remove(HostFeature.SUBGROUP_ARITHMETIC);
        }
        HostFacts common = HostFacts.common(lanes);
        return new HostFacts(common.driver(), lanes, common.maxSharedBytes(), common.maxWorkgroupInvocations(), features);
    }

    private static ShaderProgram program(int wave, String... lines) {
        return new ShaderProgram(ShaderStage.VERTEX, wave, new Assembler(wave).assembleProgram(List.of(lines)), 0, 0,
                new StageState(new FloatMode(0xc0, true, false, false), List.of(InitialRegister.sgpr(3, StageInput.MERGED_WAVE_INFO),
                        InitialRegister.vgpr(5, StageInput.VERTEX_INDEX_WITH_BASE)), 0, 0, new StageState.Vertex(true, 1, 1, 0, true, false)));
    }

    /** Text of the module after lifting and cleaning up alone; it is valid. */
    private static String text(HostFacts host, Map<String, Boolean> switches, ShaderProgram program) {
        Switches known = new Switches(switches);
        LaunchedLanes launched = new LaunchedLanes(WaveLayout.of(program, host).lanes());
        IrModule module = Lift.module(program, launched);
        if (known.isOn(WaveModes.WAVE_INFO)) {
            launched.tell(module);
        }
        Cleanup.fold(module);
        Cleanup.removeDead(module);
        SpirvTools tools = SpirvCommands.installed();
        EmittedModule emitted = SpirvEmitter.emit(module, program, List.of(), new TranslationOptions("", switches, host, false), known, null);
        String text = tools.disassemble(emitted.spirv());
        assertEquals(List.of(), tools.validate(emitted.spirv()), () -> text + IrText.print(module));
        return text;
    }

    private static String half(String... lines) {
        return text(host(32, true), Map.of(), program(64, lines));
    }

    private static TranslationRefused refused(String... lines) {
        return assertThrows(TranslationRefused.class, () -> half(lines));
    }

    @Test
    @Rule("A-012")
    void tellsTheLanesThatThereAre() {
        String[] reads = {"v_mov_b32_e32 v1, s3", "exp pos0 v1, v1, v1, v1 done", "s_endpgm"};
        assertTrue(text(host(32, true), Map.of(), program(32, reads)).contains("%uint_8224"), "0x2020");
        assertTrue(text(host(64, true), Map.of(), program(64, reads)).contains("%uint_16448"), "0x4040");
        assertTrue(text(host(32, true), Map.of(), program(64, reads)).contains("%uint_8224"), "0x2020: lanes 32 to 63 do not exist");
        assertTrue(text(HostFacts.common(32), Map.of(), program(64, reads)).contains("%uint_257"), "0x0101: no subgroups");
        TranslationRefused off = assertThrows(TranslationRefused.class,
                () -> text(host(32, true), Map.of("stage.vertex.wave-info", false), program(64, reads)));
        assertEquals("stage.vertex.wave-info", off.pluginId());
    }

    @Test
    @Rule("A-012")
    void refusesLanesOfAStageWithoutSubgroupsIfAsked() {
        ShaderProgram reads = program(64, "v_readlane_b32 s8, v5, 3", "v_mov_b32_e32 v1, s8", "exp pos0 v1, v1, v1, v1 done", "s_endpgm");
        assertFalse(text(HostFacts.common(32), Map.of(), reads).contains("GroupNonUniform"), "the lane's own value");
        TranslationRefused off = assertThrows(TranslationRefused.class,
                () -> text(HostFacts.common(32), Map.of("stage.vertex.one-lane-wave", false), reads));
        assertEquals("stage.vertex.one-lane-wave", off.pluginId());
    }

    private static String[] scan(String operation, String[] steps, String modifiers) {
        String[] lines = new String[steps.length + 5];
        for (int i = 0; i < steps.length; i++) {
            lines[i] = operation + "_dpp v5, v5, v5 " + steps[i] + " row_mask:0xf bank_mask:0xf" + modifiers;
        }
        lines[steps.length] = "v_permlanex16_b32 v6, v5, -1, -1";
        lines[steps.length + 1] = operation + "_dpp v5, v6, v5 quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf";
        lines[steps.length + 2] = "v_readlane_b32 s8, v5, 63";
        lines[steps.length + 3] = "v_mov_b32_e32 v1, s8";
        lines[steps.length + 4] = "exp pos0 v1, v1, v1, v1 done";
        return Stream.concat(Arrays.stream(lines), Stream.of("s_endpgm")).toArray(String[]::new);
    }

    @Test
    @Rule("B-009")
    void takesTheEndOfAHalfWavesScanFromTheSubgroup() {
        String unsigned = half(scan("v_max_u32", STEPS, ""));
        assertTrue(unsigned.contains("OpGroupNonUniformUMax %uint %uint_3 Reduce"), unsigned);
        assertTrue(half(scan("v_max_i32", STEPS, "")).contains("OpGroupNonUniformSMax"));
        assertTrue(half(scan("v_max_u32", STEPS, " bound_ctrl:1")).contains("OpGroupNonUniformUMax"));
        assertTrue(half(scan("v_or_b32", STEPS, " bound_ctrl:1")).contains("OpGroupNonUniformBitwiseOr"));
        String shuffled = text(host(32, false), Map.of(), program(64, scan("v_max_u32", STEPS, "")));
        assertFalse(shuffled.contains("GroupNonUniformArithmetic"), shuffled);
        assertTrue(shuffled.lines().anyMatch(line -> line.matches(".*OpGroupNonUniformShuffle %uint %uint_3 %\\d+ %uint_31")), shuffled);
    }

    @Test
    @Rule("B-009")
    void refusesWhatIsNoScanOfAHalfWave() {
        String[] missing = {STEPS[0], STEPS[1], STEPS[3]};
        TranslationRefused refusal = refused(scan("v_max_u32", missing, ""));
        assertEquals("pass.wave.half-wave-scan", refusal.pluginId());
        assertTrue(refusal.reason().startsWith("rule B-009: the program reads lane 63, but a guest wave of 64 lanes"), refusal.reason());
        assertEquals("pass.wave.half-wave-scan", refused(scan("v_max_i32", STEPS, " bound_ctrl:1")).pluginId(), "zero is not the least");
        for (String half : List.of("row_mask:0x5 bank_mask:0xf", "row_mask:0xf bank_mask:0x1")) {
            String[] lines = scan("v_max_u32", STEPS, "");
            lines[1] = lines[1].replace("row_mask:0xf bank_mask:0xf", half);
            assertEquals("pass.wave.half-wave-scan", refused(lines).pluginId(), half);
        }
        String[] lower = scan("v_max_u32", STEPS, "");
        lower[STEPS.length + 1] = lower[STEPS.length + 1].replace("row_mask:0xa", "row_mask:0x5");
        assertEquals("pass.wave.half-wave-scan", refused(lower).pluginId(), "row 3 is not written");
        String[] alone = scan("v_max_u32", STEPS, "");
        alone[STEPS.length + 1] = alone[STEPS.length + 1].replace("row_mask:0xa", "row_mask:0x8");
        assertEquals("pass.wave.half-wave-scan", refused(alone).pluginId(), "row 1 is not written");
        String[] guarded = scan("v_max_u32", STEPS, "");
        guarded[STEPS.length + 1] = "v_max_u32_e32 v6, v6, v5\nv_cmp_lt_u32_e32 vcc, 7, v5\nv_cndmask_b32_e32 v5, v5, v6, vcc";
        assertEquals("pass.wave.half-wave-scan", refused(split(guarded)).pluginId(), "the last step is a choice of the program's own");
        TranslationRefused off = assertThrows(TranslationRefused.class, () -> text(host(32, true),
                Map.of("pass.wave.half-wave-scan", false), program(64, scan("v_max_u32", STEPS, ""))));
        assertEquals("pass.wave.half-wave-scan", off.pluginId());
    }

    private static String[] split(String[] lines) {
        return Arrays.stream(lines).flatMap(String::lines).toArray(String[]::new);
    }

    /** What lane 63 holds of keys that are zero from lane 32 on: their sum is not the lower half's, which a program adds to it. */
    @Test
    @Rule("B-009")
    void aSumOfAnUpperHalfThatIsZeroIsZero() {
        String sum = half(ofLower("v_add_nc_u32"));
        assertFalse(sum.contains("OpGroupNonUniformIAdd"), sum);
        assertFalse(sum.contains("OpGroupNonUniformShuffle %uint %uint_3 %uint_31"), sum);
        assertTrue(half(scan("v_add_nc_u32", STEPS, " bound_ctrl:1")).contains("OpGroupNonUniformIAdd"), "nothing is known of its keys");
        assertTrue(half(ofLower("v_max_u32")).contains("OpGroupNonUniformUMax"), "counting a key twice changes no maximum");
    }

    private static String[] ofLower(String operation) {
        String[] keys = {"v_mbcnt_lo_u32_b32 v6, -1, 0", "v_mbcnt_hi_u32_b32 v6, -1, v6", "v_cmp_gt_u32_e32 vcc, 32, v6",
            "v_cndmask_b32_e32 v5, 0, v5, vcc"};
        return Stream.concat(Arrays.stream(keys), Arrays.stream(scan(operation, STEPS, " bound_ctrl:1"))).toArray(String[]::new);
    }

    private static String[] guarded(int bound) {
        return Stream.of(
                Stream.of("v_mbcnt_lo_u32_b32 v6, -1, 0", "v_mbcnt_hi_u32_b32 v6, -1, v6", "v_cmp_gt_u32_e32 vcc, %d, v6".formatted(bound),
                        "v_cndmask_b32_e32 v7, 0, v5, vcc"),
                Collections.nCopies(6, "v_or_b32_dpp v7, v7, v7 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1").stream(),
                Stream.of("v_readlane_b32 s8, v7, 40", "v_mov_b32_e32 v1, s8", "exp pos0 v1, v1, v1, v1 done", "s_endpgm"))
                .flatMap(lines -> lines).toArray(String[]::new);
    }

    @Test
    @Rule("B-009")
    void readsZeroWhereTheUpperHalfIsKnownToHoldIt() {
        String text = half(guarded(32));
        assertFalse(text.lines().anyMatch(line -> line.matches(".*OpGroupNonUniformShuffle %uint %uint_3 %\\S+ %uint_(40|8)")), text);
        assertEquals("pass.wave.half-wave-scan", refused(guarded(33)).pluginId());
    }

    @Test
    @Rule("B-007")
    void readsLanesThatAreNamedAtRunTimeAsTheyAre() {
        String text = half("v_readlane_b32 s8, v5, s9", "v_mov_b32_e32 v1, s8", "exp pos0 v1, v1, v1, v1 done", "s_endpgm");
        assertTrue(text.contains("OpGroupNonUniformShuffle"), text);
    }
}
