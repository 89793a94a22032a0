package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.Effect.Image;
import org.lierne.recompiler.isa.Encoding;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.InstructionSet;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.MemoryReader;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;

/**
 * Every image instruction with every dimension, through a descriptor of that dimension: it becomes a module that is valid, or is refused for
 * one of the reasons listed. Without a device.
 */
final class ImageInstructionsTest {
    private static final int UINT_32 = 20;
    private static final int FLOAT_32 = 22;
    private static final int UNORM_8_8_8_8 = 56;
    private static final int DIMS = 8;
    private static final int FIRST_TYPE = 8;
    private static final int FIRST_MSAA = 6;
    private static final int[] SLICES = {0, 0, 3, 5, 3, 3, 0, 3};
    private static final int[] END = new Assembler(32).assembleProgram(List.of("s_waitcnt vmcnt(0)", "v_mov_b32_e32 v1, 0",
            "global_store_dword v1, v20, s[12:13]", "s_endpgm"));

    /** What is refused here, as a descriptor of another format, a constant or another stage is needed, or a rule says so. */
    private static final List<String> REFUSED = List.of("a gather of a row with dim:… is not modelled",
            "a level-of-detail query needs derivatives, which only the pixel stage has",
            "a load of several texels is modelled for 2D images alone",
            "a load of several texels is not measured with this DMASK",
            "a minimum level of detail needs a device that has shaderResourceMinLod",
            "a packed gather with dim:… is not measured",
            "a packed load is modelled for 2D images alone",
            "a packed load is not modelled in this format",
            "a store of several texels ends at its first dword, which is not modelled",
            "a texel offset on the face of a cube is not modelled",
            "how the nodes that a ray is intersected with lie in memory is not documented",
            "the host compares with no volumes",
            "the host has no texel offsets on cubes",
            "the host stores to no images of several samples",
            "what a gather of eight texels returns is not known",
            "what a packed store of several texels does is not known",
            "which bits of a texel an access without conversion (pck) moves for each bit of DMASK is not known");

    private final ShaderTranslator translator = Wiring.translator();

    /** Data in v20 and up, addresses in v4 and up, T# in s[0:7], S# in s[8:11]; coordinates of stores and atomics are texels. */
    private static int[] program(Instruction row, Image access, int dim) {
        int opcode = row.opcode();
        int mask = access.action().name().endsWith("CMPSWAP") ? 3 : 1;
        int texels = access.action().isSampled() ? 0 : 1;
        List<Integer> words = new ArrayList<>(List.of(0xf0000000 | (opcode & 0x7f) << 18 | opcode >>> 7 | dim << 3 | mask << 8 | texels << 12
                | (access.action().isAtomic() ? 1 << 13 : 0), 4 | 20 << 8 | 2 << 21));
        for (int word : END) {
            words.add(word);
        }
        return words.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The reason of the refusal, without what the descriptor is; null where there is a module. */
    private @Nullable String refusal(Instruction row, Image access, int dim) {
        List<InitialRegister> registers = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            registers.add(InitialRegister.userData(i, i));
        }
        registers.add(InitialRegister.vgpr(0, StageInput.LOCAL_INVOCATION_X));
        ShaderProgram program = new ShaderProgram(ShaderStage.COMPUTE, 32, program(row, access, dim), 0, 0x10000, new StageState(new FloatMode(0xf0, false,
                false, false), registers, 0, 0, new StageState.Compute(32, 1, 1)));
        int format = access.compare() ? FLOAT_32 : access.action().isAtomic() ? UINT_32 : UNORM_8_8_8_8;
        int samples = dim >= FIRST_MSAA ? 2 << 16 : 0;
        int[] userData = {0x1000, format << 20 | 3 << 30, 1 | 7 << 14, FIRST_TYPE + dim << 28 | samples | 0xfac, SLICES[dim], 0, 0, 0, 0x92, 0xfff000,
            0x05000000, 0, 0x20000, 0};
        TranslationOptions options = TranslationOptions.forHost(HostFacts.common(8));
        try {
            ShaderLayout layout = translator.analyze(program, options);
            assertTrue(translator.translate(program, layout, layout.walk(new DescriptorWalker(userData, MemoryReader.NONE)), options).spirv().length > 0);
            return null;
        } catch (TranslationRefused e) {
            return e.reason().replaceAll("; the image is.*", "").replaceAll("dim:\\w+", "dim:…");
        }
    }

    @Test
    void becomeValidModulesOrAreRefusedInWords() {
        TreeSet<String> reasons = new TreeSet<>();
        int translated = 0;
        for (Instruction row : InstructionSet.tables().stream().filter(table -> table.encoding() == Encoding.MIMG).findFirst().orElseThrow().rows()) {
            Image access = (Image) row.effect();
            boolean isRay = access.action() == Image.Action.BVH || access.action() == Image.Action.BVH64;
            for (int dim = 0; dim < (isRay ? 1 : access.action().isSampled() ? FIRST_MSAA : DIMS); dim++) {
                String reason = refusal(row, access, dim);
                if (reason == null) {
                    translated++;
                } else {
                    reasons.add(reason);
                }
            }
        }

        assertEquals(String.join("\n", REFUSED), String.join("\n", reasons));
        assertTrue(translated > 250, translated + " are translated");
    }
}
