package org.lierne.recompiler.core.translate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.Decoding;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderTranslator.Listing;
import org.lierne.recompiler.program.TranslatedPrograms;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;

/** Keeps what was translated last, and makes its texts when somebody asks. */
final class TranslationLog implements TranslatedPrograms {
    private static final int MOST = 1000;

    private record Kept(ShaderProgram program, List<DescriptorWords> descriptors, TranslationOptions options, TranslatedShader shader) {}

    private final Translator translator;
    private final Map<String, Kept> entries = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > MOST;
        }
    });

    TranslationLog(Translator translator) {
        this.translator = translator;
    }

    void add(ShaderProgram program, List<DescriptorWords> descriptors, TranslationOptions options, TranslatedShader shader) {
        entries.putIfAbsent(shader.variantKey(), new Kept(program, descriptors, options, shader));
    }

    @Override
    public List<Row> rows() {
        List<Kept> kept;
        synchronized (entries) {
            kept = new ArrayList<>(entries.values());
        }
        return kept.stream().map(entry -> new Row(entry.shader.variantKey(), entry.shader.stage().tag(), entry.program.id(),
                entry.program.wordCount(), entry.shader.spirvWords(),
                entry.shader.plan().stream().mapToLong(TranslatedShader.PassRun::nanoseconds).sum() / 1000, entry.shader.plan())).toList();
    }

    @Override
    public Optional<String> text(String variant, View view) {
        return Optional.ofNullable(entries.get(variant)).map(entry -> switch (view) {
            case ASSEMBLY -> assembly(entry.program);
            case IR -> translator.list(entry.program, entry.descriptors, entry.options, Listing.IR, "");
            case SPIRV -> translator.list(entry.program, entry.descriptors, entry.options, Listing.SPIRV, "");
        });
    }

    private static String assembly(ShaderProgram program) {
        Decoder decoder = new Decoder(program.waveSize());
        int[] words = program.words();
        StringBuilder text = new StringBuilder();
        for (int at = program.entryDword(); at < words.length; ) {
            Decoding decoding = decoder.decode(words, at, words.length, 4 * at);
            boolean isDecoded = decoding instanceof Decoded;
            text.append("%06x  ".formatted(4 * at)).append(isDecoded ? decoding : ".long 0x%08x".formatted(words[at])).append('\n');
            at += decoding instanceof Decoded decoded ? decoded.dwords() : 1;
        }
        return text.toString();
    }
}
