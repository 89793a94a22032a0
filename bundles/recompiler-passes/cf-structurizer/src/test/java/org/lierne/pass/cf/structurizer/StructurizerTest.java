package org.lierne.pass.cf.structurizer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Clock;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.Validator;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.testing.Rule;

final class StructurizerTest {
    private static final int STEPS = 400;

    /**
     * A graph of {@code blocks} blocks. Each stores its number and a sum that phis carry along, then asks the clock where to go: the
     * clock is the source of all decisions, so that two runs on equal clocks have to store the same.
     */
    private static IrModule graph(Random random, int blocks) {
        IrModule module = new IrModule(ShaderStage.COMPUTE, 32, new FloatMode(0xc0, true, false, false));
        IrBlock entry = module.newBlock();
        List<IrBlock> made = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            made.add(module.newBlock());
        }
        entry.terminate(new Terminator.Jump(made.getFirst().id(), Pc.NONE));
        Map<IrBlock, Ssa> sums = new HashMap<>();
        Map<IrBlock, Ssa> arrived = new HashMap<>();
        for (IrBlock block : made) {
            arrived.put(block, module.fresh(ScalarType.I32));
            sums.put(block, module.fresh(ScalarType.I32));
        }
        for (IrBlock block : made) {
            Pc pc = new Pc(block.id() * 4);
            Ssa sum = java.util.Objects.requireNonNull(sums.get(block));
            Ssa before = java.util.Objects.requireNonNull(arrived.get(block));
            block.add(new Alu(sum, AluOp.IADD, List.of(before, Const.i32(block.id())), pc));
            block.add(new LdsAccess(null, MemoryOp.STORE, Const.i32(block.id()), 0, Element.dwords(1), List.of(sum), null, pc));
            int way = random.nextInt(10);
            if (way == 0) {
                block.terminate(new Terminator.Return(pc));
            } else if (way < 4) {
                block.terminate(new Terminator.Jump(made.get(random.nextInt(blocks)).id(), pc));
            } else {
                Ssa clock = module.fresh(ScalarType.I64);
                Ssa low = module.fresh(ScalarType.I32);
                Ssa chosen = module.fresh(ScalarType.B1);
                block.add(new Clock(clock, false, pc));
                block.add(new Alu(low, AluOp.LOW_32, List.of(clock), pc));
                block.add(new Alu(chosen, AluOp.INE, List.of(low, Const.i32(0)), pc));
                block.terminate(new Terminator.Branch(chosen, made.get(random.nextInt(blocks)).id(),
                        made.get(random.nextInt(blocks)).id(), pc));
            }
        }
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        for (IrBlock block : made) {
            List<Phi.Incoming> incoming = new ArrayList<>();
            for (int from : predecessors.getOrDefault(block.id(), List.of())) {
                Ssa sum = sums.get(module.block(from));
                incoming.add(new Phi.Incoming(from, sum == null ? Const.i32(1) : sum));
            }
            block.addFirst(new Phi(java.util.Objects.requireNonNull(arrived.get(block)), incoming, Pc.NONE));
        }
        return module;
    }

    /** What a run on this clock stores, up to {@link #STEPS} stores. */
    private static List<String> run(IrModule module, long seed) {
        Random clock = new Random(seed);
        Map<Value, Long> values = new HashMap<>();
        List<String> stored = new ArrayList<>();
        IrBlock block = module.entry();
        int from = -1;
        int visited = 0;
        while (stored.size() < STEPS && visited++ < 100 * STEPS) {
            Map<Value, Long> arriving = new HashMap<>();
            for (Phi phi : block.phis()) {
                for (Phi.Incoming edge : phi.incoming()) {
                    if (edge.block() == from) {
                        arriving.put(phi.result(), value(values, edge.value()));
                    }
                }
            }
            values.putAll(arriving);
            for (Inst inst : block.instructions()) {
                switch (inst) {
                    case Phi _ -> { }
                    case Clock it -> values.put(it.result(), (long) (clock.nextInt(100) < 55 ? 1 : 0));
                    case LdsAccess it -> stored.add(value(values, it.address()) + ":" + value(values, it.data().getFirst()));
                    case Alu it -> {
                        long a = value(values, it.operand(0));
                        long b = it.operands().size() > 1 ? value(values, it.operand(1)) : 0;
                        values.put(it.result(), switch (it.op()) {
                            case IADD -> a + b & 0xffffffffL;
                            case LOW_32 -> a & 0xffffffffL;
                            case INE -> a != b ? 1L : 0L;
                            case IEQ -> a == b ? 1L : 0L;
                            case OR -> a | b;
                            case NOT -> 1 - a;
                            default -> throw new IllegalStateException("no test graph holds " + it);
                        });
                    }
                    default -> throw new IllegalStateException("no test graph holds " + inst);
                }
            }
            from = block.id();
            switch (block.terminator()) {
                case Terminator.Jump jump -> block = module.block(jump.target());
                case Terminator.Branch branch ->
                        block = module.block(value(values, branch.condition()) != 0 ? branch.whenTrue() : branch.whenFalse());
                case Terminator.Return _ -> {
                    stored.add("end");
                    return stored.subList(0, Math.min(STEPS, stored.size()));
                }
                case Terminator.Kill _, Terminator.Unreachable _ -> throw new IllegalStateException("reached the unreachable");
            }
        }
        return stored.subList(0, Math.min(STEPS, stored.size()));
    }

    private static long value(Map<Value, Long> values, Value value) {
        return value instanceof Const constant ? constant.bits() : values.getOrDefault(value, 0L);
    }

    private static void check(IrModule module, String what) {
        List<List<String>> before = new ArrayList<>();
        for (int seed = 0; seed < 6; seed++) {
            before.add(run(module, seed));
        }
        String text = IrText.print(module);

        Structurizer.structure(module);

        assertEquals(List.of(), Validator.check(module, EnumSet.of(Invariant.SSA, Invariant.STRUCTURED)),
                () -> what + "\n" + text + "\n" + IrText.print(module));
        for (int seed = 0; seed < 6; seed++) {
            assertEquals(before.get(seed), run(module, seed), what + "\n" + text);
        }
    }

    @Test
    @Rule({"C-050", "C-060"})
    void keepsWhatRandomGraphsDo() {
        for (int i = 0; i < 600; i++) {
            Random random = new Random(i);
            int blocks = 2 + random.nextInt(i % 10 == 0 ? 60 : 14);

            check(graph(random, blocks), "graph with seed " + i);
        }
    }

    private static IrModule of(String text) {
        return IrText.parse("module compute wave=32\n" + text);
    }

    @Test
    void structuresAnIrreducibleLoop() {
        check(of("""
                block b0
                  v0: i64 = clock
                  v1: i32 = low_32 v0
                  v2: b1 = ine v1, 0x0:i32
                  branch v2 b1 b2
                block b1
                  lds.store 0x1:i32 data(0x1:i32) element=32x1
                  jump b2
                block b2
                  lds.store 0x2:i32 data(0x2:i32) element=32x1
                  v3: i64 = clock
                  v4: i32 = low_32 v3
                  v5: b1 = ine v4, 0x0:i32
                  branch v5 b1 b3
                block b3
                  return
                """), "two entries");
    }

    @Test
    @Rule("C-055")
    void sharesABodyBetweenShortCircuitConditions() {
        IrModule module = of("""
                block b0
                  v0: i64 = clock
                  v1: i32 = low_32 v0
                  v2: b1 = ine v1, 0x0:i32
                  branch v2 b2 b1
                block b1
                  v3: i64 = clock
                  v4: i32 = low_32 v3
                  v5: b1 = ine v4, 0x0:i32
                  branch v5 b2 b3
                block b2
                  lds.store 0x2:i32 data(0x2:i32) element=32x1
                  jump b4
                block b3
                  lds.store 0x3:i32 data(0x3:i32) element=32x1
                  jump b4
                block b4
                  lds.store 0x4:i32 data(0x4:i32) element=32x1
                  return
                """);

        check(module, "shared body");

        long stores = module.blocks().stream().flatMap(block -> block.instructions().stream())
                .filter(LdsAccess.class::isInstance).count();
        assertEquals(3, stores, "no block is copied");
    }

    @Test
    void keepsAPlainLoopPlain() {
        IrModule module = of("""
                block b0
                  jump b1
                block b1
                  v0: i32 = phi b0(0x0:i32) b1(v1)
                  v1: i32 = iadd v0, 0x1:i32
                  lds.store v0 data(v1) element=32x1
                  v2: i64 = clock
                  v3: i32 = low_32 v2
                  v4: b1 = ine v3, 0x0:i32
                  branch v4 b1 b2
                block b2
                  return
                """);

        check(module, "plain loop");

        long routes = module.blocks().stream().flatMap(block -> block.instructions().stream())
                .filter(inst -> inst instanceof Alu alu && alu.op() == AluOp.IEQ).count();
        assertEquals(0, routes, "no route is tested");
    }
}
