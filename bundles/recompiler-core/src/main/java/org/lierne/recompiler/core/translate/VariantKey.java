package org.lierne.recompiler.core.translate;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.TranslationOptions;

/** Keys of cached work: SHA-256 over everything that decides what comes out. */
final class VariantKey {
    /** Raised whenever the emitter, the lift or the form of cached entries changes what equal inputs give. */
    static final int FORMAT = 4;

    private final MessageDigest digest;

    private VariantKey() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
        add("lierne " + FORMAT);
    }

    /** The key of a program's analysis. */
    static String ofAnalysis(ShaderProgram program, TranslationOptions options, String fingerprint) {
        VariantKey key = new VariantKey();
        key.add("analysis");
        key.program(program);
        key.options(options, fingerprint);
        return key.hex();
    }

    /** The key of a variant, from that of its program's analysis and masked descriptor words. */
    static String ofVariant(String analysis, List<DescriptorWords> specialization) {
        VariantKey key = new VariantKey();
        key.add("variant");
        key.add(analysis);
        specialization.forEach(words -> key.add(words.toString()));
        return key.hex();
    }

    private void program(ShaderProgram program) {
        add(program.stage() + " " + program.waveSize() + " " + program.entryDword() + " " + program.codeAddress());
        // Records print every component, so their text stands for them.
        add(program.state().toString());
        program.calls().forEach(call -> add(call.toString()));
        ByteBuffer words = ByteBuffer.allocate(4 * program.wordCount()).order(ByteOrder.LITTLE_ENDIAN);
        words.asIntBuffer().put(program.words());
        digest.update(words);
    }

    private void options(TranslationOptions options, String fingerprint) {
        HostFacts host = options.host();
        add(fingerprint);
        add(options.debug() + " " + host.driver() + " " + host.subgroupSize() + " " + host.maxSharedBytes() + " "
                + host.maxWorkgroupInvocations());
        host.features().stream().sorted().forEach(feature -> add(feature.name()));
    }

    private void add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
        digest.update(bytes);
    }

    private String hex() {
        return HexFormat.of().formatHex(digest.digest(), 0, 16);
    }
}
