package org.lierne.recompiler.core.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostBinding;
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

/** How atomics that the host has no instruction for are written, and where LDS lies. */
final class LdsAtomicsTest {
    private static final HostFacts HOST = HostFacts.common(32);
    private static final int SMALL = 64;
    private static final int LARGE = 65536;
    private static final DescriptorWords RAW = DescriptorWords.of(0x1000, 0, 256, 0x3104afac);

    private static EmittedModule emit(String access, int ldsBytes, HostFacts host, Map<String, Boolean> switches) {
        IrModule module = IrText.parse("""
                module compute wave=32
                resource 0 buffer read written pc=0x0000 path(ud0, ud1, ud2, ud3)
                block b0
                  v0: i32 = user_data dword=4
                  v1: i32 = user_data dword=5
                """ + "  " + access + "\n  return\n");
        StageState state = new StageState(new FloatMode(0xc0, true, false, false), List.of(), ldsBytes, 0, new StageState.Compute(64, 1, 1));
        ShaderProgram program = new ShaderProgram(ShaderStage.COMPUTE, 32, new int[16], 0, 0, state);
        return SpirvEmitter.emit(module, program, List.of(RAW), new TranslationOptions("", switches, host, false), new Switches(switches), null);
    }

    private static String text(String access, int ldsBytes) {
        return valid(emit(access, ldsBytes, HOST, Map.of()));
    }

    private static String valid(EmittedModule module) {
        SpirvTools tools = SpirvCommands.installed();
        String text = tools.disassemble(module.spirv());
        assertEquals(List.of(), tools.validate(module.spirv()), text);
        return text;
    }

    private static int count(String text, String part) {
        return text.split(part, -1).length - 1;
    }

    /** Every instruction of {@code part} that gives something reads what was there before, or something that does. */
    private static void dependsOnOld(String part, Set<String> old, String text) {
        Set<String> changing = new HashSet<>(old);
        part.lines().map(String::strip).filter(line -> line.contains(" = ") && !line.contains("OpLabel")).forEach(line -> {
            String[] words = line.split(" +");
            assertTrue(line.contains("OpAtomicLoad") || Arrays.stream(words).skip(3).anyMatch(changing::contains),
                    line + " does not depend on the old value\n" + text);
            changing.add(words[0]);
        });
        assertTrue(changing.size() > old.size(), text);
    }

    @ParameterizedTest
    @Rule("B-042")
    @CsvSource(delimiter = '|', textBlock = """
            v2: i32 = lds.fadd v0 data(v1) element=32x1
            v2: i32 = lds.fmin v0 data(v1) element=32x1
            v2: i32 = lds.fmax v0 data(v1) element=32x1
            v2: i32 = lds.fcmpswap v0 data(v1, v0) element=32x1
            v2: i32 = lds.inc v0 data(v1) element=32x1
            v2: i32 = lds.dec v0 data(v1) element=32x1
            v2: i32 = lds.rsub v0 data(v1) element=32x1
            v2: i32 = lds.mskor v0 data(v1, v0) element=32x1
            v2: i32 = lds.wrap v0 data(v1, v0) element=32x1
            v2: i32 = lds.condxchg v0 data(v1) element=32x1
            v2: i32 = buffer.fmin offset(v0) soffset(0x0:i32) data(v1) buffer=0 element=32x1
            v2: i32 = buffer.fcmpswap offset(v0) soffset(0x0:i32) data(v1, v0) buffer=0 element=32x1
            v2: i32x2 = buffer.fmax offset(v0) soffset(0x0:i32) data(v1, v0) buffer=0 element=64x1
            v2: i32x2 = buffer.fcmpswap offset(v0) soffset(0x0:i32) data(v1, v0, v0, v1) buffer=0 element=64x1
            """)
    void leavesOutOfTheLoopWhatDependsOnTheDataAlone(String access) {
        String text = text(access, SMALL);

        String loop = text.substring(text.indexOf("OpLoopMerge"), text.indexOf("OpAtomicCompareExchange"));
        dependsOnOld(loop, Set.of(text.substring(0, text.indexOf("OpLoopMerge")).replaceFirst("(?s).*(%\\S+) = OpPhi.*", "$1")), text);
    }

    @ParameterizedTest
    @Rule("B-042")
    @CsvSource(delimiter = '|', textBlock = """
            v2: i32x2 = lds.fmin v0 data(v1, v0) element=64x1
            v2: i32x2 = lds.fcmpswap v0 data(v1, v0, v0, v1) element=64x1
            v2: i32x2 = lds.mskor v0 data(v1, v0, v0, v1) element=64x1
            """)
    void leavesBeforeTheLockWhatDependsOnTheDataAlone(String access) {
        String text = text(access, SMALL);

        String held = text.substring(text.indexOf("OpSelectionMerge", text.indexOf("OpLoopMerge")));
        dependsOnOld(held.substring(0, held.indexOf("OpAtomicStore")), Set.of(), text);
    }

    @Test
    @Rule("C-023")
    void locksEveryLdsAtomicWhereOneIsOfTwoWords() {
        String word = "lds.add v0 data(v1) element=32x1";

        String words = text(word, SMALL);
        String both = text(word + "\n  lds.add v0 data(v0, v1) offset=8 element=64x1", SMALL);

        assertFalse(words.contains("lds_lock"), words);
        assertEquals(1, count(words, "OpAtomicIAdd"), words);
        assertTrue(both.contains("lds_lock"), both);
        assertFalse(both.contains("OpAtomicIAdd"), both);
        assertEquals(2, count(both, "OpAtomicCompareExchange"), both);
    }

    @Test
    @Rule("C-023")
    void putsMoreLdsThanTheDeviceHasIntoABuffer() {
        EmittedModule module = emit("lds.add v0 data(v1) element=32x1\n  lds.umax v0 data(v0, v1) offset=8 element=64x1\n"
                + "  v2: i32 = lds.load v0 element=32x1", LARGE, HOST, Map.of());
        String text = valid(module);

        assertEquals(List.of(HostBinding.Kind.CONSTANTS, HostBinding.Kind.LOCAL_SHARE),
                module.bindings().stream().map(HostBinding::kind).toList());
        assertFalse(text.contains("lds_lock") || text.contains("OpVariable %_ptr_Workgroup"), text);
        assertTrue(text.contains("OpAtomicIAdd %uint") && text.contains("OpAtomicUMax %ulong"), text);
        assertTrue(text.contains("BuiltIn WorkgroupId") && text.contains("Coherent"), text);
        // 65536 and the room behind it.
        assertTrue(text.contains("OpConstant %uint 65552"), text);
    }

    @Test
    @Rule("C-066")
    void ordersTheLdsOfAWaveByMemoryBarriersOfTheSubgroupOnItsDriver() {
        String accesses = "lds.store v0 data(v1) element=32x1\n  v2: i32 = lds.load v1 element=32x1\n  lds.add v0 data(v2) element=32x1";
        HostFacts driver = HOST.withDriver(HostDriver.of("AMD proprietary driver", "25.10.2", 0x1002, 0x13c0, "AMD Radeon Graphics"));

        String plain = text(accesses, SMALL);
        String ordered = valid(emit(accesses, SMALL, driver, Map.of()));
        String off = valid(emit(accesses, SMALL, driver, Map.of("quirk.driver.amd-windows.wave-lds-order", false)));

        assertEquals(0, count(plain, "Barrier"), plain);
        assertEquals(4, count(ordered, "OpMemoryBarrier %uint_3 %uint_264"), ordered);
        assertEquals(4, count(ordered, "Barrier"), ordered);
        assertEquals(0, count(off, "Barrier"), off);
    }

    @Test
    @Rule("C-023")
    void refusesMoreLdsThanTheDeviceHasWhereThatIsOffOrPairsLackAtomics() {
        EnumSet<HostFeature> features = EnumSet.copyOf(HOST.features());
        features.remove(HostFeature.BUFFER_INT64_ATOMICS);
        HostFacts lacks = new HostFacts(HostDriver.NONE, 32, 32768, 1024, features);

        TranslationRefused off = assertThrows(TranslationRefused.class,
                () -> emit("v2: i32 = lds.load v0 element=32x1", LARGE, HOST, Map.of("lds.atomics64.device-memory", false)));
        TranslationRefused lacking = assertThrows(TranslationRefused.class,
                () -> emit("lds.add v0 data(v0, v1) element=64x1", LARGE, lacks, Map.of()));

        assertTrue(off.getMessage().contains("has 65536 bytes of LDS, the device's 32768, and lds.atomics64.device-memory is off"),
                off.getMessage());
        assertEquals("lds.atomics64.device-memory", lacking.pluginId());
        assertTrue(lacking.getMessage().contains("shaderBufferInt64Atomics"), lacking.getMessage());
    }
}
