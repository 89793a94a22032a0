package org.lierne.pass.cf.structurizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
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
import org.lierne.recompiler.ir.SpirvEstimate;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.Validator;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.TestContext;

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
                            case AND -> a & b;
                            case XOR -> a ^ b;
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

    private static final Structurizer.Choice ROUTES = new Structurizer.Choice(false, true, false);
    private static final Structurizer.Choice FLAGS = new Structurizer.Choice(false, false, true);

    private static void check(IrModule module, String what) {
        check(module, Structurizer.Choice.USUAL, what);
    }

    private static void check(IrModule module, Structurizer.Choice choice, String what) {
        // A branch with one target asks no clock once it is a jump.
        Cleanup.fold(module);
        Cleanup.removeDead(module);
        List<List<String>> before = new ArrayList<>();
        for (int seed = 0; seed < 6; seed++) {
            before.add(run(module, seed));
        }
        String text = IrText.print(module);

        assertNull(Structurizer.structure(module, choice, SpirvEstimate.STANDARD), what);

        assertEquals(List.of(), Validator.check(module, EnumSet.of(Invariant.SSA, Invariant.STRUCTURED)),
                () -> what + "\n" + text + "\n" + IrText.print(module));
        for (int seed = 0; seed < 6; seed++) {
            assertEquals(before.get(seed), run(module, seed), what + "\n" + text);
        }
    }

    @ParameterizedTest
    @MethodSource("choices")
    @Rule({"C-050", "C-055", "C-058", "C-060"})
    void keepsWhatRandomGraphsDo(Structurizer.Choice choice) {
        for (int i = 0; i < 500; i++) {
            Random random = new Random(i);
            int blocks = 2 + random.nextInt(i % 10 == 0 ? 60 : 14);

            check(graph(random, blocks), choice, choice + ", graph with seed " + i);
        }
    }

    /** What copies add is at most a quarter of the program, by its own estimate; lanes' additions count, and so do the stores. */
    @Test
    @Rule({"C-057", "C-060"})
    void copiesStayWithinAQuarterOfTheProgram() {
        for (int i = 0; i < 200; i++) {
            IrModule module = graph(new Random(i), 10 + new Random(i).nextInt(50));
            Cleanup.removeUnreachable(module);
            int before = SpirvEstimate.STANDARD.of(module);
            long stores = stores(module);

            assertNull(Structurizer.structure(module, Structurizer.Choice.USUAL, SpirvEstimate.STANDARD));

            // Every block has one store at 400 words, a clock at 8 and additions at 60.
            long added = (stores(module) - stores) * 400;
            assertTrue(added <= before / 4, added + " words of copies in " + before + ", seed " + i);
        }
    }

    static List<Structurizer.Choice> choices() {
        return List.of(Structurizer.Choice.USUAL, ROUTES, FLAGS);
    }

    /** Without routes most graphs are still made single-entry by copies; those that are not are named. */
    @Test
    @Rule({"C-055", "C-057"})
    void copiesWithoutRoutesOrNamesTheRegion() {
        Structurizer.Choice copies = new Structurizer.Choice(true, false, false);
        int structured = 0;
        for (int i = 0; i < 300; i++) {
            IrModule module = graph(new Random(i), 2 + new Random(i).nextInt(10));
            String text = IrText.print(module);
            List<String> before = run(module, 1);
            Cloning.Region left = Structurizer.structure(module, copies, SpirvEstimate.STANDARD);
            if (left == null) {
                structured++;
                assertEquals(List.of(), Validator.check(module, EnumSet.of(Invariant.SSA, Invariant.STRUCTURED)), text);
                assertEquals(before, run(module, 1), text);
            } else {
                assertTrue(module.hasBlock(left.header()) && module.hasBlock(left.entered()), text);
            }
        }
        assertTrue(structured > 200, structured + " of 300");
    }

    /** Flags copy no block, and take about eight blocks for one. */
    @Test
    @Rule("C-050")
    void flagsStayWithinTheirSize() {
        for (int i = 0; i < 100; i++) {
            int blocks = 20 + new Random(i).nextInt(100);
            IrModule module = graph(new Random(i), blocks);
            Cleanup.removeUnreachable(module);
            int before = module.blocks().size();
            long stores = stores(module);

            check(module, FLAGS, "graph with seed " + i);

            assertEquals(stores, stores(module));
            assertTrue(module.blocks().size() <= 8 * before + 8, module.blocks().size() + " blocks out of " + before);
        }
    }

    private static long stores(IrModule module) {
        return module.blocks().stream().flatMap(block -> block.instructions().stream()).filter(LdsAccess.class::isInstance).count();
    }

    private static long tests(IrModule module) {
        return module.blocks().stream().flatMap(block -> block.instructions().stream())
                .filter(inst -> inst instanceof Alu alu && alu.op() == AluOp.IEQ).count();
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

        check(module, ROUTES, "shared body");

        assertEquals(3, stores(module), "no block is copied");
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

        assertEquals(0, tests(module), "no route is tested");
    }

    /**
     * A shared body of {@code vector} vector instructions behind two short-circuit conditions, in a program that has {@code rest} of them
     * elsewhere. A vector instruction is estimated at 60 words.
     */
    private static IrModule shared(int body, int rest) {
        StringBuilder text = new StringBuilder("""
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
                """);
        int value = 6;
        int pc = 0x100;
        for (int i = 0; i < body; i++) {
            text.append("  v%d: i32 = iadd v%d, 0x%x:i32 ; pc=0x%04x%n".formatted(value++, i == 0 ? 1 : value - 2, i + 1, pc += 4));
        }
        text.append("  lds.store 0x2:i32 data(v%d) element=32x1%n  jump b4%nblock b3%n".formatted(value - 1));
        for (int i = 0; i < rest; i++) {
            text.append("  v%d: i32 = iadd v%d, 0x%x:i32 ; pc=0x%04x%n".formatted(value++, i == 0 ? 1 : value - 2, i + 1, pc += 4));
        }
        return of(text + "  lds.store 0x3:i32 data(v%d) element=32x1%n  jump b4%nblock b4%n".formatted(value - 1)
                + "  lds.store 0x4:i32 data(0x4:i32) element=32x1\n  return\n");
    }

    /** Derived from the rule: 60 words an instruction; an eighth of the program but 256 at least, 1024 at most, a quarter altogether. */
    @Test
    @Rule({"C-056", "C-057"})
    void copiesWhatIsCheapAndRoutesTheRest() {
        assertEquals(4, storesOf(shared(4, 20)), "240 of 1440 words are copied");
        assertEquals(3, storesOf(shared(5, 20)), "300 of 1500 words are not");
        assertEquals(4, storesOf(shared(15, 120)), "900 of 8100 words are copied");
        assertEquals(3, storesOf(shared(18, 120)), "1080 of 8280 words are not");
        assertEquals(3, storesOf(shared(4, 4)), "240 of 480 words are more than a quarter");
    }

    /** The rule's numbers, with weights that reach them: an addition counts 10 words and nothing else counts. */
    @Test
    @Rule({"C-056", "C-057"})
    void copiesUpToTheLimitsOfTheRule() {
        SpirvEstimate tens = new SpirvEstimate(0, 0, 0, 0, 0, 10, 0, 0, 0);
        assertEquals(4, storesOf(shared(90, 710), tens), "900 of 8000 words are copied");
        assertEquals(3, storesOf(shared(110, 690), tens), "1100 of 8000 words are not");
        assertEquals(4, storesOf(shared(25, 75), tens), "250 of 1000 words are copied");
        assertEquals(3, storesOf(shared(30, 70), tens), "300 of 1000 words are not");
    }

    /** A body of so many additions that so many conditions, one behind the other, lead to. */
    private static IrModule ladder(int conditions, int body) {
        StringBuilder text = new StringBuilder();
        int value = 0;
        for (int i = 0; i < conditions; i++) {
            text.append("block b%d%n  v%d: i64 = clock%n  v%d: i32 = low_32 v%d%n  v%d: b1 = ine v%d, 0x0:i32%n  branch v%d b%d b%d%n".formatted(
                    i, value, value + 1, value, value + 2, value + 1, value + 2, conditions, i == conditions - 1 ? conditions + 1 : i + 1));
            value += 3;
        }
        text.append("block b%d%n".formatted(conditions));
        for (int i = 0; i < body; i++) {
            text.append("  v%d: i32 = iadd v%d, 0x%x:i32 ; pc=0x%04x%n".formatted(value, i == 0 ? 1 : value - 1, i + 1, 4 * i));
            value++;
        }
        return of(text + "  lds.store 0x2:i32 data(v%d) element=32x1%n  jump b%d%nblock b%d%n  lds.store 0x3:i32 data(0x3:i32) element=32x1%n  return%n"
                .formatted(value - 1, conditions + 1, conditions + 1));
    }

    private static long storesOf(IrModule module, SpirvEstimate estimate) {
        assertNull(Structurizer.structure(module, Structurizer.Choice.USUAL, estimate));
        return stores(module);
    }

    /** What settings say is what copies cost. */
    @Test
    @Rule("C-056")
    void weightsAreSettings() {
        Structurizer.Cost cost = (Structurizer.Cost) java.lang.reflect.Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {Structurizer.Cost.class}, (_, method, _) -> method.getName().equals("valu") ? 600 : method.getDefaultValue());
        IrModule dear = shared(4, 20);
        IrModule usual = shared(4, 20);

        new Structurizer(cost).run(dear, TestContext.of("pass.cf.structurizer"));
        new Structurizer().run(usual, TestContext.of("pass.cf.structurizer"));

        assertEquals(3, stores(dear), "2400 words are more than 1024");
        assertEquals(4, stores(usual));
    }

    /** With neither routes nor copies a region that is entered from outside is left, and named with both reasons. */
    @Test
    @Rule({"C-055", "C-057"})
    void namesHeaderEntryAndBothReasons() {
        TestContext nothing = TestContext.of("pass.cf.structurizer").with("pass.cf.structurizer.junction", false);
        TranslationRefused off = assertThrows(TranslationRefused.class,
                () -> new Structurizer().run(shared(4, 20), nothing.with("pass.cf.structurizer.clone", false)));
        assertEquals("the selection that b1 starts is entered at b2 from outside: routes are switched off, and copies are too", off.reason());
        IrModule module = shared(4, 20);
        assertTrue(new Structurizer().run(module, nothing));
        assertEquals(4, stores(module), "copied up to the program's own size");
        TranslationRefused large = assertThrows(TranslationRefused.class, () -> new Structurizer().run(ladder(4, 40), nothing));
        assertTrue(large.reason().endsWith("routes are switched off, and copies would be larger than the program"), large.reason());
    }

    private static long storesOf(IrModule module) {
        check(module, "shared body");
        return stores(module);
    }

    @Test
    @Rule("C-056")
    void estimatesByKindOfInstruction() {
        IrModule module = of("""
                block b0
                  v0: i32 = iadd 0x1:i32, 0x2:i32 ; pc=0x0000
                  v1: i32 = iadd v0, 0x2:i32 ; pc=0x0004
                  lds.store v0 data(v1) element=32x1 ; pc=0x0008
                  v2: i32 = scalar_load address(v0, v1) 0x0:i32 ; pc=0x0010
                  return
                """);

        assertEquals(700, SpirvEstimate.STANDARD.of(module, module.entry()));
        String access = """
                resource 0 image read pc=0x0000 path(ud0, ud1, ud2, ud3, ud4, ud5, ud6, ud7)
                block b0
                  v1: i32x4 = image.load coord(0x1:i32, 0x1:i32) image=0 dim=d2 dmask=0xf ; pc=0x0000
                  return
                """;
        IrModule load = of(access);
        assertEquals(220, SpirvEstimate.STANDARD.of(load, load.entry()));
        IrModule ray = of(access.replace("image.load", "image.bvh_intersect"));
        assertEquals(2000, SpirvEstimate.STANDARD.of(ray, ray.entry()));
    }

    /** A body beside an early return, and two arms that end in return tails of their own: nothing is routed, nothing copied. */
    @Test
    @Rule("C-059")
    void earlyReturnsNeedNoRoutes() {
        IrModule early = of("""
                block b0
                  v0: i64 = clock
                  v1: i32 = low_32 v0
                  v2: b1 = ine v1, 0x0:i32
                  branch v2 b1 b2
                block b1
                  lds.store 0x1:i32 data(0x1:i32) element=32x1
                  return
                block b2
                  lds.store 0x2:i32 data(0x2:i32) element=32x1
                  v3: i64 = clock
                  v4: i32 = low_32 v3
                  v5: b1 = ine v4, 0x0:i32
                  branch v5 b3 b4
                block b3
                  lds.store 0x3:i32 data(0x3:i32) element=32x1
                  return
                block b4
                  lds.store 0x4:i32 data(0x4:i32) element=32x1
                  return
                """);

        check(early, "early returns");

        assertEquals(0, tests(early));
        assertEquals(4, stores(early));
    }

    /** Several selections that branch to one ending with something in it: each gets the ending for itself. */
    @Test
    @Rule({"C-055", "C-057"})
    void sharedReturnTailsAreCopied() {
        IrModule module = of("""
                block b0
                  v0: i64 = clock
                  v1: i32 = low_32 v0
                  v2: b1 = ine v1, 0x0:i32
                  branch v2 b3 b1
                block b1
                  lds.store 0x1:i32 data(0x1:i32) element=32x1
                  v3: i64 = clock
                  v4: i32 = low_32 v3
                  v5: b1 = ine v4, 0x0:i32
                  branch v5 b3 b2
                block b2
                  lds.store 0x2:i32 data(0x2:i32) element=32x1
                  return
                block b3
                  lds.store 0x3:i32 data(0x3:i32) element=32x1
                  return
                """);

        check(module, "shared tail");

        assertEquals(0, tests(module), "no route is tested");
    }
}
