package org.lierne.recompiler.program;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Service: program files and jobs on disk (docs: interfaces, program files) put through the translator and a device. A corpus folder
 * holds {@code index.jsonl} and {@code code/}; an oracle folder holds {@code <id>/job.json}. A {@code .zip} of such a folder is taken
 * as well.
 */
@ProviderType
public interface ShaderCorpus {
    /**
     * What became of one program or job.
     *
     * @param id program or job
     * @param passed whether it translated, or gave what was expected
     * @param text the line for people: figures, the difference, or the refusal
     * @param module the module, where one was made
     */
    record Row(String id, boolean passed, String text, int[] module) {
        public Row {
            module = module.clone();
        }
    }

    /**
     * Which part of a corpus, under which circumstances.
     *
     * @param ids the programs or jobs; none means all
     * @param subgroup lanes of the host's subgroups; 0 means the device's, or 32 without a device
     * @param switches plugin ids on or off
     */
    record Selection(List<String> ids, int subgroup, Map<String, Boolean> switches) {
        public Selection {
            ids = List.copyOf(ids);
            switches = Map.copyOf(switches);
        }

        public static final Selection ALL = new Selection(List.of(), 0, Map.of());
    }

    /** With what outputs are compared. */
    enum Against {
        /** The files beside the job. */
        STORED,
        /** What the job's original module gives on the same device. */
        ORIGINAL
    }

    /** Where jobs are executed. */
    enum Machine {
        /** Vulkan where there is a device, else the interpreter. */
        ANY, VULKAN, INTERPRETER
    }

    /** Translates programs. Rows are handed out as they are made. */
    void translate(Path corpus, Selection selection, Consumer<Row> rows);

    /** Executes compute jobs and compares their outputs. */
    void run(Path oracle, Path programs, Selection selection, Machine machine, Against against, Consumer<Row> rows);

    /** Executes graphics jobs and compares their images. */
    void draw(Path jobs, Path programs, Selection selection, Against against, Consumer<Row> rows);

    /**
     * Measures what the programs of compute jobs cost.
     *
     * @param costs is told each program's, when all are measured
     * @param refusals is told the jobs that could not be measured
     */
    void measure(Path oracle, Path programs, Selection selection, Consumer<ProgramCost> costs, Consumer<Row> refusals);

    /** The graph, IR or module of one program. */
    String list(Path corpus, String id, Selection selection, ShaderTranslator.Listing listing, String afterPass);

    /** Opens the first wave of a program, with made-up descriptors, before its first instruction. */
    WaveDebugger.Session step(Path corpus, String id);
}
