package org.lierne.recompiler.core.translate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.core.plan.InstalledPass;
import org.lierne.recompiler.core.plan.PassPlan;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Validator;
import org.lierne.recompiler.pass.CompatUse;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationRefused;

/** Runs passes over one module, checking between them what has to hold. */
final class PassRunner {
    private final ShaderProgram program;
    private final HostFacts host;
    private final Switches switches;
    private final @Nullable List<DescriptorWords> descriptors;
    private final @Nullable List<DescriptorWords> whole;
    private final @Nullable CompatUse use;
    private final boolean validates;

    /**
     * @param descriptors masked words of the module's resources; null while a program is analysed
     * @param whole the same words unmasked, for messages
     * @param use is told where modes act, or null
     * @param validates whether the validator runs after every pass
     */
    PassRunner(ShaderProgram program, HostFacts host, Switches switches, @Nullable List<DescriptorWords> descriptors,
                      @Nullable List<DescriptorWords> whole, @Nullable CompatUse use, boolean validates) {
        this.program = program;
        this.host = host;
        this.switches = switches;
        this.descriptors = descriptors;
        this.whole = whole;
        this.use = use;
        this.validates = validates;
    }

    /**
     * Runs the passes of a plan before the first that gives an invariant.
     *
     * @throws TranslationRefused when a pass refuses the program
     */
    List<TranslatedShader.PassRun> runBefore(IrModule module, PassPlan plan, Invariant invariant) {
        check(module, EnumSet.of(Invariant.SSA), "the lift");
        return run(module, plan.steps().subList(0, firstGiver(plan, invariant)), EnumSet.of(Invariant.SSA), null, "");
    }

    /** Runs the passes from there on: as {@link #run}. */
    List<TranslatedShader.PassRun> runFrom(IrModule module, PassPlan plan, Invariant invariant, @Nullable Invariant until) {
        int first = firstGiver(plan, invariant);
        Set<Invariant> holding = EnumSet.of(Invariant.SSA);
        plan.steps().subList(0, first).forEach(pass -> pass(pass, holding));
        return run(module, plan.steps().subList(first, plan.steps().size()), holding, until, "");
    }

    private static int firstGiver(PassPlan plan, Invariant invariant) {
        int first = 0;
        while (first < plan.steps().size() && !plan.steps().get(first).declaration().gives().contains(invariant)) {
            first++;
        }
        return first;
    }

    private static void pass(InstalledPass pass, Set<Invariant> holding) {
        holding.removeAll(pass.declaration().breaks());
        holding.addAll(pass.declaration().gives());
    }

    /**
     * Runs a plan, or its first part.
     *
     * @param until the invariant behind whose giver to stop, null for none
     * @param afterPass the pass behind which to stop, "" for none
     * @return what ran, how long, and whether it changed anything
     * @throws TranslationRefused when a pass refuses the program
     * @throws CancellationException when the thread is interrupted
     * @throws IllegalStateException when a pass left something that its declaration says it does not
     */
    List<TranslatedShader.PassRun> run(IrModule module, PassPlan plan, @Nullable Invariant until, String afterPass) {
        check(module, EnumSet.of(Invariant.SSA), "the lift");
        return run(module, plan.steps(), EnumSet.of(Invariant.SSA), until, afterPass);
    }

    private List<TranslatedShader.PassRun> run(IrModule module, List<InstalledPass> steps, Set<Invariant> holding,
            @Nullable Invariant until, String afterPass) {
        List<TranslatedShader.PassRun> runs = new ArrayList<>();
        for (InstalledPass pass : steps) {
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("the translation of " + program + " was cancelled before " + pass.id());
            }
            long start = System.nanoTime();
            boolean changed = pass.pass().run(module, new Context(module, pass));
            runs.add(new TranslatedShader.PassRun(pass.id(), System.nanoTime() - start, changed));
            pass(pass, holding);
            check(module, holding, pass.id());
            if (until != null && pass.declaration().gives().contains(until) || pass.id().equals(afterPass)) {
                break;
            }
        }
        return runs;
    }

    private void check(IrModule module, Set<Invariant> holding, String culprit) {
        if (!validates) {
            return;
        }
        List<Validator.Finding> findings = Validator.check(module, holding);
        if (!findings.isEmpty()) {
            throw new IllegalStateException("after " + culprit + " the IR of " + program + " breaks what should hold: "
                    + String.join("; ", findings.stream().limit(5).map(Object::toString).toList()));
        }
    }

    private final class Context implements PassContext {
        private final IrModule module;
        private final InstalledPass pass;

        Context(IrModule module, InstalledPass pass) {
            this.module = module;
            this.pass = pass;
        }

        @Override
        public ShaderProgram program() {
            return program;
        }

        @Override
        public HostFacts host() {
            return host;
        }

        @Override
        public Switches switches() {
            return switches;
        }

        @Override
        public @Nullable DescriptorWords descriptor(int resource) {
            return descriptors == null || resource >= descriptors.size() ? null : descriptors.get(resource);
        }

        @Override
        public String told(int resource) {
            return whole == null || resource >= whole.size() ? "unknown" : whole.get(resource).toString();
        }

        @Override
        public void acted(Pc pc, String what) {
            acted(pass.id(), pc, what);
        }

        @Override
        public void acted(CompatMode mode, Pc pc, String what) {
            acted(mode.id(), pc, what);
        }

        private void acted(String id, Pc pc, String what) {
            if (use != null) {
                use.acted(id, () -> program + " pc=" + pc + " " + module.assemblyAt(pc) + ": " + what);
            }
        }

        @Override
        public TranslationRefused refuse(Pc pc, String reason) {
            return new TranslationRefused(program.stage(), program.id(), pc.byteOffset(), module.assemblyAt(pc), reason, pass.id());
        }
    }
}
