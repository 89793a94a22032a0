package org.lierne.agc.driver;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.lierne.gpu.GpuShader;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.LinkedCall;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslatedShader;

/**
 * All that a variant was translated from, kept between runs so that it can be translated again when passes have changed.
 *
 * @param key      the variant's, by the passes of then
 * @param layout   the program's, with what its tables held
 * @param bindings what its module wants bound
 * @param hasGeometry whether a geometry module stands before it
 */
record KeptVariant(String key, ShaderStage stage, int waveSize, List<Integer> code, int entryDword, long codeAddress, StageState state,
        List<LinkedCall> calls, ShaderLayout layout, List<Words> descriptors, List<HostBinding> bindings, boolean hasGeometry) {
    /** A descriptor. */
    record Words(List<Integer> words, boolean complete) {}

    static KeptVariant of(ShaderProgram program, ShaderLayout layout, List<DescriptorWords> descriptors, TranslatedShader translated) {
        return new KeptVariant(translated.variantKey(), program.stage(), program.waveSize(), Arrays.stream(program.words()).boxed().toList(),
                program.entryDword(), program.codeAddress(), program.state(), program.calls(), layout,
                descriptors.stream().map(d -> new Words(IntStream.range(0, d.count()).mapToObj(d::word).toList(), d.complete())).toList(),
                translated.bindings(), translated.hasGeometry());
    }

    ShaderProgram program() {
        return new ShaderProgram(stage, waveSize, ints(code), entryDword, codeAddress, state, calls);
    }

    List<DescriptorWords> words() {
        return descriptors.stream().map(d -> new DescriptorWords(ints(d.words), d.complete)).toList();
    }

    private static int[] ints(List<Integer> words) {
        return words.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Whether its descriptors are those of a program that reads these. Behind them stands what tables held. */
    boolean isOf(ShaderLayout own) {
        List<ShaderResource> resources = own.resources();
        boolean hasTables = resources.stream().anyMatch(ShaderResource::isTable);
        return layout.resources().size() >= resources.size() && layout.resources().subList(0, resources.size()).equals(resources)
                && (hasTables || layout.resources().size() == resources.size());
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            RecordCodec.write(out, this, GpuShader::name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static KeptVariant read(byte[] bytes) throws IOException {
        return RecordCodec.read(new DataInputStream(new ByteArrayInputStream(bytes)), KeptVariant.class, name -> {
            throw new IllegalArgumentException("no module is kept by itself: " + name);
        });
    }
}
