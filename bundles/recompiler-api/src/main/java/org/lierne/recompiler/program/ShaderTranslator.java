package org.lierne.recompiler.program;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** Translates guest programs to host modules. Safe for use by many threads; results are cached in memory and on disk. */
@ProviderType
public interface ShaderTranslator {
    /**
     * The jump by which a program ends in code that user data points to; null for a program that ends by itself. A program with one has
     * to be linked before it is analysed.
     *
     * @throws TranslationRefused when it jumps to code outside in a way that nothing tells where to
     */
    default @Nullable TailJump tailJump(ShaderProgram program, TranslationOptions options) {
        return null;
    }

    /**
     * The program with the code that it jumps to at its end.
     *
     * @param continuation the code at {@link TailJump#target}
     * @throws TranslationRefused when that code works in its own place alone
     */
    default ShaderProgram link(ShaderProgram program, TailJump jump, int[] continuation, TranslationOptions options) {
        return jump.link(program, continuation);
    }

    /**
     * The calls of a program that go through tables of addresses behind its user data. A program with some has to be linked before it is
     * analysed.
     */
    default List<TableCall> tableCalls(ShaderProgram program, TranslationOptions options) {
        return List.of();
    }

    /**
     * The program with copies of what its tables hold.
     *
     * @param targets for each of {@link #tableCalls} the code that may be called, by its guest address; each ends in its return
     * @throws TranslationRefused when such code works in its own place alone
     */
    default ShaderProgram link(ShaderProgram program, List<TableCall> tables, List<Map<Long, int[]>> targets, TranslationOptions options) {
        throw new UnsupportedOperationException("links no tables");
    }

    /**
     * Finds what the program touches, without any draw's descriptors.
     *
     * @throws TranslationRefused when the program cannot be decoded, or a descriptor's source is not one the host can walk
     */
    ShaderLayout analyze(ShaderProgram program, TranslationOptions options);

    /**
     * Translates one variant.
     *
     * @param layout as {@link #analyze} gave it
     * @param descriptors the words of each resource, in the layout's order; only the bits that shape code (format, type, selects,
     *     stride, modes) are part of the variant's key, addresses and sizes are not
     * @throws TranslationRefused when the program in this variant cannot be translated right
     */
    TranslatedShader translate(ShaderProgram program, ShaderLayout layout, List<DescriptorWords> descriptors, TranslationOptions options);

    /**
     * A translator by the passes that are installed now, whatever comes or goes later: one for all programs of a draw. The same object as
     * long as nothing changes.
     */
    default ShaderTranslator frozen() {
        return this;
    }

    /** Another translator by the same passes, which knows no work done before and shares none of its own. For measurements. */
    default ShaderTranslator afresh() {
        return this;
    }

    /** The program's intermediate texts, for people: see {@link Listing}. */
    String list(ShaderProgram program, List<DescriptorWords> descriptors, TranslationOptions options, Listing listing, String afterPass);

    /** What {@link #list} shows. */
    enum Listing {
        /** The control-flow graph before and after structurizing. */
        GRAPH,
        /** The IR after the pass named, or after the last one when the name is empty. */
        IR,
        /** The module as SPIR-V text. */
        SPIRV
    }
}
