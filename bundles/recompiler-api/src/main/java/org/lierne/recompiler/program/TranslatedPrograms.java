package org.lierne.recompiler.program;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** The variants that were translated or read from the cache since the platform started, for people who look. */
@ProviderType
public interface TranslatedPrograms {
    /** What {@link #text} shows. */
    enum View {
        /** The program's instructions. */
        ASSEMBLY,
        /** The IR behind the last pass. */
        IR,
        /** The module as SPIR-V text. */
        SPIRV
    }

    /**
     * One variant.
     *
     * @param variant      its key
     * @param program      the program's id
     * @param words        dwords of the program
     * @param microseconds all passes together; 0 when it came from the cache
     */
    record Row(String variant, String stage, String program, int words, int spirvWords, long microseconds, List<TranslatedShader.PassRun> passes) {}

    /** The last thousand, oldest first. */
    List<Row> rows();

    /** Empty for a variant that is not kept. */
    Optional<String> text(String variant, View view);
}
