package org.lierne.recompiler.core.spirv;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Dominators;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.Undef;
import org.lierne.recompiler.ir.UpperBounds;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.StageState;

/**
 * Upper bounds of unsigned words: from where invocations stand in their workgroup, from arithmetic, and from the conditions of branches.
 * Every value starts unbounded and only sinks, so what is known is right whenever the walk ends.
 */
final class WordBounds {
    private static final long UNBOUNDED = UpperBounds.UNBOUNDED;
    /** A counter that is halved is bounded after as many rounds as it has bits. */
    private static final int ROUNDS = 34;

    /** A word that is at most another, plus a number. */
    private record Limit(Value most, long plus) {}

    private final IrModule module;
    private final StageState.@Nullable Compute group;
    private final Map<Ssa, Inst> definitions;
    private final Map<Ssa, Integer> home = new HashMap<>();
    private final Dominators dominators;
    /** By block, what the branch into it says. */
    private final Map<Integer, Map<Ssa, List<Limit>>> limits = new HashMap<>();
    private final Map<Ssa, Long> bounds = new HashMap<>();

    /** @param group the workgroup; null where invocations have none, or some of them do not exist on the guest */
    WordBounds(IrModule module, StageState.@Nullable Compute group) {
        this.module = module;
        this.group = group;
        this.definitions = Cleanup.definitions(module);
        this.dominators = Dominators.of(module);
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        for (IrBlock block : module.blocks()) {
            block.instructions().forEach(inst -> {
                if (inst.result() != null) {
                    home.put(inst.result(), block.id());
                }
            });
            List<Integer> before = predecessors.getOrDefault(block.id(), List.of());
            limits.put(block.id(), before.size() == 1 ? along(before.getFirst(), block.id()) : Map.of());
        }
    }

    /**
     * The most a word can be.
     *
     * @param block where it is read
     * @param guard a condition that holds there, null for none
     */
    long of(Value word, int block, @Nullable Value guard) {
        settle(word);
        Map<Ssa, List<Limit>> guarded = new HashMap<>();
        learn(guard, true, guarded);
        return Math.min(at(word, block), least(word, guarded));
    }

    /** Lets the bounds of everything that a word is made from sink as far as they do. */
    private void settle(Value word) {
        List<Ssa> made = slice(word);
        boolean changed = !made.isEmpty();
        for (int round = 0; changed && round < ROUNDS; round++) {
            changed = false;
            for (Ssa each : made) {
                long before = bounds.getOrDefault(each, UNBOUNDED);
                long now = Math.min(before, most(each));
                bounds.put(each, now);
                changed |= now < before;
            }
        }
    }

    /** The words that a word is made from and whose bounds are not known yet, inner ones first. */
    private List<Ssa> slice(Value word) {
        List<Ssa> found = new ArrayList<>();
        Set<Ssa> seen = new HashSet<>(bounds.keySet());
        Deque<Value> open = new ArrayDeque<>(List.of(word));
        while (!open.isEmpty()) {
            if (open.pop() instanceof Ssa ssa && isWord(ssa) && seen.add(ssa)) {
                found.add(ssa);
                Inst definition = definitions.get(ssa);
                if (definition instanceof Alu || definition instanceof Phi) {
                    definition.operands().forEach(open::push);
                }
                limitsOf(ssa).forEach(limit -> open.push(limit.most()));
            }
        }
        return found.reversed();
    }

    private List<Limit> limitsOf(Ssa word) {
        return limits.values().stream().flatMap(each -> each.getOrDefault(word, List.of()).stream()).toList();
    }

    private static boolean isWord(Value value) {
        return value.type() == ScalarType.I32 || value.type() == ScalarType.I16 || value.type() == ScalarType.I8;
    }

    private long most(Ssa word) {
        long widest = UNBOUNDED >>> 32 - word.type().component().bits();
        return Math.min(widest, switch (definitions.get(word)) {
            case Input input -> input(input);
            case Phi phi -> phi.incoming().stream().mapToLong(edge -> Math.min(at(edge.value(), edge.block()),
                    least(edge.value(), along(edge.block(), block(word))))).max().orElse(UNBOUNDED);
            case Alu alu -> UpperBounds.of(alu, operand -> at(operand, block(word)));
            case null, default -> UNBOUNDED;
        });
    }

    private int block(Ssa word) {
        return home.getOrDefault(word, module.entry().id());
    }

    private long input(Input input) {
        return group == null ? UNBOUNDED : switch (input.input()) {
            case LOCAL_INVOCATION_X -> group.sizeX() - 1L;
            case LOCAL_INVOCATION_Y -> group.sizeY() - 1L;
            case LOCAL_INVOCATION_Z -> group.sizeZ() - 1L;
            default -> UNBOUNDED;
        };
    }

    /** The most a value is in a block, by what it is made from and by the branches that lead there. */
    private long at(Value value, int block) {
        return switch (value) {
            case Const constant -> UpperBounds.of(constant);
            case Undef _ -> UNBOUNDED;
            case Ssa ssa when ssa.type() == ScalarType.B1 -> 1;
            case Ssa ssa -> {
                long most = bounds.getOrDefault(ssa, UNBOUNDED);
                for (int at = block; dominators.isReachable(at); at = dominators.immediate(at)) {
                    most = Math.min(most, least(ssa, limits.getOrDefault(at, Map.of())));
                    if (at == dominators.immediate(at)) {
                        break;
                    }
                }
                yield most;
            }
        };
    }

    private long least(Value value, Map<Ssa, List<Limit>> under) {
        long least = UNBOUNDED;
        for (Limit limit : value instanceof Ssa ssa ? under.getOrDefault(ssa, List.of()) : List.<Limit>of()) {
            long most = (limit.most() instanceof Const constant ? constant.bits() & UNBOUNDED
                    : limit.most() instanceof Ssa other ? bounds.getOrDefault(other, UNBOUNDED) : UNBOUNDED) + limit.plus();
            least = Math.min(least, Math.max(0, most));
        }
        return least;
    }

    // Conditions.

    /** What holds on an edge. */
    private Map<Ssa, List<Limit>> along(int from, int to) {
        Map<Ssa, List<Limit>> found = new HashMap<>();
        if (module.block(from).terminator() instanceof Terminator.Branch branch && branch.whenTrue() != branch.whenFalse()) {
            learn(branch.condition(), branch.whenTrue() == to, found);
        }
        return found;
    }

    private void learn(@Nullable Value condition, boolean holds, Map<Ssa, List<Limit>> found) {
        if (!(condition instanceof Ssa ssa && definitions.get(ssa) instanceof Alu alu)) {
            return;
        }
        Value a = alu.operand(0);
        Value b = alu.op().arity() > 1 ? alu.operand(1) : a;
        switch (alu.op()) {
            case NOT -> learn(a, !holds, found);
            case AND, OR -> {
                if (holds == (alu.op() == AluOp.AND)) {
                    learn(a, holds, found);
                    learn(b, holds, found);
                }
            }
            case ULT -> limit(holds ? a : b, holds ? b : a, holds ? -1 : 0, found);
            case ULE -> limit(holds ? a : b, holds ? b : a, holds ? 0 : -1, found);
            case IEQ, INE -> {
                if (holds == (alu.op() == AluOp.IEQ)) {
                    limit(a, b, 0, found);
                    limit(b, a, 0, found);
                }
            }
            default -> { }
        }
    }

    private static void limit(Value word, Value most, long plus, Map<Ssa, List<Limit>> found) {
        if (word instanceof Ssa ssa && word.type() == ScalarType.I32) {
            found.computeIfAbsent(ssa, _ -> new ArrayList<>()).add(new Limit(most, plus));
        }
    }
}
