package org.lierne.recompiler.core.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostDriver;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.SpirvTools;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

final class ClocksTest {
    private static final StageState STATE = new StageState(new FloatMode(0xc0, true, false, false), List.of(), 64, 0,
            new StageState.Compute(64, 1, 1));

    private static EmittedModule emit(boolean realTime, HostFacts host, Switches switches) {
        return SpirvEmitter.emit(IrText.parse("""
                module compute wave=32
                block b0
                  v0: i64 = clock%s
                  v1: i32 = low_32 v0
                  lds.store 0x0:i32 data(v1) element=32x1
                  return
                """.formatted(realTime ? " realtime" : "")), new ShaderProgram(ShaderStage.COMPUTE, 32, new int[16], 0, 0, STATE), List.of(),
                TranslationOptions.forHost(host), switches, null);
    }

    /** The scope of the clock that is read: 1 the device's, 3 the subgroup's. */
    private static int scope(boolean realTime, HostDriver driver, Switches switches) {
        SpirvTools tools = SpirvCommands.installed();
        int[] module = emit(realTime, HostFacts.common(32).withDriver(driver), switches).spirv();
        assertEquals(List.of(), tools.validate(module));
        String text = tools.disassemble(module);
        assertTrue(text.contains("OpReadClockKHR %ulong %uint_"), text);
        return Integer.parseInt(text.replaceFirst("(?s).*OpReadClockKHR %ulong %uint_(\\d).*", "$1"));
    }

    @ParameterizedTest
    @CsvSource({"radv, AMD Radeon RX 6700 XT (RADV NAVI22), 0x73df, 1", "radv, AMD Custom GPU (RADV VANGOGH), 0x163f, 1",
        "radv, AMD Radeon (RADV GFX1151), 0x1586, 1", "radv, AMD Radeon RX 5700 XT (RADV NAVI10), 0x731f, 3",
        "radv, AMD Radeon RX 9070 XT (RADV GFX1201), 0x7550, 3", "AMD proprietary driver, AMD Radeon 860M, 0x1114, 1",
        "AMD proprietary driver, AMD Radeon RX 7900 XT, 0x744c, 1", "AMD proprietary driver, AMD Radeon RX 7800 XT, 0x747e, 1",
        "AMD proprietary driver, AMD Radeon RX 6700 XT, 0x73df, 3", "llvmpipe, llvmpipe, 0, 3"})
    @Rule("A-055")
    void readsTheDevicesClockWhereTheSubgroupsIsNarrow(String driver, String device, String id, int scope) {
        HostDriver host = HostDriver.of(driver, "1.2.3", 0x1002, Integer.decode(id), device);

        assertEquals(scope, scope(false, host, Switches.DEFAULTS));
        assertEquals(1, scope(true, host, Switches.DEFAULTS), "the real-time counter is the device's clock everywhere");
        assertEquals(3, scope(false, host, new Switches(Map.of("quirk.driver.narrow-subgroup-clock", false))));
    }

    @Test
    void refusesAClockThatTheDeviceDoesNotOffer() {
        Set<HostFeature> features = new HashSet<>(HostFacts.common(32).features());
        features.remove(HostFeature.SUBGROUP_CLOCK);
        HostFacts host = new HostFacts(HostDriver.NONE, 32, 32768, 1024, features);

        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> emit(false, host, Switches.DEFAULTS));

        assertTrue(refusal.getMessage().contains("VK_KHR_shader_clock"), refusal.getMessage());
    }
}
