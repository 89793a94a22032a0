package org.lierne.recompiler.isa;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** Kits by which owners of real chips measure what instructions do, and the tables that come back. */
@ProviderType
public interface HardwareOracle {
    /** The rules that have rows to measure. */
    List<String> rules();

    /**
     * Writes a kit: kernels as assembly, operands, a runner's source and how to use them.
     *
     * @param what   a rule, or a {@code .rows.tsv} file to measure again
     * @param folder where to, made if need be; one that holds something is left as it is
     * @param chip   the assembler's name of the chip, such as {@code gfx1030}
     * @throws IllegalArgumentException with a reason where there is nothing to measure, a row cannot be made a kernel, or the folder is not empty
     */
    Exported exportKit(String what, Path folder, String chip) throws IOException;

    /** What a kit holds. */
    record Exported(int rows, int kernels) {}

    /**
     * Makes a table of measured rows out of what a kit's runner printed.
     *
     * @param results the runner's output, in the kit's folder
     * @param table   where the table goes; an older one there stays, and is an {@link IOException}
     * @throws IllegalArgumentException with a reason where the file is not of that kit, says not where it comes from, or is cut short
     */
    Imported importResults(Path results, Path table) throws IOException;

    /** What a table holds: how many of the kit's rows, from which chip. */
    record Imported(int rows, int ofKit, String chip) {}
}
