package org.lierne.itests;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.Export;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.TranslationPass;

/** Exchanges red and blue of what some pixel programs put out, so that a plan with it is seen in the picture. */
final class TestTint implements TranslationPass {
    private static final Const LOW = Const.i32(0x0000ffff);
    private static final Const HIGH = Const.i32(0xffff0000);

    private final Set<String> programs;

    TestTint(Set<String> programs) {
        this.programs = Set.copyOf(programs);
    }

    @Override
    public boolean run(IrModule module, PassContext context) {
        if (!programs.contains(context.program().id())) {
            return false;
        }
        Expansion code = new Expansion(module);
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                if (at.next() instanceof Export export && export.target() == Export.Target.MRT) {
                    code.before(export);
                    code.replace(export.withOperands(exchanged(code, export)));
                }
            }
        }
        return true;
    }

    private static List<Value> exchanged(Expansion code, Export export) {
        List<Value> values = new ArrayList<>(export.operands());
        if (export.compressed()) {
            Value first = values.get(0);
            Value second = values.get(1);
            values.set(0, code.or(code.and(first, HIGH), code.and(second, LOW)));
            values.set(1, code.or(code.and(second, HIGH), code.and(first, LOW)));
        } else {
            values.set(0, values.set(2, values.get(0)));
        }
        return values;
    }
}
