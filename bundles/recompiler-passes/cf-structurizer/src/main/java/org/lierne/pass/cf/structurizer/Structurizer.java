package org.lierne.pass.cf.structurizer;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.SpirvEstimate;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Any control-flow graph goes in; the same program comes out with a merge at every branch and loop, blocks in SPIR-V's order. */
@Component(service = TranslationPass.class, configurationPid = "pass.cf.structurizer.cost")
@PassSpec(id = "pass.cf.structurizer", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, gives = Invariant.STRUCTURED,
        switches = {"pass.cf.structurizer.clone=on", "pass.cf.structurizer.junction=on", "pass.cf.structurizer.flags=off"})
public final class Structurizer implements TranslationPass {
    /** Ways to make a graph structured, each with a switch of its own. */
    enum Strategy {
        /** Cheap parts that are entered from outside are copied. */
        CLONE("pass.cf.structurizer.clone", true),
        /** Other parts are shared, and routes tell where to go on. */
        JUNCTION("pass.cf.structurizer.junction", true),
        /** Every graph is rebuilt out of flags, without trying anything else; for tests. */
        FLAGS("pass.cf.structurizer.flags", false);

        private final String id;
        private final boolean on;

        Strategy(String id, boolean on) {
            this.id = id;
            this.on = on;
        }

        boolean isOn(PassContext context) {
            return context.switches().isOn(id, on);
        }
    }

    /**
     * What to try.
     *
     * @param copies   whether to copy
     * @param junction whether to route
     * @param flags    whether to try nothing but flags
     */
    record Choice(boolean copies, boolean junction, boolean flags) {
        static final Choice USUAL = new Choice(Strategy.CLONE.on, Strategy.JUNCTION.on, Strategy.FLAGS.on);
    }

    /** Words that an instruction is estimated at, by its kind (rule C-056): what a copy costs. */
    public @interface Cost {
        String PREFIX_ = "pass.cf.structurizer.cost.";

        int lds() default 400;

        int image() default 220;

        int smem() default 180;

        int buffer() default 120;

        int flat() default 120;

        int valu() default 60;

        int export() default 20;

        int salu() default 8;

        int lane() default 120;

        int bvh() default 2000;
    }

    private final SpirvEstimate estimate;

    /** By the rule's weights. */
    public Structurizer() {
        this.estimate = SpirvEstimate.STANDARD;
    }

    /** By weights of one's own. */
    @Activate
    public Structurizer(Cost cost) {
        this.estimate = new SpirvEstimate(cost.lds(), cost.image(), cost.smem(), cost.buffer(), cost.flat(), cost.valu(), cost.export(),
                cost.salu(), cost.lane(), cost.bvh());
    }

    @Override
    public boolean run(IrModule module, PassContext context) {
        Choice choice = new Choice(Strategy.CLONE.isOn(context), Strategy.JUNCTION.isOn(context), Strategy.FLAGS.isOn(context));
        Cloning.Region left = structure(module, choice, estimate);
        if (left != null) {
            throw context.refuse(left.pc(), "the selection that " + IrBlock.word(left.header()) + " starts is entered at "
                    + IrBlock.word(left.entered()) + " from outside: routes are switched off, and copies "
                    + (choice.copies ? "would be larger than the program" : "are too"));
        }
        return true;
    }

    /**
     * Structures a module.
     *
     * @param estimate what a copy costs
     * @return null when that is done; else a region that nothing on the list of what to try made single-entry
     */
    static Cloning.@Nullable Region structure(IrModule module, Choice choice, SpirvEstimate estimate) {
        Cleanup.removeUnreachable(module);
        Variables variables = new Variables(module);
        variables.takeApart();
        Returns.separate(module);
        if (choice.flags) {
            new Flags(module, variables).run();
        } else {
            new Reducible(module, variables).run();
            Cloning cloning = new Cloning(module, variables, estimate);
            if (choice.copies) {
                cloning.run(choice.junction);
            }
            Cloning.Region left = choice.junction ? null : cloning.left();
            if (left != null) {
                return left;
            }
            new Nesting(module, variables).run();
        }
        variables.putTogether();
        Cleanup.fold(module);
        Cleanup.removeDead(module);
        Cleanup.joinBlocks(module);
        return null;
    }
}
