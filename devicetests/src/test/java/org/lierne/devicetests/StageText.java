package org.lierne.devicetests;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;

/** Translates programs of graphics stages without a device, for tests that look at the validated module's text. */
final class StageText {
    /** What every driver under test offers, and nothing more. */
    static final HostFacts COMMON = HostFacts.common(32);

    private static final FloatMode MODE = FloatMode.ofRsrc1(0x002C0000, 29);

    private StageText() {}

    static HostFacts with(HostFeature... features) {
        EnumSet<HostFeature> all = EnumSet.copyOf(COMMON.features());
        all.addAll(List.of(features));
        return facts(all);
    }

    static HostFacts without(HostFeature feature) {
        EnumSet<HostFeature> all = EnumSet.copyOf(COMMON.features());
        all.remove(feature);
        return facts(all);
    }

    private static HostFacts facts(Set<HostFeature> features) {
        return new HostFacts(COMMON.driver(), COMMON.subgroupSize(), COMMON.maxSharedBytes(), COMMON.maxWorkgroupInvocations(), features);
    }

    /** A pixel program of one 32-bit target whose v0 is an input. */
    static String pixel(HostFacts facts, StageState.PixelDraw draw, int samples, int control, List<InitialRegister> registers,
                        List<DescriptorWords> descriptors, String... lines) {
        StageState.Pixel details = new StageState.Pixel(0, 0, List.of(), List.of(new StageState.ColorTarget(1,
                org.lierne.recompiler.program.NumericClass.UINT, StageState.ColorTarget.IN_ORDER)), 0, control, samples, draw);
        return text(facts, ShaderStage.PIXEL, new StageState(MODE, registers, 0, 0, details), descriptors, lines);
    }

    /** A pixel program of one smooth attribute and a 32-bit target. */
    static String interpolating(HostFacts facts, String... lines) {
        StageState.Pixel details = new StageState.Pixel(0, 0, List.of(StageState.Attribute.parameter(0, false)), List.of(
                new StageState.ColorTarget(1, org.lierne.recompiler.program.NumericClass.UINT, StageState.ColorTarget.IN_ORDER)), 0, 0, 1);
        return text(facts, ShaderStage.PIXEL, new StageState(MODE, List.of(InitialRegister.vgpr(0, StageInput.PERSP_CENTER_I),
                InitialRegister.vgpr(1, StageInput.PERSP_CENTER_J)), 0, 0, details), List.of(), lines);
    }

    static String pixel(HostFacts facts, StageState.PixelDraw draw, int samples, StageInput v0, String... lines) {
        return pixel(facts, draw, samples, 0, List.of(InitialRegister.vgpr(0, v0)), List.of(), lines);
    }

    /** A program with primitives of its own as a mesh program, of waves of 64. */
    static String mesh(HostFacts facts, int threads, int pointsOut, String... lines) {
        StageState.PrimitiveGroup group = new StageState.PrimitiveGroup(1, 16, 1, pointsOut, 1, 1, true, 1, true);
        List<InitialRegister> registers = List.of(InitialRegister.sgpr(3, StageInput.MERGED_WAVE_INFO), InitialRegister.vgpr(0,
                StageInput.PRIMITIVE_WORD), InitialRegister.vgpr(5, StageInput.VERTEX_INDEX_WITH_BASE));
        return text(facts, ShaderStage.COMPUTE, new StageState(MODE, registers, 0, 0, new StageState.Compute(threads, 1, 1, group)), List.of(), lines);
    }

    static String vertex(HostFacts facts, int positions, int control, String... lines) {
        StageState.Vertex details = new StageState.Vertex(true, positions, 1, control, true, false);
        return text(facts, ShaderStage.VERTEX, new StageState(MODE, List.of(InitialRegister.vgpr(5, StageInput.VERTEX_INDEX_WITH_BASE)), 0,
                0, details), List.of(), lines);
    }

    private static String text(HostFacts facts, ShaderStage stage, StageState state, List<DescriptorWords> descriptors, String... lines) {
        ShaderProgram program = new ShaderProgram(stage, 64, new Assembler(64).assembleProgram(List.of(lines)), 0, 0, state);
        TranslationOptions options = new TranslationOptions("", java.util.Map.of(), facts, false);
        ShaderTranslator translator = Wiring.translator();
        ShaderLayout layout = translator.analyze(program, options);
        List<DescriptorWords> words = descriptors.isEmpty() ? layout.resources().stream()
                .map(resource -> new DescriptorWords(new int[resource.path().words().size()], true)).toList() : descriptors;
        return translator.list(program, words, options, ShaderTranslator.Listing.SPIRV, "");
    }

    /** The reason why something is not translated. */
    static String refusal(Runnable translation) {
        try {
            translation.run();
            return "";
        } catch (TranslationRefused e) {
            return String.valueOf(e.getMessage());
        }
    }

    static int count(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }
}
