package org.lierne.recompiler.core.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.HostDriver;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.SpirvTools;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

final class SpirvEmitterTest {
    private static final FloatMode MODE = new FloatMode(0xc0, true, false, false);
    private static final StageState COMPUTE = new StageState(MODE, List.of(), 64, 0, new StageState.Compute(64, 1, 1));
    private static final StageState VERTEX = new StageState(MODE, List.of(), 0, 0, new StageState.Vertex(true, 1, 1, 0, true, false));
    /** A raw buffer, a structured one of stride 16 (32_32_32_32_FLOAT), a 2D image of 8_8_8_8_UNORM, a sampler. */
    private static final DescriptorWords RAW = DescriptorWords.of(0x1000, 0, 256, 0x3104afac);
    private static final DescriptorWords STRUCTURED = DescriptorWords.of(0x1000, 16 << 16, 16, 0x0104dfac);
    private static final DescriptorWords IMAGE = DescriptorWords.of(0x10, 0xc3800000, 0x803fc03f, 0x90000fac, 0, 0, 0, 0);
    private static final DescriptorWords SAMPLER = DescriptorWords.of(0x92, 0x00fff000, 0x00500000, 0);

    private static StageState pixel(int exportFormat, NumericClass numericClass) {
        return new StageState(MODE, List.of(), 0, 0, new StageState.Pixel(2, 2, List.of(StageState.Attribute.parameter(0, false)),
                List.of(new StageState.ColorTarget(exportFormat, numericClass, StageState.ColorTarget.IN_ORDER)), 0, 0, 1));
    }

    private static EmittedModule emit(String text, ShaderStage stage, StageState state, boolean debug, DescriptorWords... descriptors) {
        return emit(text, stage, state, debug, Map.of(), descriptors);
    }

    private static EmittedModule emit(String text, ShaderStage stage, StageState state, boolean debug, Map<String, Boolean> switches,
            DescriptorWords... descriptors) {
        IrModule module = IrText.parse(text);
        ShaderProgram program = new ShaderProgram(stage, module.waveSize(), new int[16], 0, 0, state);
        return SpirvEmitter.emit(module, program, List.of(descriptors),
                new TranslationOptions("", switches, HostFacts.common(8), debug), new Switches(switches), null);
    }

    private static EmittedModule emit(IrModule module, HostFacts host, Map<String, Boolean> switches) {
        ShaderProgram program = new ShaderProgram(ShaderStage.COMPUTE, module.waveSize(), new int[16], 0, 0, COMPUTE);
        return SpirvEmitter.emit(module, program, List.of(), new TranslationOptions("", switches, host, false), new Switches(switches), null);
    }

    private static String valid(EmittedModule module) {
        SpirvTools tools = SpirvCommands.installed();
        String text = tools.disassemble(module.spirv());
        assertEquals(List.of(), tools.validate(module.spirv()), text);
        return text;
    }

    @Test
    void emitsAGuardedStoreAsAConditionalOne() {
        EmittedModule module = emit("""
                module compute wave=32
                resource 0 buffer written pc=0x0000 path(ud0, ud1, ud2, ud3)
                block b0
                  v0: i32 = user_data dword=4
                  v1: i32 = user_data dword=5
                  v2: i32 = input of=workgroup_id_x
                  v3: i32 = input of=local_invocation_x
                  v4: i32 = shl v2, 0x6:i32
                  v5: i32 = iadd v4, v3
                  v6: i32 = iadd v5, v0
                  v7: b1 = ult v5, v1
                  buffer.store index(v5) soffset(0x0:i32) data(v6) guard(v7) buffer=0 element=32x1
                  return
                """, ShaderStage.COMPUTE, COMPUTE, true, DescriptorWords.of(0x1000, 4 << 16, 16, 0x0104afac));

        String text = valid(module);

        assertTrue(text.contains("OpBranchConditional"), text);
        assertEquals(List.of(HostBinding.Kind.CONSTANTS, HostBinding.Kind.STORAGE_BUFFER),
                module.bindings().stream().map(HostBinding::kind).toList());
        assertFalse(text.contains("Int64"), text);
    }

    @Test
    void emitsLoopsWithGuardedInstructionsInTheirHead() {
        valid(emit("""
                module compute wave=32
                resource 0 buffer read written pc=0x0000 path(ud0, ud1, ud2, ud3)
                block b0
                  v0: i32 = user_data dword=4
                  jump b1
                block b1 <- b0, b2
                  v1: i32 = phi b0(0x0:i32) b2(v5)
                  v2: b1 = ult v1, v0
                  lds.store v1 data(v1) guard(v2) element=32x1
                  merge loop b3 continue b2
                  branch v2 b2 b3
                block b2 <- b1
                  v4: i32 = buffer.add offset(v1) soffset(0x0:i32) data(0x1:i32) buffer=0 element=32x1
                  v5: i32 = iadd v1, 0x1:i32
                  jump b1
                block b3 <- b1
                  barrier workgroup
                  return
                """, ShaderStage.COMPUTE, COMPUTE, false, RAW));
    }

    @Test
    void decodesFormattedLoadsAndEncodesFormattedStores() {
        for (int format = 1; format <= 77; format++) {
            valid(emit("""
                    module compute wave=32
                    resource 0 buffer read written formatted pc=0x0000 path(ud0, ud1, ud2, ud3)
                    block b0
                      v3: i32 = input of=local_invocation_x
                      v4: i32x4 = buffer.load index(v3) soffset(0x0:i32) buffer=0 element=32x4.descriptor_format
                      v5: i32 = extract v4 index=0
                      v6: i32 = extract v4 index=3
                      buffer.store index(v3) soffset(0x0:i32) data(v6, v5, v5, v6) buffer=0 element=32x4.descriptor_format
                      return
                    """, ShaderStage.COMPUTE, COMPUTE, false,
                    DescriptorWords.of(0x1000, 16 << 16, 16, 0x01000fac | format << 12)));
        }
    }

    @Test
    void samplesWithImplicitLevelsInThePixelStageOnly() {
        String ir = """
                module %s wave=32
                resource 0 image read pc=0x0000 path(ud0, ud1, ud2, ud3, ud4, ud5, ud6, ud7)
                resource 1 sampler read pc=0x0000 path(ud8, ud9, ud10, ud11)
                block b0
                  v4: i32x4 = image.sample coord(0x3f000000:f32, 0x3f000000:f32) image=0 sampler=1 dim=d2 dmask=0xf
                  v5: i32 = extract v4 index=0
                  v6: i32 = extract v4 index=3
                  export.%s v5, v5, v5, v6 index=0 enable=0xf done vm
                  return
                """;

        String pixel = valid(emit(ir.formatted("pixel", "mrt"), ShaderStage.PIXEL, pixel(9, NumericClass.FLOAT), false, IMAGE, SAMPLER));
        String vertex = valid(emit(ir.formatted("vertex", "position"), ShaderStage.VERTEX, VERTEX, false, IMAGE, SAMPLER));

        assertTrue(pixel.contains("OpImageSampleImplicitLod"), pixel);
        assertTrue(vertex.contains("OpImageSampleExplicitLod"), vertex);
    }

    @Test
    @Rule("B-043")
    void declaresTheFloatControlsThatTheModuleAsksFor() {
        String text = valid(emit("""
                module compute wave=32 signed_zero_inf_nan_32 denorm_preserve_32 round_even_32 denorm_preserve_16
                block b0
                  return
                """, ShaderStage.COMPUTE, COMPUTE, false));

        for (String mode : List.of("SignedZeroInfNanPreserve 32", "DenormPreserve 32", "DenormPreserve 16", "RoundingModeRTE 32")) {
            assertTrue(text.contains(mode), mode + " is not in\n" + text);
        }
        assertFalse(text.contains("RoundingModeRTE 16"), text);
    }

    @Test
    @Rule("B-032")
    void leavesTheRoundingOfSinglesToADriverThatTakesLongAskedForIt() {
        String text = "module compute wave=32 float_mode=%s round_even_16 round_even_32\nblock b0\n  return\n";
        IrModule flushing = IrText.parse(text.formatted("0xc0"));
        HostFacts host = HostFacts.common(32).withDriver(new HostDriver("NVIDIA", List.of(580, 159), 0x10de, 0x2335, "H200"));

        String unasked = valid(emit(flushing, host, Map.of()));

        assertTrue(unasked.contains("RoundingModeRTE 16"), unasked);
        assertFalse(unasked.contains("RoundingModeRTE 32"), unasked);
        assertTrue(valid(emit(flushing, host, Map.of("quirk.driver.nvidia.round-even", false))).contains("RoundingModeRTE 32"));
        assertTrue(valid(emit(IrText.parse(text.formatted("0xf0")), host, Map.of())).contains("RoundingModeRTE 32"), "denormals are kept");
    }

    @Test
    void typesColourOutputsByTheTarget() {
        for (NumericClass numericClass : NumericClass.values()) {
            int format = switch (numericClass) {
                case FLOAT -> 4;
                case UINT -> 7;
                case SINT -> 8;
            };
            valid(emit("""
                    module pixel wave=32
                    block b0
                      v0: i32 = attribute mode=persp_center attribute=0 channel=1
                      v1: b1 = ine v0, 0x0:i32
                      export.mrt v0, v0 guard(v1) index=0 enable=0xf compressed done vm
                      return
                    """, ShaderStage.PIXEL, pixel(format, numericClass), false));
        }
    }

    @Test
    @Rule("A-016")
    void readsAttributesPastTheLastAsDefaultsWithoutDeclaringThem() {
        String text = valid(emit("""
                module pixel wave=32
                block b0
                  v0: i32 = attribute mode=persp_center attribute=5 channel=1
                  export.mrt v0, v0, v0, v0 index=0 enable=0xf done vm
                  return
                """, ShaderStage.PIXEL, pixel(9, NumericClass.FLOAT), false));

        assertFalse(text.contains("attribute"), text);
    }

    @Test
    @Rule("A-015")
    void takesAlphaOfATwoChannelExportFromItsSecondChannel() {
        String text = valid(emit("""
                module pixel wave=32
                block b0
                  export.mrt 0x3e800000:i32, 0x3f000000:i32, 0x3f400000:i32, 0x3f800000:i32 index=0 enable=0xf done vm
                  return
                """, ShaderStage.PIXEL, pixel(3, NumericClass.FLOAT), false));

        assertTrue(text.lines().anyMatch(line -> line.matches(".*OpCompositeConstruct %v4float %(\\w+) %float_0 %float_0 %(\\w+)")), text);
    }

    @Test
    @Rule("A-012")
    void givesVertexProgramsOneLaneWavesWhereTheStageHasNoSubgroups() {
        String text = valid(emit("""
                module vertex wave=64
                block b0
                  v0: i32 = input of=vertex_index_with_base
                  v1: i32 = wave.lane_id
                  v2: i32 = wave.ballot_word true
                  v3: i32 = wave.read_lane v0, 0x7:i32
                  v4: i32 = iadd v1, v2
                  v5: i32 = iadd v4, v3
                  export.position v5, v5, v5, v0 index=0 enable=0xf done
                  return
                """, ShaderStage.VERTEX, VERTEX, false));

        assertFalse(text.contains("GroupNonUniform"), text);
    }

    /** Subgroups follow the local index for sure in groups of one dimension alone, so programs that talk across lanes get those. */
    @Test
    void groupsOfProgramsThatSeeTheirLanesHaveOneDimension() {
        StateOfGroup square = new StateOfGroup(8, 4);
        assertTrue(square.text("wave.any v1").contains("LocalSize 32 1 1"), "with a vote");
        assertTrue(square.text("ine v0, 0x0:i32").contains("LocalSize 8 4 1"), "without one");
    }

    private record StateOfGroup(int x, int y) {
        String text(String condition) {
            return valid(emit("""
                    module compute wave=32
                    resource 0 buffer written pc=0x0000 path(ud0, ud1, ud2, ud3)
                    block b0
                      v0: i32 = input of=local_invocation_y
                      v1: b1 = ult v0, 0x3:i32
                      v2: b1 = %s
                      buffer.store index(v0) soffset(0x0:i32) data(v0) guard(v2) buffer=0 element=32x1
                      return
                    """.formatted(condition), ShaderStage.COMPUTE,
                    new StageState(MODE, List.of(), 64, 0, new StageState.Compute(x, y, 1)), false, RAW));
        }
    }

    /** Decision on B-005 to B-009: without the narrow modes such programs are refused by the rule's id. */
    @Test
    @Rule({"B-005", "B-006", "B-007", "B-008", "B-009"})
    void refusesByItsRuleWhatAPixelDoesNotSeeOfASpreadWave() {
        TranslationRefused mask = refusedPixel("wave.ballot_word v1");
        assertEquals(0x10, mask.pc());
        assertEquals("pass.wave.exec-mask", mask.pluginId());
        assertTrue(mask.reason().startsWith("rule B-006: "), mask.reason());

        TranslationRefused known = refusedPixel("wave.read_lane v0, 0x28:i32");
        assertEquals("pass.wave.half-wave-scan", known.pluginId());
        assertTrue(known.reason().startsWith("rule B-009: the program reads lane 40,"), known.reason());
        assertTrue(known.reason().endsWith("a guest wave of 64 lanes is spread over host subgroups of 8"), known.reason());
        assertTrue(refusedPixel("wave.read_lane v0, v0").reason().startsWith("rule B-007: "));
        assertTrue(refusedPixel("wave.permlanex16 v0, v0, v0, v0, v1 immediate=0x1").reason().startsWith("rule B-007: "));
        assertTrue(refusedPixel("wave.permlanex16 v0, v0, v0, v0, v1").reason().startsWith("rule B-008: "));
        assertEquals("pass.wave.cross-lane", refusedPixel("wave.permlanex16 v0, v0, v0, v0, v1").pluginId());
        TranslationRefused written = refusedPixel(INVERSE);
        assertEquals("pass.wave.exec-mask", written.pluginId());
        assertTrue(written.reason().startsWith("rule B-005: "), written.reason());
    }

    /** The subgroups have eight lanes. */
    @Test
    @Rule({"B-005", "B-006", "B-007", "B-008", "B-009"})
    void narrowModesTakeOneSubgroupForTheWave() {
        Map<String, Boolean> masks = Map.of("pass.wave.exec-mask.allow-narrow-exec", true);
        Map<String, Boolean> lanes = Map.of("pass.wave.cross-lane.allow-narrow", true);
        String bit = valid(pixelModule(INVERSE, masks));
        assertTrue(bit.contains("SubgroupLocalInvocationId"), bit);
        String low = valid(pixelModule("wave.ballot_word v1", masks));
        assertTrue(low.contains("OpGroupNonUniformBallot"), low);
        String high = valid(pixelModule("wave.ballot_word v1 immediate=0x1", masks));
        assertFalse(high.contains("OpGroupNonUniformBallot"), "lanes 32 to 63 are not there: " + high);
        for (String read : List.of("wave.read_lane v0, v0", "wave.read_lane v0, 0x7:i32",
                "wave.permlanex16 v0, v0, v0, v0, v1 immediate=0x1")) {
            String text = valid(pixelModule(read, lanes));
            assertTrue(text.contains("OpGroupNonUniformShuffle"), text);
        }
        String kept = valid(pixelModule("wave.permlanex16 v0, v0, v0, v0, v1", lanes));
        assertTrue(kept.contains("%uint_8") && kept.contains("OpLogicalAnd"), "only lanes of the subgroup are active: " + kept);
        TranslationRefused outside = assertThrows(TranslationRefused.class, () -> pixelModule("wave.read_lane v0, 0x28:i32", lanes));
        assertEquals("pass.wave.half-wave-scan", outside.pluginId());
    }

    private static final String INVERSE = "iadd v0, 0x0:i32\n  v3: b1 = wave.inverse_ballot 0x100:i32, 0x0:i32 ; pc=0x0010\n"
            + "  v4: i32 = select v3, v0, v2";

    private static TranslationRefused refusedPixel(String operation) {
        return assertThrows(TranslationRefused.class, () -> pixelModule(operation, Map.of()));
    }

    private static EmittedModule pixelModule(String operation, Map<String, Boolean> switches) {
        return emit("""
                module pixel wave=64
                block b0
                  v0: i32 = input of=position_z
                  v1: b1 = ult v0, 0x3:i32
                  v2: i32 = %s                        ; pc=0x0010
                  export.mrt v2, v2, v2, v2 index=0 enable=0xf done vm
                  return
                """.formatted(operation), ShaderStage.PIXEL, pixel(9, NumericClass.FLOAT), false, switches);
    }

    @Test
    void exchangesLanesOfASpannedWaveThroughWorkgroupMemory() {
        String text = valid(emit("""
                module compute wave=32
                block b0
                  v0: i32 = input of=local_invocation_x
                  v1: b1 = ult v0, 0x3:i32
                  v2: i32 = wave.ballot_word v1
                  v3: i32 = wave.dpp16 v0, v2, v1 immediate=0xff0140
                  v4: i32 = wave.read_first_lane v3, v1
                  v5: i32 = wave.ds_swizzle v4, v1 immediate=0x401f
                  v6: i32 = wave.count_below v1, true
                  v7: i32 = iadd v5, v6
                  lds.store 0x0:i32 data(v7) element=32x1
                  return
                """, ShaderStage.COMPUTE, COMPUTE, false));

        assertTrue(text.contains("OpControlBarrier"), text);
        assertTrue(text.contains("%lanes = OpVariable %_ptr_Workgroup"), text);
        assertFalse(text.contains("OpGroupNonUniformShuffle"), text);
    }

    /** Every operation on every type it is defined for gives a valid module; what it computes is compared on devices. */
    @Test
    void emitsEveryArithmeticOperation() {
        StringBuilder body = new StringBuilder();
        int next = 100;
        for (AluOp op : AluOp.values()) {
            for (String[] form : forms(op)) {
                body.append("  v").append(next++).append(": ").append(form[0]).append(" = ").append(op.word()).append(' ')
                        .append(String.join(", ", List.of(form).subList(1, form.length))).append('\n');
            }
        }
        valid(emit("""
                module compute wave=32
                block b0
                  v0: i32 = input of=local_invocation_x
                  v1: b1 = ult v0, 0x3:i32
                  v2: f32 = bitcast v0
                  v3: i64 = pack_64 v0, v0
                  v4: f64 = bitcast v3
                  v5: i16 = truncate v0
                  v6: f16 = bitcast v5
                %s  return
                """.formatted(body), ShaderStage.COMPUTE, COMPUTE, false));
    }

    private static List<String[]> forms(AluOp op) {
        String[] integers = {"i32:v0", "i64:v3", "i16:v5"};
        String[] floats = {"f32:v2", "f64:v4", "f16:v6"};
        String[] words = {"i32:v0"};
        String[] singles = {"f32:v2"};
        return switch (op) {
            case FMULLIT, FTRIG_PREOP -> List.of();
            case F_TO_S, F_TO_U -> typed(floats, form -> new String[] {"i32", form[1]});
            case F_TO_S_ROUND_UP, F_TO_S_FLOOR, F_TO_BYTE -> List.<String[]>of(new String[] {"i32", "v2"});
            case F_TO_SNORM16, F_TO_UNORM16 -> List.<String[]>of(new String[] {"i16", "v2"});
            case S_TO_F, U_TO_F -> typed(floats, form -> new String[] {form[0], "v0"});
            case F_TO_F -> List.of(new String[] {"f16", "v2"}, new String[] {"f64", "v2"}, new String[] {"f32", "v6"});
            case F_TO_F_RTZ -> List.<String[]>of(new String[] {"f16", "v2"});
            case TRUNCATE -> List.of(new String[] {"i16", "v0"}, new String[] {"i32", "v3"});
            case ZERO_EXTEND, SIGN_EXTEND -> List.of(new String[] {"i32", "v5"}, new String[] {"i64", "v0"}, new String[] {"i32", "v1"});
            case BITCAST -> List.<String[]>of(new String[] {"f32", "v0"});
            case PACK_64 -> List.<String[]>of(new String[] {"i64", "v0", "v0"});
            case LOW_32, HIGH_32 -> List.of(new String[] {"i32", "v3"}, new String[] {"i32", "v4"});
            case SELECT -> List.of(new String[] {"i32", "v1", "v0", "v0"}, new String[] {"f16", "v1", "v6", "v6"});
            case DIV_SCALE_FLAG -> List.<String[]>of(new String[] {"b1", "v2", "v2", "v2"});
            case DIV_FMAS -> List.<String[]>of(new String[] {"f32", "v2", "v2", "v2", "v1"});
            case FSIN, FCOS, FREXP_MANT, CUBE_ID, CUBE_SC, CUBE_TC, CUBE_MA -> typed(singles, form -> repeat(form[0], form[1], op.arity()));
            case FREXP_EXP -> List.<String[]>of(new String[] {"i32", "v2"});
            case FMIX_TO_HALF -> List.<String[]>of(new String[] {"f16", "v2", "v2", "v2"});
            case FLDEXP -> typed(floats, form -> new String[] {form[0], form[1], "v0"});
            case FMIN3, FMAX3, FMED3, DIV_SCALE, DIV_FIXUP, FSATURATE -> typed(floats, form -> repeat(form[0], form[1], op.arity()));
            default -> switch (op.shape()) {
                case SAME_INT -> typed(op == AluOp.UMUL_HI || op == AluOp.SMUL_HI ? words : integers,
                        form -> repeat(form[0], form[1], op.arity()));
                case SAME_BITS -> typed(new String[] {"i32:v0", "i64:v3", "b1:v1"}, form -> repeat(form[0], form[1], op.arity()));
                case SAME_FLOAT -> typed(floats, form -> repeat(form[0], form[1], op.arity()));
                case SHIFT -> typed(integers, form -> new String[] {form[0], form[1], "v0"});
                case FIELD -> typed(integers, form -> new String[] {form[0], form[1], "v0", "v0"});
                case COMPARE_INT -> typed(integers, form -> repeat("b1", form[1], 2));
                case COMPARE_BITS -> typed(new String[] {"i32:v0", "i64:v3", "b1:v1"}, form -> repeat("b1", form[1], 2));
                case COMPARE_FLOAT -> typed(floats, form -> repeat("b1", form[1], 2));
                case TO_I32 -> typed(integers, form -> new String[] {"i32", form[1]});
                default -> throw new IllegalStateException("no form of " + op + " is tested");
            };
        };
    }

    private static List<String[]> typed(String[] types, java.util.function.Function<String[], String[]> form) {
        return java.util.Arrays.stream(types).map(type -> form.apply(type.split(":"))).toList();
    }

    private static String[] repeat(String type, String value, int count) {
        String[] form = new String[count + 1];
        java.util.Arrays.fill(form, value);
        form[0] = type;
        return form;
    }

    @Test
    void showsGuestPlacesAndAssemblyInDebugModules() {
        IrModule ir = IrText.parse("""
                module compute wave=32
                block b0
                  v0: i32 = input of=local_invocation_x
                  lds.store 0x0:i32 data(v0) element=32x1 ; pc=0x0008
                  return ; pc=0x0010
                """);
        ir.noteAssembly(new org.lierne.recompiler.ir.Pc(8), "ds_write_b32 v1, v0");
        ShaderProgram program = new ShaderProgram(ShaderStage.COMPUTE, 32, new int[8], 0, 0, COMPUTE);

        String text = valid(SpirvEmitter.emit(ir, program, List.of(), new TranslationOptions("", Map.of(), HostFacts.common(8), true),
                Switches.DEFAULTS, null));

        assertTrue(text.contains("0008  ds_write_b32 v1, v0"), text);
        assertTrue(text.lines().anyMatch(line -> line.matches("\\s*OpLine %\\d+ 3 0")), text);
    }

    @Test
    void checksRangesOfStructuredBuffersByIndexAndOffset() {
        String text = valid(emit("""
                module vertex wave=32
                resource 0 buffer read pc=0x0000 path(ud0, ud1, ud2, ud3)
                block b0
                  v0: i32 = input of=vertex_index
                  v1: i32x4 = buffer.load index(v0) soffset(0x0:i32) buffer=0 element=32x4
                  v2: i32 = extract v1 index=2
                  export.position v2, v2, v2, v2 index=0 enable=0xf done
                  return
                """, ShaderStage.VERTEX, VERTEX, false, STRUCTURED));

        assertEquals(2, text.lines().filter(line -> line.contains("OpULessThan")).count(), text);
    }

    private static final String LDS_LANE = """
                block b0
                  v0: i32 = user_data dword=4
                  v1: i32 = user_data dword=5
            """;

    @Test
    @Rule("C-025")
    void keepsLdsOfPixelsToEachInvocation() {
        String ir = "module pixel wave=32\n" + LDS_LANE
                + "  lds.store v0 data(v1) offset=1 element=8x1\n"
                + "  v2: i32 = lds.add v0 data(v1) element=32x1\n"
                + "  v3: i32x2 = lds.umax v0 data(v0, v1) element=64x1\n"
                + "  v4: i32 = lds.load v0 element=32x1\n"
                + "  export.mrt v2, v4, v4, v4 index=0 enable=0xf done vm\n  return\n";
        StageState state = new StageState(MODE, List.of(), 64, 0, pixel(9, NumericClass.FLOAT).details());

        String text = valid(emit(ir, ShaderStage.PIXEL, state, false));

        assertTrue(text.contains("OpVariable %_ptr_Private") && text.contains("Private %"), text);
        assertFalse(text.contains("OpAtomic"), text);
        assertFalse(text.contains("lds_lock"), text);
    }

    private static final DescriptorWords BYTES = DescriptorWords.of(0x1000, 0, 256, 0x31016fac);

    private static String buffers(String attributes, String... lines) {
        return valid(emit("module compute wave=32" + attributes + "\nresource 0 buffer read written pc=0x0000 path(ud0, ud1, ud2, ud3)\n"
                + LDS_LANE + String.join("\n", lines) + "\n  return\n", ShaderStage.COMPUTE, COMPUTE, false, BYTES));
    }

    private static final String SWAP_PAIR = "  buffer.swap offset(v0) soffset(0x0:i32) data(v0, v1) buffer=0 element=64x1";
    private static final String LOAD_PAIR = "  v3: i32x2 = buffer.load offset(v0) soffset(0x0:i32) buffer=0 element=32x2";

    @Test
    @Rule("C-030")
    void loadsTwoWordsInOnePieceWhereSomeAreWrittenSo() {
        String both = buffers("", SWAP_PAIR, LOAD_PAIR + " coherent");
        String plain = buffers("", SWAP_PAIR, LOAD_PAIR);
        String alone = buffers("", LOAD_PAIR + " coherent");

        assertEquals(1, count(both, "OpAtomicLoad"), both);
        assertEquals(count(plain, "OpLoad"), count(both, "OpLoad"), "the two words stay for what is out of range or not aligned\n" + both);
        assertEquals(0, count(plain, "OpAtomicLoad"), plain);
        assertEquals(0, count(alone, "OpAtomicLoad"), alone);
        assertFalse(alone.contains("Int64"), alone);
    }

    @Test
    @Rule("C-031")
    void usesTheCoherentViewForAccessesThatAskForIt() {
        String store = "  buffer.store offset(v0) soffset(0x0:i32) data(v1) buffer=0 element=32x1";
        String load = "  v3: i32 = buffer.load offset(v0) soffset(0x0:i32) buffer=0 element=32x1";

        String told = buffers("", store + " coherent", load);
        String dropping = buffers(" drops_caches", store + " coherent", load);
        String plain = buffers("", store, load);

        assertEquals("2 1", count(told, "Aliased") + " " + count(told, "Coherent"), told);
        assertEquals("1 1", count(dropping, "Aliased") + " " + count(dropping, "Coherent"), dropping);
        assertEquals("1 1", count(plain, "Aliased") + " " + count(plain, "Coherent"), plain);
    }

    /** Semantics 264 are those of workgroup memory, 2376 of buffers and images too. */
    @Test
    void barriersFenceDeviceMemoryThatWasWrittenAndIsLookedAt() {
        String store = "  buffer.store offset(v0) soffset(0x0:i32) data(v1) buffer=0 element=32x1";
        String load = "  v3: i32 = buffer.load offset(v0) soffset(0x0:i32) buffer=0 element=32x1";
        String barrier = "  barrier workgroup";

        assertEquals("0 1", fences(store, barrier, load));
        assertEquals("1 0", fences(load, barrier, store));
        assertEquals("1 0", fences(load, store, barrier));
        assertEquals("1 1", fences(barrier + " ; pc=0x0004", store, barrier, load));
    }

    private static String fences(String... lines) {
        String text = buffers("", lines);
        return count(text, "OpConstant %uint 264\n") + " " + count(text, "OpConstant %uint 2376\n");
    }

    private static int count(String text, String part) {
        return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
    }
}
