package org.lierne.recompiler.program;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** Assembles, checks, improves and prints SPIR-V modules for Vulkan 1.3. Safe for use by many threads. */
@ProviderType
public interface SpirvTools {
    /** Name and version of the library behind. */
    String version();

    /**
     * @throws IllegalArgumentException with the library's message when the text is not SPIR-V assembly
     */
    int[] assemble(String text);

    /** The validator's messages; empty when the module is valid. */
    List<String> validate(int[] module);

    /**
     * Runs optimiser passes in order.
     *
     * @param passes command-line names of the library's passes, such as {@code --eliminate-dead-code-aggressive}
     * @throws IllegalArgumentException with the library's message when a pass is unknown or the module is broken
     */
    int[] optimize(int[] module, List<String> passes);

    /**
     * @throws IllegalArgumentException with the library's message when the words are not a module
     */
    String disassemble(int[] module);
}
