package org.lierne.recompiler.program;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Service: what the models of the guest's floats cost on this host's device, in the device's own time, beside the same programs without any
 * of them.
 */
@ProviderType
public interface ModelCosts {
    /** Stands in {@link Cost#model} for all models together. */
    String ALL = "all";

    /**
     * One program with and without a model.
     *
     * @param subject an instruction with its float mode, or a job's id
     * @param model plugin id of the only model that is on, or {@link #ALL}
     * @param plainNs nanoseconds of a dispatch with no model on
     * @param modelledNs nanoseconds of a dispatch with the model
     */
    record Cost(String subject, String model, double plainNs, double modelledNs) {
        public double ratio() {
            return modelledNs / plainNs;
        }
    }

    /**
     * Runs loops of one kind of instruction each. Only models that change a loop are handed out, and all together.
     *
     * @param refused is told of loops whose time does not grow with their rounds, one line each
     */
    void loops(Consumer<Cost> costs, Consumer<String> refused);

    /**
     * Runs the compute jobs of an oracle folder. Each job has all models together, and those that change its program.
     *
     * @param refused is told of jobs that cannot be run, one line each
     */
    void jobs(Path oracle, Path programs, Consumer<Cost> costs, Consumer<String> refused);
}
