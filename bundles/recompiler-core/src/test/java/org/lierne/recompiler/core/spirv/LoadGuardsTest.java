package org.lierne.recompiler.core.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostDriver;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.SpirvTools;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.testing.Rule;

/** Which loads stand behind branches, and which read past the end instead (rule C-053). Devices run both forms in devicetests. */
final class LoadGuardsTest {
    private static final StageState COMPUTE = new StageState(new FloatMode(0xc0, true, false, false), List.of(), 64, 0,
            new StageState.Compute(64, 1, 1));
    private static final HostFacts ROBUST = HostFacts.common(32);
    private static final String HARMLESS = "OpConstant %uint 4294967294";
    private static final DescriptorWords RAW = DescriptorWords.of(0x1000, 0, 256, 0x3104afac);
    private static final DescriptorWords STRUCTURED = DescriptorWords.of(0x1000, 16 << 16, 16, 0x0104dfac);

    private static HostFacts plain() {
        EnumSet<HostFeature> features = EnumSet.copyOf(ROBUST.features());
        features.remove(HostFeature.ROBUST_BUFFER_ACCESS_2);
        return new HostFacts(HostDriver.NONE, 32, 32768, 1024, features);
    }

    /** Branches, and how often the element past the end is named, of a program with this one access in lanes below 16. */
    private static String of(String access, DescriptorWords buffer, HostFacts host, Map<String, Boolean> switches) {
        String text = text(access, buffer, host, switches);
        return (text.split("OpBranchConditional", -1).length - 1) + " branches" + (text.contains(HARMLESS) ? ", past the end" : "");
    }

    private static String text(String access, DescriptorWords buffer, HostFacts host, Map<String, Boolean> switches) {
        IrModule module = IrText.parse("""
                module compute wave=32
                resource 0 buffer read written pc=0x0000 path(ud0, ud1, ud2, ud3)
                resource 1 spans read written pc=0x0000 path()
                block b0
                  v0: i32 = input of=local_invocation_x
                  v1: b1 = ult v0, 0x10:i32
                  v9: i64 = pack_64 v0, 0x1:i32
                """ + "  " + access + "\n  return\n");
        ShaderProgram program = new ShaderProgram(ShaderStage.COMPUTE, 32, new int[16], 0, 0, COMPUTE);
        EmittedModule emitted = SpirvEmitter.emit(module, program, List.of(buffer, DescriptorWords.of()), new TranslationOptions("", switches, host, false),
                new Switches(switches), null);
        SpirvTools tools = SpirvCommands.installed();
        String text = tools.disassemble(emitted.spirv());
        assertEquals(List.of(), tools.validate(emitted.spirv()), text);
        return text;
    }

    private static String of(String access, DescriptorWords buffer, HostFacts host) {
        return of(access, buffer, host, Map.of());
    }

    @Test
    @Rule("C-053")
    void bufferLoadsReadPastTheEndWhereTheDeviceAllowsIt() {
        for (DescriptorWords buffer : List.of(RAW, STRUCTURED)) {
            for (String element : List.of("v2: i32 = %s element=32x1", "v2: i32x4 = %s element=32x4", "v2: i32 = %s element=s16x1")) {
                String load = element.formatted("buffer.load offset(v0) soffset(0x0:i32) guard(v1) buffer=0");
                assertEquals("0 branches, past the end", of(load, buffer, ROBUST), load);
            }
        }
        String load = "v2: i32 = buffer.load offset(v0) soffset(0x0:i32) guard(v1) buffer=0 element=32x1";
        assertEquals("2 branches", of(load, RAW, plain()), "the lane, then the range of the word");
        assertEquals("1 branches", of(load, STRUCTURED, plain()));
        assertEquals("1 branches", of(load, STRUCTURED, ROBUST, Map.of("pass.memory.load-guards", false)));
    }

    private static final HostFacts NVIDIA = new HostFacts(HostDriver.of("NVIDIA", "610.57.04", 0x10de, 0x2684, "NVIDIA GeForce RTX 4090"), 32,
            32768, 1024, ROBUST.features());
    private static final Map<String, Boolean> PLAIN = Map.of("quirk.driver.nvidia.bda-span", false);

    /** Through addresses; a driver that hangs over loads in branches gets none of single dwords, and one selection without loads of several. */
    @Test
    @Rule({"C-048", "C-053"})
    void loadsThroughAddressesStandBehindBranchesButOnOneDriver() {
        String load = "v2: i32 = global.load place.address(v9) offset(0x0:i64) guard(v1) segment=global element=32x1";

        assertEquals("1 branches", of(load, RAW, ROBUST));
        assertEquals("0 branches", of(load, RAW, NVIDIA));
        assertEquals("1 branches", of(load, RAW, NVIDIA, PLAIN));
        assertEquals("1 branches", of(load.replace("i32 =", "i32x4 =").replace("32x1", "32x4"), RAW, NVIDIA, PLAIN));
        assertEquals("1 branches", of("global.store place.address(v9) offset(0x0:i64) data(v0) guard(v1) segment=global element=8x1", RAW, NVIDIA));
    }

    /** Eight dwords in two loads: one selection each, whose arms call functions that load, are not inlined and call nothing. */
    @Test
    @Rule("C-048")
    void severalDwordsAreReadByFunctionsOnBothSidesOfOneSelection() {
        String load = "v2: i32x4 = global.load place.address(v9) offset(0x0:i64) guard(v1) segment=global element=32x4";
        String text = text(load + "\n  " + load.replace("v2:", "v3:").replace("v9", "v10").replaceFirst("^", "v10: i64 = iadd v9, 0x10:i64\n  "), RAW,
                NVIDIA, Map.of());
        String[] functions = text.split("OpFunctionEnd");

        assertEquals(4, functions.length, text);
        assertEquals("2 4 0", count(functions[0], "OpSelectionMerge") + " " + count(functions[0], "OpFunctionCall") + " "
                + count(functions[0], "OpConvertUToPtr"), text);
        for (int leaf = 1; leaf <= 2; leaf++) {
            assertTrue(functions[leaf].contains("OpFunction %v4uint DontInline"), text);
            assertEquals((3 + leaf) + " 0 0", count(functions[leaf], "OpLoad") + " " + count(functions[leaf], "OpFunctionCall") + " "
                    + count(functions[leaf], "OpBranch"), text);
        }
        assertEquals(1, text(load, RAW, NVIDIA, PLAIN).split("OpFunctionEnd").length - 1);
    }

    /** A halfword is cut out of dwords: no two loads of neighbouring bytes stand in a module, which a driver gets wrong. */
    @Test
    @Rule("C-047")
    void halfwordsAreReadInDwords() {
        for (String element : List.of("16x1", "s16x1")) {
            String text = text("v2: i32 = global.load place.address(v9) offset(0x0:i64) guard(v1) segment=global element=" + element, RAW, ROBUST,
                    Map.of());
            assertEquals(0, count(text, "OpTypeInt 8") + count(text, "OpTypeInt 16"), text);
            assertTrue(text.contains("OpLoad %uint"), text);
        }
    }

    private static int count(String text, String part) {
        return text.split(part, -1).length - 1;
    }

    @Test
    @Rule("C-053")
    void everythingElseStandsBehindBranches() {
        for (HostFacts host : List.of(ROBUST, plain())) {
            assertEquals("1 branches", of("v2: i32 = lds.load v0 guard(v1) element=32x1", RAW, host));
            assertEquals("1 branches", of("v2: i32x2 = lds.load v0 element=32x2", RAW, host), "the range");
            assertEquals("1 branches", of("lds.store v0 data(v0) guard(v1) element=32x1", RAW, host), "the lanes below 16 stay inside of 64 bytes");
            assertEquals("2 branches", of("v2: i32x4 = buffer.load index(v0) soffset(0x0:i32) guard(v1) buffer=0 "
                    + "element=32x4.descriptor_format", STRUCTURED, host));
            assertEquals("2 branches", of("buffer.store offset(v0) soffset(0x0:i32) data(v0) guard(v1) buffer=0 element=32x1", RAW, host));
            assertEquals("2 branches", of("v2: i32 = buffer.add offset(v0) soffset(0x0:i32) data(v0) guard(v1) buffer=0 element=32x1", RAW,
                    host));
        }
    }
}
