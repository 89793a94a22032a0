package org.lierne.recompiler.core.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.plan.InstalledPass;
import org.lierne.recompiler.core.plan.PassPlan;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Merge;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.Validator;
import org.lierne.recompiler.pass.PassDeclaration;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.ShaderStage;

/** A pass that corrupts the module is named by the check behind it, whatever it does. */
final class CorruptionTest {
    private static final String CULPRIT = "pass.test.culprit";

    private static final String SOUND = """
            module compute wave=32
            block b0
              v0: i32 = input of=local_invocation_x
              v1: b1 = ine v0, 0x0:i32
              merge selection b3
              branch v1 b1 b2
            block b1
              v2: i32 = iadd v0, 0x1:i32
              jump b3
            block b2
              v3: i32 = iadd v0, 0x2:i32
              jump b3
            block b3
              v4: i32 = phi b1(v2) b2(v3)
              v5: i32 = iadd v4, v0
              lds.store v0 data(v5) element=32x1
              jump b4
            block b4
              v6: i32 = phi b3(v5) b6(v7)
              merge loop b7 continue b6
              jump b5
            block b5
              v7: i32 = isub v6, 0x1:i32
              v8: b1 = ine v7, 0x0:i32
              branch v8 b6 b7
            block b6
              jump b4
            block b7
              return
            """;

    private static Inst first(IrModule module, int block) {
        return module.block(block).instructions().getFirst();
    }

    private static void set(IrModule module, int block, int index, Inst changed) {
        List<Inst> all = new ArrayList<>(module.block(block).instructions());
        all.set(index, changed);
        module.block(block).setInstructions(all);
    }

    private static void phi(IrModule module, Phi.Incoming... edges) {
        set(module, 3, 0, new Phi(((Phi) first(module, 3)).result(), List.of(edges), Pc.NONE));
    }

    private static Ssa value(int id) {
        return new Ssa(id, ScalarType.I32);
    }

    private static Map<String, Consumer<IrModule>> corruptions() {
        Map<String, Consumer<IrModule>> all = new LinkedHashMap<>();
        all.put("reads what nothing defines", m -> set(m, 1, 0, new Alu(value(2), AluOp.IADD, List.of(m.fresh(ScalarType.I32),
                Const.i32(1)), Pc.NONE)));
        all.put("defines a value twice", m -> m.block(2).add(first(m, 1)));
        all.put("defines a value behind its use", m -> m.block(3).setInstructions(m.block(3).instructions().reversed()));
        all.put("reads what only one way defines", m -> set(m, 2, 0, new Alu(value(3), AluOp.IADD, List.of(value(2), Const.i32(1)),
                Pc.NONE)));
        all.put("drops a phi's edge", m -> phi(m, new Phi.Incoming(1, value(2))));
        all.put("doubles a phi's edge", m -> phi(m, new Phi.Incoming(1, value(2)), new Phi.Incoming(1, value(2)),
                new Phi.Incoming(2, value(3))));
        all.put("adds a phi's edge", m -> phi(m, new Phi.Incoming(1, value(2)), new Phi.Incoming(2, value(3)),
                new Phi.Incoming(0, value(0))));
        all.put("gives a phi another type", m -> phi(m, new Phi.Incoming(1, Const.TRUE), new Phi.Incoming(2, value(3))));
        all.put("crosses a phi's values", m -> phi(m, new Phi.Incoming(1, value(3)), new Phi.Incoming(2, value(2))));
        all.put("puts a phi behind an instruction", m -> m.block(3).addFirst(new Alu(m.fresh(ScalarType.I32), AluOp.IADD,
                List.of(value(0), value(0)), Pc.NONE)));
        all.put("mixes types", m -> set(m, 1, 0, new Alu(value(2), AluOp.IADD, List.of(value(0), Const.TRUE), Pc.NONE)));
        all.put("forgets an operand", m -> set(m, 1, 0, new Alu(value(2), AluOp.IADD, List.of(value(0)), Pc.NONE)));
        all.put("branches on a number", m -> m.block(0).terminate(new Terminator.Branch(value(0), 1, 2, Pc.NONE)));
        all.put("goes nowhere", m -> m.block(6).terminate(new Terminator.Jump(99, Pc.NONE)));
        all.put("goes back to the entry", m -> m.block(6).terminate(new Terminator.Jump(0, Pc.NONE)));
        all.put("leaves a block without an end", IrModule::newBlock);
        all.put("forgets a merge", m -> m.block(0).setMerge(Merge.NONE));
        all.put("forgets a loop's head", m -> m.block(4).setMerge(Merge.NONE));
        all.put("merges where it does not lead", m -> m.block(0).setMerge(new Merge.Selection(2)));
        all.put("shares a merge", m -> m.block(3).setMerge(new Merge.Selection(7)));
        all.put("makes a second back edge", m -> m.block(5).terminate(new Terminator.Branch(new Ssa(8, ScalarType.B1), 6, 4, Pc.NONE)));
        return all;
    }

    private static InstalledPass culprit(Consumer<IrModule> corruption) {
        PassDeclaration declaration = new PassDeclaration(CULPRIT, Set.of(Invariant.SSA), Set.of(Invariant.STRUCTURED), Set.of(), List.of(),
                List.of(), Set.of(), true, "1", List.of(), null);
        return new InstalledPass(declaration, (module, _) -> {
            corruption.accept(module);
            return true;
        });
    }

    private static void run(Consumer<IrModule> corruption) {
        IrModule module = IrText.parse(SOUND);
        PassPlan plan = PassPlan.of(List.of(culprit(corruption)), ShaderStage.COMPUTE, Switches.DEFAULTS);
        plan.run(module, PassContexts.analysing(module), null, true, (_, _, _, _) -> { });
    }

    @Test
    void leavesASoundModuleAlone() {
        assertEquals(List.of(), Validator.check(IrText.parse(SOUND), EnumSet.of(Invariant.SSA, Invariant.STRUCTURED)));
        run(_ -> { });
    }

    @Test
    void namesThePassThatCorruptsTheModule() {
        List<String> unseen = new ArrayList<>();
        corruptions().forEach((what, corruption) -> {
            try {
                run(corruption);
                unseen.add(what);
            } catch (IllegalStateException e) {
                assertTrue(String.valueOf(e.getMessage()).startsWith(CULPRIT), what + ": " + e.getMessage());
            }
        });

        assertEquals(List.of(), unseen);
        assertTrue(corruptions().size() >= 12);
        assertThrows(IllegalStateException.class, () -> run(m -> m.order(List.of(m.entry(), m.block(1)))));
    }

    @Test
    void namesAPassThatGivesWhatItDoesNot() {
        IrModule module = IrText.parse("""
                module compute wave=32
                block b0
                  v0: i32 = user_data dword=0
                  buffer.store buffer(v0, v0, v0, v0) soffset(0x0:i32) data(v0) guard(true) element=32x1
                  return
                """);
        for (Invariant claimed : List.of(Invariant.DESCRIPTORS_RESOLVED, Invariant.GUARDS_LOWERED)) {
            InstalledPass pass = new InstalledPass(new PassDeclaration(CULPRIT, Set.of(), Set.of(claimed), Set.of(), List.of(), List.of(),
                    Set.of(), true, "1", List.of(), null), (_, _) -> false);
            PassPlan plan = PassPlan.of(List.of(pass), ShaderStage.COMPUTE, Switches.DEFAULTS);

            IllegalStateException named = assertThrows(IllegalStateException.class,
                    () -> plan.run(module, PassContexts.analysing(module), null, true, (_, _, _, _) -> { }));
            assertTrue(named.getMessage().startsWith(CULPRIT) && named.getMessage().contains(claimed.name()), named.getMessage());
        }
        assertEquals(1, module.blocks().size());
        assertEquals(IrBlock.word(0), IrBlock.word(module.entry().id()));
    }
}
