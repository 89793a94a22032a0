package org.lierne.quirk.drivers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Validator;
import org.lierne.recompiler.pass.DriverQuirk;
import org.lierne.recompiler.pass.DriverRange;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.HostDriver;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.JavaHost;
import org.lierne.testing.passes.TestContext;

final class DriverFaultsTest {
    private static final HostDriver AMD = HostDriver.of("AMD proprietary driver", "25.10.2 (AMD proprietary shader compiler)", 0x1002, 0x73df,
            "AMD Radeon RX 6700 XT");
    private static final HostDriver RADV = HostDriver.of("radv", "Mesa 26.2.4", 0x1002, 0x164e, "AMD Ryzen 9 (RADV RAPHAEL_MENDOCINO)");
    private static final HostDriver NVIDIA = HostDriver.of("NVIDIA", "610.57.04", 0x10de, 0x2684, "NVIDIA GeForce RTX 4090");
    private static final HostDriver LLVMPIPE = HostDriver.of("llvmpipe", "Mesa 22.3.6 (LLVM 15.0.6)", 0x10005, 0, "llvmpipe (LLVM 15.0.6, 256 bits)");

    private static List<String> applying(HostDriver driver) {
        return new DriverFaults.Listed().modes().stream().map(DriverQuirk.class::cast).filter(fault -> fault.appliesTo(driver))
                .map(DriverQuirk::id).toList();
    }

    /** Described devices: none of these drivers runs here but the last. */
    @Test
    @Rule({"B-012", "B-032", "B-033", "B-036", "B-037", "B-056", "C-020", "C-047", "A-056"})
    void faultsApplyToTheDriversTheyWereSeenOn() {
        assertEquals(List.of("quirk.driver.amd-windows.mesh-layer-block",
                "quirk.driver.amd-windows.ordered-compare", "quirk.driver.amd-windows.mul16", "quirk.driver.amd-windows.nan"), applying(AMD));
        assertEquals(List.of("quirk.driver.radv.bda-halfword", "quirk.driver.radv.nan"), applying(RADV));
        assertEquals(List.of("quirk.driver.radv.bda-halfword", "quirk.driver.radv.nan", "quirk.driver.radv.split-fma"),
                applying(HostDriver.of("radv", "Mesa 26.2.4", 0x1002, 0x1636, "AMD Radeon Graphics (RADV RENOIR)")));
        assertEquals(List.of("quirk.driver.nvidia.half-root", "quirk.driver.nvidia.unsigned-field",
                "quirk.driver.nvidia.loop-conditions", "quirk.driver.nvidia.nan"), applying(NVIDIA));
        assertEquals(List.of("quirk.driver.llvmpipe.smod", "quirk.driver.llvmpipe.zero-operand", "quirk.driver.llvmpipe-clock",
                "quirk.driver.llvmpipe.zero-operand.sums"),
                applying(LLVMPIPE));
        assertEquals(List.of(), applying(HostDriver.NONE));
    }

    @Test
    void actsWhereItAppliesUnlessSwitchedAndElsewhereWhenSwitchedOn() {
        String id = Mul16.ID;

        assertTrue(DriverFaults.MUL16.acts(AMD, Switches.DEFAULTS));
        assertFalse(DriverFaults.MUL16.acts(AMD, new Switches(Map.of(id, false))));
        assertFalse(DriverFaults.MUL16.acts(LLVMPIPE, Switches.DEFAULTS));
        assertTrue(DriverFaults.MUL16.acts(LLVMPIPE, new Switches(Map.of(id, true))));
        assertFalse(DriverFaults.NAN_RADV.acts(RADV, Switches.DEFAULTS), "off by itself, though it applies");
    }

    @ParameterizedTest
    @CsvSource({"Mesa 22.3.6 (LLVM 15), true", "Mesa 22.3.0, true", "Mesa 22.2.9, false", "Mesa 23.0.1, true", "Mesa 23.1.0, false",
        "no number, false"})
    void rangesHoldVersionsByTheNumbersOfTheirBounds(String info, boolean expected) {
        DriverRange range = DriverRange.all("llvmpipe").inVersions("22.3", "23.0");

        assertEquals(expected, range.holds(HostDriver.of("llvmpipe", info, 0, 0, "")));
    }

    @Test
    void rangesHoldDevicesByIdOrName() {
        assertTrue(DriverRange.all("radv").onDevices("RAPHAEL").holds(RADV));
        assertFalse(DriverRange.all("radv").onDevices("NAVI10").holds(RADV));
        assertTrue(DriverRange.all("NVIDIA").onDevices(Set.of(0x2684)).holds(NVIDIA));
        assertFalse(DriverRange.all("NVIDIA").onDevices(Set.of(0x2685)).holds(NVIDIA));
    }

    private static IrModule module(String instructions) {
        return IrText.parse("""
                module compute wave=32 float_mode=0xc0

                block b0
                  v0: i32 = user_data dword=0
                  v1: i32 = user_data dword=1
                """ + instructions + "  lds.store 0x0:i32 data(v9) element=32x1\n  return\n");
    }

    private static boolean run(TranslationPass pass, String id, IrModule module, HostDriver driver) {
        return pass.run(module, TestContext.of(id).with(HostFacts.common(32).withDriver(driver)));
    }

    @ParameterizedTest
    @CsvSource({"fone, fune", "folt, folt", "fogt, fogt"})
    @Rule("B-036")
    void comparesWithATestOfTheBits(String comparison, String emitted) {
        String text = "  v2: f32 = bitcast v0\n  v3: f32 = bitcast v1\n  v4: b1 = " + comparison + " v2, v3\n"
                + "  v9: i32 = select v4, 0x1:i32, 0x0:i32\n";
        IrModule plain = module(text);
        IrModule changed = module(text);

        assertFalse(run(new OrderedCompare(), OrderedCompare.ID, module(text), NVIDIA));
        assertTrue(run(new OrderedCompare(), OrderedCompare.ID, changed, AMD));

        assertTrue(IrText.print(changed).contains(emitted + " v2, v3"), IrText.print(changed));
        assertTrue(IrText.print(changed).contains("ule"), IrText.print(changed));
        int[] values = {0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffc00001, 1};
        for (int a : values) {
            for (int b : values) {
                assertEquals(JavaHost.word(plain, new int[] {a, b, 0}), JavaHost.word(changed, new int[] {a, b, 0}),
                        comparison + " %08x %08x".formatted(a, b));
            }
        }
    }

    @Test
    @Rule("B-033")
    void takesRootsOfHalvesInSingles() {
        String text = """
                  v2: i16 = truncate v0
                  v3: f16 = bitcast v2
                  v4: f16 = fsqrt v3
                  v5: i16 = bitcast v4
                  v9: i32 = zero_extend v5
                """;
        IrModule changed = module(text);

        assertFalse(run(new HalfRoot(), HalfRoot.ID, module(text), AMD));
        assertTrue(run(new HalfRoot(), HalfRoot.ID, changed, NVIDIA));

        assertFalse(IrText.print(changed).contains(": f16 = fsqrt"), IrText.print(changed));
        assertEquals(0x8000, JavaHost.word(changed, new int[] {0x8000, 0, 0}));
        for (int half = 0; half <= 0x7c00; half++) {
            assertEquals(Short.toUnsignedInt(Float.floatToFloat16((float) Math.sqrt(Float.float16ToFloat((short) half)))),
                    JavaHost.word(changed, new int[] {half, 0, 0}));
        }
    }

    @Test
    void convertsSignedFieldsAsUnsignedWordsInHalves() {
        IrModule changed = module("  v2: i32 = sbfe v0, 0x8:i32, 0x8:i32\n  v3: f32 = u_to_f v2\n  v9: i32 = bitcast v3\n");
        IrModule plain = module("  v3: f32 = u_to_f v0\n  v9: i32 = bitcast v3\n");

        assertTrue(run(new UnsignedField(), UnsignedField.ID, changed, NVIDIA));
        assertFalse(run(new UnsignedField(), UnsignedField.ID, plain, NVIDIA));

        for (int field = -128; field < 128; field++) {
            float expected = field & 0xffffffffL;
            assertEquals(expected, Float.intBitsToFloat(JavaHost.word(changed, new int[] {(field & 0xff) << 8 | 0x5a, 0, 0})));
        }
    }

    private static final String LOW_PRODUCT = """
              v2: i32 = and v0, 0xffff:i32
              v3: i32 = and v1, 0xffff:i32
              v4: i32 = imul v2, v3
              v9: i32 = and v4, 0xffff:i32
            """;

    @Test
    @Rule("B-037")
    void readsFactorsOfSixteenBitsWithTwentyFour() {
        IrModule changed = module(LOW_PRODUCT);

        assertTrue(run(new Mul16(), Mul16.ID, changed, AMD));

        assertEquals(2, IrText.print(changed).split("ubfe v[01], 0x0:i32, 0x18:i32", -1).length - 1, IrText.print(changed));
        assertEquals(0x00000001, JavaHost.word(changed, new int[] {0xffff, 0xffff, 0}));
        assertEquals(0x00000001, JavaHost.word(changed, new int[] {0x00a5ffff, 0x7f5affff, 0}), "what lies above the half takes no part");
    }

    @Test
    @Rule("B-037")
    void leavesProductsAloneWhoseUpperHalfIsRead() {
        IrModule whole = module(LOW_PRODUCT.replace("v9: i32 = and v4, 0xffff:i32", "v9: i32 = iadd v4, 0x1:i32"));

        assertFalse(run(new Mul16(), Mul16.ID, whole, AMD));
        assertFalse(run(new Mul16(), Mul16.ID, module(LOW_PRODUCT), LLVMPIPE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fadd v2, 0x0:f32", "fadd 0x0:f32, v2", "fsub 0x0:f32, v2", "fsub v2, 0x80000000:f32", "fmul v2, 0x0:f32",
        "fmul 0x80000000:f32, v2", "fmad v2, v3, 0x0:f32", "fmad v2, 0x0:f32, v3", "fmad v2, 0x80000000:f32, 0x0:f32", "fma v2, v3, 0x0:f32"})
    void hidesZeroOperandsWithoutChangingAResult(String operation) {
        String text = "  v2: f32 = bitcast v0\n  v3: f32 = bitcast v1\n  v4: f32 = " + operation + "\n  v9: i32 = bitcast v4\n";
        IrModule plain = module(text);
        IrModule changed = module(text);

        assertFalse(run(new ZeroOperands(), ZeroOperands.ID, module(text), NVIDIA));
        assertTrue(hides(changed));

        int[] values = {0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x00800000, 0x80800000, 0x7f7fffff};
        for (int a : values) {
            for (int b : values) {
                int expected = JavaHost.word(plain, new int[] {a, b, 0});
                int got = JavaHost.word(changed, new int[] {a, b, 0});
                assertEquals(Float.intBitsToFloat(expected), Float.intBitsToFloat(got), operation + " %08x %08x".formatted(a, b));
            }
        }
    }

    private static boolean hides(IrModule module) {
        return new ZeroOperands().run(module, TestContext.of(ZeroOperands.ID).with(HostFacts.common(32).withDriver(LLVMPIPE))
                .with(DriverFaults.ZERO_SUMS.id(), true));
    }

    @Test
    void hidesDifferencesAloneUnlessSumsAreSwitchedOn() {
        String number = "  v2: f32 = bitcast v0\n";

        assertTrue(run(new ZeroOperands(), ZeroOperands.ID, module(number + "  v4: f32 = fsub 0x0:f32, v2\n  v9: i32 = bitcast v4\n"), LLVMPIPE));
        assertFalse(run(new ZeroOperands(), ZeroOperands.ID, module(number + "  v4: f32 = fadd 0x0:f32, v2\n  v9: i32 = bitcast v4\n"), LLVMPIPE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fadd v2, v3", "fadd v2, 0x80000000:f32", "fsub v2, 0x0:f32", "fmul v2, 0x3f800000:f32", "fma v2, v3, 0x80000000:f32"})
    void leavesOtherOperandsAlone(String operation) {
        assertFalse(hides(module("  v2: f32 = bitcast v0\n  v3: f32 = bitcast v1\n  v4: f32 = " + operation
                + "\n  v9: i32 = bitcast v4\n")));
    }

    /** The loop of which that compiler dies: v3 is the same in all rounds. The entry's constant needs no instruction. */
    @Test
    void carriesTruthsRoundALoopAsWords() {
        String text = """
                module compute wave=32 float_mode=0xc0

                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ine v0, 0x0:i32
                  jump b1
                block b1 <- b0, b2
                  v2: i32 = phi b0(v0) b2(v5)
                  v3: b1 = phi b0(v1) b2(v1)
                  v4: b1 = phi b0(true) b2(v3)
                  v5: i32 = select v4, v0, v2
                  merge loop b3 continue b2
                  branch v3 b3 b2
                block b2 <- b1
                  jump b1
                block b3 <- b1
                  return
                """;
        IrModule changed = IrText.parse(text);

        assertFalse(run(new LoopConditions(), LoopConditions.ID, IrText.parse(text), LLVMPIPE));
        assertTrue(run(new LoopConditions(), LoopConditions.ID, changed, NVIDIA));

        assertEquals(List.of(), Validator.check(changed, EnumSet.of(Invariant.SSA, Invariant.STRUCTURED)));
        String now = IrText.print(changed);
        assertFalse(now.contains("b1 = phi"), now);
        assertTrue(now.contains("v4: b1 = ine v"), now);
        assertEquals(3, now.lines().filter(line -> line.matches(".*: i32 = select v\\d+, 0x1:i32, 0x0:i32.*")).count(), now);
    }
}
