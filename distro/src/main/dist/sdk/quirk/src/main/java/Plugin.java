package @package@;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.Export;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.osgi.service.component.annotations.Component;

/**
 * An example to be replaced: on one driver, a colour component that is no number is put out as zero. Off unless a title or a run switches
 * it on.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "@id@", needs = Invariant.SSA, appliesTo = ShaderStage.PIXEL, on = false, before = "pass.cf.structurizer")
@Compat(off = Compat.Off.PLAIN)
public final class @class@ implements TranslationPass {
    /** How the driver's name begins, as in {@code graphics on …} of a run's log. */
    static final String DRIVER = "llvmpipe";

    @Override
    public boolean run(IrModule module, PassContext context) {
        if (!context.host().driver().name().startsWith(DRIVER)) {
            return false;
        }
        Expansion code = new Expansion(module);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                if (at.next() instanceof Export export && export.target() == Export.Target.MRT && !export.compressed()) {
                    code.before(export);
                    List<Value> operands = new ArrayList<>(export.operands());
                    for (int i = 0; i < export.values().size(); i++) {
                        operands.set(i, number(code, operands.get(i)));
                    }
                    code.replace(export.withOperands(operands));
                    context.acted(export.pc(), "colours that are no numbers made zero");
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static Value number(Expansion code, Value bits) {
        Value value = code.real(bits, ScalarType.F32);
        Value isNan = code.alu(AluOp.FUNE, ScalarType.B1, value, value);
        return code.select(isNan, Const.i32(0), bits);
    }
}
