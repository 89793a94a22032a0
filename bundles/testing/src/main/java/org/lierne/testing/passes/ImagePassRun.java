package org.lierne.testing.passes;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;

/**
 * One pass over image instructions of one image (resource 0) and samplers (resources 1 and 2). Operands are {@code v0} to {@code v3}, words
 * of user data, and {@code v4} to {@code v7}, the same as f32; results are {@code v8} and up.
 *
 * @param pass     what is run
 * @param id       its id
 * @param stage    of the program
 * @param switches what is switched
 * @param host     the device
 * @param image    the T#
 * @param samplers the S#s
 */
public record ImagePassRun(TranslationPass pass, String id, ShaderStage stage, Switches switches, HostFacts host, DescriptorWords image,
        List<DescriptorWords> samplers) implements PassContext {
    private static final int USER_WORDS = 4;
    /** User data from which on the descriptors' words lie. */
    private static final int DESCRIPTORS = 16;
    private static final String HEAD = """
            module compute wave=32
            resource 0 image %s pc=0x0000 path(ud16, ud17, ud18, ud19, ud20, ud21, ud22, ud23)
            resource 1 sampler read pc=0x0000 path(ud24, ud25, ud26, ud27)
            resource 2 sampler read pc=0x0000 path(ud28, ud29, ud30, ud31)
            block b0
              v0: i32 = user_data dword=0
              v1: i32 = user_data dword=1
              v2: i32 = user_data dword=2
              v3: i32 = user_data dword=3
              v4: f32 = bitcast v0
              v5: f32 = bitcast v1
              v6: f32 = bitcast v2
              v7: f32 = bitcast v3
            """;

    public ImagePassRun {
        samplers = List.copyOf(samplers);
    }

    /** In a compute program, on a device with 8 lanes, with samplers of zeros. */
    public static ImagePassRun of(TranslationPass pass, String id, DescriptorWords image) {
        DescriptorWords none = DescriptorWords.of(0, 0, 0, 0);
        return new ImagePassRun(pass, id, ShaderStage.COMPUTE, Switches.DEFAULTS, HostFacts.common(8), image, List.of(none, none));
    }

    /** A T# of 8 by 4 texels with selects x, y, z, w and one level. @param type TYPE field */
    public static DescriptorWords image(int type, int format) {
        return image(type, format, 0xfac, 0);
    }

    /** The same with other selects and a last level. */
    public static DescriptorWords image(int type, int format, int selects, int lastLevel) {
        return DescriptorWords.of(0x10, 0xc0000000 | format << 20, 0x0000c001, type << 28 | lastLevel << 16 | selects, 0, 0, 0, 0);
    }

    public ImagePassRun with(DescriptorWords changed) {
        return new ImagePassRun(pass, id, stage, switches, host, changed, samplers);
    }

    public ImagePassRun withSamplers(DescriptorWords first, DescriptorWords second) {
        return new ImagePassRun(pass, id, stage, switches, host, image, List.of(first, second));
    }

    /** With word 0 and word 2, the filters, of both samplers. */
    public ImagePassRun withSampler(int word0, int word2) {
        DescriptorWords words = DescriptorWords.of(word0, 0, word2, 0);
        return withSamplers(words, words);
    }

    public ImagePassRun with(HostFacts device) {
        return new ImagePassRun(pass, id, stage, switches, device, image, samplers);
    }

    public ImagePassRun with(String switchId, boolean on) {
        return new ImagePassRun(pass, id, stage, switches.with(Map.of(switchId, on)), host, image, samplers);
    }

    public ImagePassRun inPixelStage() {
        return new ImagePassRun(pass, id, ShaderStage.PIXEL, switches, host, image, samplers);
    }

    // Runs.

    private static IrModule module(String instructions, String end) {
        boolean written = instructions.contains("image.store") || instructions.contains("image.atomic");
        boolean read = instructions.lines().anyMatch(line -> line.contains("image.") && !line.contains("image.store"));
        return IrText.parse(HEAD.formatted((read ? "read" : "") + (read && written ? " " : "") + (written ? "written" : ""))
                + instructions.indent(2) + end + "  return\n");
    }

    /** What stands in place of the instructions, a line each; the instructions themselves where the pass leaves them. */
    public List<String> rewritten(String instructions) {
        IrModule module = module(instructions, "");
        pass.run(module, this);
        List<String> lines = IrText.print(module).lines().map(line -> line.strip().replaceAll(" *; pc=.*", "")).toList();
        int start = 0;
        while (!lines.get(start).startsWith("v7: f32")) {
            start++;
        }
        return lines.subList(start + 1, lines.size() - 1);
    }

    /** The reason of the refusal. */
    public String refusal(String instructions) {
        try {
            pass.run(module(instructions, ""), this);
        } catch (TranslationRefused refusal) {
            if (!id.equals(refusal.pluginId())) {
                throw new IllegalStateException("refused by " + refusal.pluginId(), refusal);
            }
            return refusal.reason();
        }
        return "not refused";
    }

    /**
     * The words that one instruction gives, in hexadecimal.
     *
     * @param instruction without its result
     * @param results     how many words it gives
     * @param texels      the image behind it
     */
    public String words(String instruction, int results, JavaHost.@Nullable Image texels, int... userData) {
        StringBuilder text = new StringBuilder("v8: i32" + (results == 1 ? "" : "x" + results) + " = " + instruction + "\n");
        for (int i = 0; i < results && results > 1; i++) {
            text.append("v").append(9 + i).append(": i32 = extract v8 index=").append(i).append('\n');
        }
        String data = results == 1 ? "v8" : IntStream.range(0, results).mapToObj(i -> "v" + (9 + i)).collect(Collectors.joining(", "));
        IrModule module = module(text.toString(), "  lds.store 0x0:i32 data(" + data + ") element=32x" + results + "\n");
        pass.run(module, this);
        return JavaHost.run(module, texels, withDescriptors(userData)).stream().map("%08x"::formatted)
                .collect(Collectors.joining(" "));
    }

    /** User data with the words of the descriptors behind. */
    private int[] withDescriptors(int... userData) {
        int[] all = java.util.Arrays.copyOf(userData, DESCRIPTORS + 16);
        for (int i = 0; i < 8; i++) {
            all[DESCRIPTORS + i] = image.word(i);
            all[DESCRIPTORS + 8 + i] = samplers.get(i / 4).word(i % 4);
        }
        return all;
    }

    /** The words that a store moves after the pass, in hexadecimal, for each bit of its DMASK. @param userData values of v0 to v3 */
    public String stored(String instruction, int... userData) {
        IrModule module = module(instruction, "");
        pass.run(module, this);
        return JavaHost.stored(module, java.util.Arrays.copyOf(userData, USER_WORDS)).stream().map("%08x"::formatted)
                .collect(Collectors.joining(" "));
    }

    /** The bits of a coordinate of the image access that the pass leaves. @param userData values of v0 to v3 */
    public int coordinate(String instruction, int index, int... userData) {
        IrModule module = module(instruction, "");
        pass.run(module, this);
        return JavaHost.coordinate(module, index, java.util.Arrays.copyOf(userData, USER_WORDS));
    }

    // Context.

    @Override
    public ShaderProgram program() {
        StageState.Details details = stage == ShaderStage.PIXEL ? new StageState.Pixel(0, 0, List.of(), List.of(), 0, 0, 1)
                : new StageState.Compute(8, 8, 1);
        return new ShaderProgram(stage, 32, new int[] {0xbf810000}, 0, 0, new StageState(new FloatMode(0xc0, true, false, false), List.of(), 0,
                0, details));
    }

    @Override
    public @Nullable DescriptorWords descriptor(int resource) {
        return resource == 0 ? image : samplers.get(resource - 1);
    }

    @Override
    public void acted(Pc pc, String what) {
        if (what.isBlank()) {
            throw new IllegalArgumentException("a mode that acts says what it did");
        }
    }

    @Override
    public TranslationRefused refuse(Pc pc, String reason) {
        return new TranslationRefused(stage, "test", pc.byteOffset(), "", reason, id);
    }
}
