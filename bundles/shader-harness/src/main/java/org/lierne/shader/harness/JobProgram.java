package org.lierne.shader.harness;

import java.util.List;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;

/** A compute job's program with the memory that it finds its descriptors in. */
record JobProgram(ShaderProgram program, int[] userData, JobMemory memory) {
    /** The module, and what it is bound by. */
    record Translated(TranslatedShader shader, DescriptorWalker walker, List<DescriptorWords> descriptors) {}

    /** @param memory with the job's buffers */
    static JobProgram of(CorpusProgram program, JobMemory memory) {
        int[] userData = memory.userData(program);
        return new JobProgram(program.describe(CorpusProgram.Partner.NONE, memory.code(program)), userData, memory);
    }

    Translated translate(ShaderTranslator translator, TranslationOptions options) {
        ShaderLayout layout = translator.analyze(program, options);
        DescriptorWalker walker = new DescriptorWalker(userData, memory.regions);
        List<DescriptorWords> descriptors = layout.walk(walker);
        return new Translated(translator.translate(program, layout, descriptors, options), walker, descriptors);
    }
}
