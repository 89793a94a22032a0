package org.lierne.recompiler.pass;

import java.util.List;
import org.lierne.recompiler.program.ShaderStage;
import org.osgi.annotation.versioning.ProviderType;

/** Tells which passes a translation would run and why; behind the console's {@code pass} verb. */
@ProviderType
public interface PassPlans {
    /**
     * The plan of a stage.
     *
     * @throws IllegalStateException when there is none (a cycle, a missing invariant, a doubled id); the message is the refusal's line
     */
    Plan plan(ShaderStage stage, Switches switches);

    /**
     * A plan.
     *
     * @param steps       in the order of running
     * @param leftOut     installed passes that do not run
     * @param fingerprint part of every variant's key
     */
    record Plan(List<Step> steps, List<Step> leftOut, String fingerprint) {}

    /**
     * One pass.
     *
     * @param reasons why it stands where it stands, or why it is left out: a phrase each
     */
    record Step(String id, String version, List<String> reasons) {}
}
