package org.lierne.recompiler.core.lower;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Undef;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/**
 * Phis that bring one value along every edge, also where phis of a loop bring each other round, become that value. Registers that a
 * loop does not touch leave such rings behind, and a descriptor in one could not be followed to its source.
 *
 * <p>Every phi is first taken to be whatever comes; what comes along its edges then settles it. An undefined value stands for any other,
 * as long as the other is there before the phi: a constant, or a value of the entry block. Scalars that were kept in lanes meanwhile are
 * found first ({@link KeptLanes}).
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "recompiler.same-phis", needs = {Invariant.SSA, Invariant.MASKS_LOWERED},
        after = {"pass.opt.implied-conditions", "wave.shared-values"}, before = {"pass.opt.dead-code", "recompiler.descriptors"})
public final class SamePhis implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        return run(module);
    }

    static boolean run(IrModule module) {
        boolean isKept = KeptLanes.settle(module);
        Settling settling = new Settling(module);
        do {
            while (settling.round()) {
                // Each round settles at least one phi further, so this ends.
            }
        } while (settling.closeOpen());
        Map<Ssa, Value> replacements = settling.replacements();
        module.replace(replacements);
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                if (at.next() instanceof Phi phi && replacements.containsKey(phi.result())) {
                    at.remove();
                }
            }
        }
        return isKept || !replacements.isEmpty();
    }

    private static final class Settling {
        private final IrModule module;
        private final Set<Ssa> phis = new HashSet<>();
        private final Set<Ssa> early = new HashSet<>();
        private final Map<Ssa, Value> settled = new HashMap<>();

        Settling(IrModule module) {
            this.module = module;
            for (IrBlock block : module.blocks()) {
                for (Inst inst : block.instructions()) {
                    Ssa result = inst.result();
                    if (inst instanceof Phi phi) {
                        phis.add(phi.result());
                    } else if (result != null && block == module.entry()) {
                        early.add(result);
                    }
                }
            }
        }

        /** Goes over all phis once; whether any changed. */
        boolean round() {
            boolean changed = false;
            for (IrBlock block : module.blocks()) {
                for (Phi phi : block.phis()) {
                    Value now = meet(phi);
                    Value before = settled.get(phi.result());
                    if (now != null && !now.equals(before)) {
                        // A phi goes from whatever comes to one value to itself, never back.
                        settled.put(phi.result(), before == null ? now : phi.result());
                        changed |= before == null || !before.equals(phi.result());
                    }
                }
            }
            return changed;
        }

        /** Rings into which nothing but undefined values come have settled nothing so far: they are undefined. */
        boolean closeOpen() {
            boolean changed = false;
            for (Ssa phi : phis) {
                changed |= settled.putIfAbsent(phi, new Undef(phi.type())) == null;
            }
            return changed;
        }

        /** The one value that comes, the phi itself when there are several, null when nothing is known to come yet. */
        private @Nullable Value meet(Phi phi) {
            Value only = null;
            boolean undefined = false;
            boolean open = false;
            for (Phi.Incoming incoming : phi.incoming()) {
                Value value = resolve(incoming.value());
                if (value == null) {
                    open = true;
                } else if (value instanceof Undef) {
                    undefined = true;
                } else if (!value.equals(phi.result())) {
                    if (only != null && !only.equals(value)) {
                        return phi.result();
                    }
                    only = value;
                }
            }
            if (undefined) {
                boolean standsIn = only instanceof Const || only instanceof Ssa ssa && early.contains(ssa);
                if (only == null) {
                    return open ? null : new Undef(phi.result().type());
                }
                return standsIn ? only : phi.result();
            }
            return only;
        }

        private @Nullable Value resolve(Value value) {
            return value instanceof Ssa ssa && phis.contains(ssa) ? settled.get(ssa) : value;
        }

        Map<Ssa, Value> replacements() {
            Map<Ssa, Value> replacements = new HashMap<>();
            for (Ssa phi : phis) {
                Value value = settled.get(phi);
                if (value != null && !value.equals(phi)) {
                    replacements.put(phi, value);
                }
            }
            return replacements;
        }
    }
}
