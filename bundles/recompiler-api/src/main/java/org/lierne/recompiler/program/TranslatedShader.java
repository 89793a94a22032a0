package org.lierne.recompiler.program;

import java.util.Arrays;
import java.util.List;

/**
 * A module ready for the host, with all that has to be bound to it. Compared by {@link #variantKey()}.
 */
public final class TranslatedShader {
    private static final int HEADER_WORDS = 5;
    /** First word of an instruction that declares one. */
    private static final int CAPABILITY = 2 << 16 | 17;

    private final ShaderStage stage;
    private final int[] spirv;
    private final ShaderLayout layout;
    private final List<HostBinding> bindings;
    private final List<ConstantWord> constants;
    private final List<PassRun> plan;
    private final String variantKey;
    private final int[] geometry;

    /**
     * @param stage stage of the program
     * @param spirv the module, entry point {@link #ENTRY_POINT}
     * @param layout the resources its bindings refer to
     * @param bindings what has to be bound
     * @param constants the dwords of the constants block, in order; empty when there is no such block
     * @param plan the passes that ran
     * @param variantKey hex digits; equal keys mean equal modules
     * @param geometry a geometry module that has to stand before a pixel module, between the stage that exports and it; no words for none
     */
    public TranslatedShader(ShaderStage stage, int[] spirv, ShaderLayout layout, List<HostBinding> bindings,
                            List<ConstantWord> constants, List<PassRun> plan, String variantKey, int[] geometry) {
        this.geometry = geometry.clone();
        this.stage = stage;
        this.spirv = spirv.clone();
        this.layout = layout;
        this.bindings = List.copyOf(bindings);
        this.constants = List.copyOf(constants);
        this.plan = List.copyOf(plan);
        this.variantKey = variantKey;
    }

    /** Without a geometry module. */
    public TranslatedShader(ShaderStage stage, int[] spirv, ShaderLayout layout, List<HostBinding> bindings,
                            List<ConstantWord> constants, List<PassRun> plan, String variantKey) {
        this(stage, spirv, layout, bindings, constants, plan, variantKey, new int[0]);
    }

    /** A copy of the words of the geometry module before it; no words for none. */
    public int[] geometry() {
        return geometry.clone();
    }

    public boolean hasGeometry() {
        return geometry.length > 0;
    }

    /** Name of the entry point in every module. */
    public static final String ENTRY_POINT = "main";

    /**
     * One pass of the plan as it ran.
     *
     * @param id plugin id
     * @param nanoseconds time taken; 0 when the module came from a cache
     * @param changed whether it changed the program
     */
    public record PassRun(String id, long nanoseconds, boolean changed) {}

    public ShaderStage stage() {
        return stage;
    }

    /** A copy of the module's words. */
    public int[] spirv() {
        return spirv.clone();
    }

    public int spirvWords() {
        return spirv.length;
    }

    /** Whether the module declares a capability, by its number in the host's language. */
    public boolean declares(int capability) {
        int at = HEADER_WORDS;
        while (at + 1 < spirv.length && spirv[at] == CAPABILITY) {
            if (spirv[at + 1] == capability) {
                return true;
            }
            at += 2;
        }
        return false;
    }

    public ShaderLayout layout() {
        return layout;
    }

    public List<HostBinding> bindings() {
        return bindings;
    }

    public List<ConstantWord> constants() {
        return constants;
    }

    public List<PassRun> plan() {
        return plan;
    }

    public String variantKey() {
        return variantKey;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TranslatedShader that && variantKey.equals(that.variantKey);
    }

    @Override
    public int hashCode() {
        return variantKey.hashCode();
    }

    @Override
    public String toString() {
        return "%s variant %s, %d words, code 0x%08x".formatted(stage.tag(), variantKey, spirv.length, Arrays.hashCode(spirv));
    }
}
