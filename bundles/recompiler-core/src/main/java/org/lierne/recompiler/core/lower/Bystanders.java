package org.lierne.recompiler.core.lower;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Barrier;
import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Construct;
import org.lierne.recompiler.ir.Dominators;
import org.lierne.recompiler.ir.Export;
import org.lierne.recompiler.ir.Extract;
import org.lierne.recompiler.ir.Folding;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.HostWord;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.PatchAccess;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.Undef;
import org.lierne.recompiler.ir.UserData;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;

/**
 * What lanes miss that leave a path out which their wave takes for other lanes' sake. A guest wave takes a path while one lane wants it;
 * scalar registers, lane masks among them, become there what they become for all lanes, and a path may switch lanes on again.
 *
 * <p>The path is run in the mind of a lane that does not want it: its bit of the vote is false, and everything that follows from that is
 * folded. It misses nothing when no guard comes true, and when each value read behind the place where the ways meet is what it was.
 */
final class Bystanders {
    /** What a lane would miss. */
    enum Misses {
        NOTHING,
        /** Barriers, and nothing else: it may come along without being wanted. */
        BARRIERS,
        /** Values or effects: the lane has to go where its wave goes, and only there. */
        STATE
    }

    private static final int END = -1;
    private static final int FOLDED_DEEP = 4;

    private final IrModule module;
    private final Set<Ssa> uniform;
    private final Map<Integer, List<Integer>> predecessors;
    private final Dominators dominators;
    private final Map<Set<Edge>, Map<Integer, BitSet>> postdominators = new HashMap<>();
    private final Set<Edge> closed = new HashSet<>();
    private final Map<Ssa, Inst> definitions;
    private final Map<Ssa, Integer> homes = new HashMap<>();
    private final Map<Ssa, Set<Integer>> readers = new HashMap<>();
    private final Map<Ssa, List<Inst>> users = new HashMap<>();
    private final Map<Inst, Integer> places = new IdentityHashMap<>();
    private final Set<Ssa> conditions = new HashSet<>();
    private final Map<Expression, List<Ssa>> expressions = new HashMap<>();
    private final Folding folding;

    /**
     * Looks at a module whose branches are all taken by whole waves.
     *
     * @param uniform values that are the same in all lanes of a wave
     */
    Bystanders(IrModule module, Set<Ssa> uniform) {
        this.module = module;
        this.uniform = uniform;
        this.predecessors = module.predecessors();
        this.dominators = Dominators.of(module);
        this.definitions = Cleanup.definitions(module);
        this.folding = new Folding(module, definitions::get);
        module.blocks().forEach(this::note);
    }

    private void note(IrBlock block) {
        for (Inst inst : block.instructions()) {
            Ssa result = inst.result();
            if (result != null) {
                homes.put(result, block.id());
            }
            places.put(inst, block.id());
            inst.operands().stream().distinct().forEach(operand -> {
                if (operand instanceof Ssa ssa) {
                    users.computeIfAbsent(ssa, _ -> new ArrayList<>()).add(inst);
                }
            });
            if (inst instanceof Alu alu) {
                expressions.computeIfAbsent(new Expression(alu.op(), alu.operands()), _ -> new ArrayList<>()).add(alu.result());
            }
            if (inst instanceof Phi phi) {
                phi.incoming().forEach(edge -> noteReader(edge.value(), edge.block()));
            } else {
                inst.operands().forEach(operand -> noteReader(operand, block.id()));
            }
        }
        Value condition = block.terminator().condition();
        if (condition != null) {
            noteReader(condition, block.id());
            if (condition instanceof Ssa ssa) {
                conditions.add(ssa);
            }
        }
    }

    private record Expression(AluOp op, List<Value> operands) {}

    private void noteReader(Value value, int block) {
        if (value instanceof Ssa ssa) {
            readers.computeIfAbsent(ssa, _ -> new HashSet<>()).add(block);
        }
    }

    /**
     * What a lane misses that goes by its own bit where {@code branch} ends.
     *
     * @param own   this lane's bit of the vote that decides there
     * @param other where control goes when no lane wants to
     */
    Misses at(IrBlock branch, Value own, int other) {
        Misses misses = misses(branch, Map.of(own, Const.FALSE), other);
        if (misses == Misses.STATE && own instanceof Ssa ssa && definitions.get(ssa) instanceof Alu both && both.op() == AluOp.AND) {
            for (int i = 0; i < 2; i++) {
                Value part = both.operand(i);
                Misses active = part instanceof Const || part.equals(both.operand(1 - i)) ? Misses.STATE
                        : misses(branch, Map.of(own, Const.FALSE, part, Const.TRUE, both.operand(1 - i), Const.FALSE), other);
                if (active != Misses.STATE) {
                    Misses passive = misses(branch, Map.of(own, Const.FALSE, part, Const.FALSE), other);
                    misses = passive == Misses.STATE ? misses : active.compareTo(passive) > 0 ? active : passive;
                }
            }
        }
        return misses;
    }

    /**
     * Looks whether a wave may as well go on where it would end because no lane wants to: then other branches need not count with that
     * end. It is no end of this kind when nothing else ends the program.
     *
     * @param own   this lane's bit of the vote on going on
     * @param other where control goes when no lane wants to
     */
    void noteEarlyEnd(IrBlock branch, Value own, int other) {
        if (module.block(other).terminator() instanceof Terminator.Return
                && module.block(other).instructions().stream().allMatch(Bystanders::writesNothing)
                && misses(branch, Map.of(own, Const.FALSE), END) == Misses.NOTHING) {
            Edge edge = new Edge(branch.id(), other);
            closed.add(edge);
            if (!ends(branch)) {
                closed.remove(edge);
            }
        }
    }

    private boolean ends(IrBlock from) {
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(from.id()));
        while (!open.isEmpty()) {
            int at = open.remove();
            if (seen.add(at)) {
                List<Integer> targets = module.block(at).terminator().targets();
                if (targets.isEmpty()) {
                    return true;
                }
                targets.stream().filter(target -> !closed.contains(new Edge(at, target))).forEach(open::add);
            }
        }
        return false;
    }

    /** Whether an instruction leaves nothing behind; the null export of a discarded pixel does not. */
    private static boolean writesNothing(Inst inst) {
        return !inst.hasEffect() || inst instanceof Export export && export.target() == Export.Target.NULL;
    }

    /** The ways may meet where the lane goes alone, if nothing else can come of the wave's; else where all ways do. */
    private Misses misses(IrBlock branch, Map<Value, Value> assumed, int alone) {
        Misses misses = alone == END ? Misses.STATE : misses(branch, assumed, true, alone);
        return misses == Misses.STATE ? misses(branch, assumed, false, alone) : misses;
    }

    private Misses misses(IrBlock branch, Map<Value, Value> assumed, boolean meetAlone, int alone) {
        Set<Edge> shut = new HashSet<>(closed);
        while (true) {
            Walk walk = new Walk(branch, assumed, Set.copyOf(shut), meetAlone ? alone : meeting(branch.id(), shut));
            walk.settle();
            if (!walk.shutWhatIsDecided(shut)) {
                return walk.hasEffects() || meetAlone && walk.ends() || walk.changesWhatIsRead() ? Misses.STATE
                        : walk.meetsBarriers() ? Misses.BARRIERS : Misses.NOTHING;
            }
        }
    }

    /**
     * Whether it shows when some values are not what they should be in a lane of which something is known.
     *
     * @param values  what may be wrong
     * @param without blocks whose reads do not count
     * @param known   what is known of values
     */
    private boolean matters(Set<Ssa> values, Set<Integer> without, UnaryOperator<Value> known) {
        Set<Ssa> wrong = new HashSet<>(values);
        Deque<Ssa> open = new ArrayDeque<>(values);
        while (!open.isEmpty()) {
            Ssa value = open.remove();
            if (conditions.contains(value) && readers.getOrDefault(value, Set.of()).stream().anyMatch(block -> !without.contains(block)
                    && value.equals(module.block(block).terminator().condition()))) {
                return true;
            }
            for (Inst user : users.getOrDefault(value, List.of())) {
                int place = places.getOrDefault(user, END);
                if (without.contains(place)) {
                    continue;
                }
                if (shows(user, place, value)) {
                    if (!isOff(user, known)) {
                        return true;
                    }
                } else if (user.result() != null && !isSettled(user, wrong, known) && wrong.add(user.result())) {
                    open.add(user.result());
                }
            }
        }
        return false;
    }

    /** Whether an instruction does something with a value beyond making another one for its own lane, in this round of a loop. */
    private boolean shows(Inst user, int place, Ssa value) {
        return switch (user) {
            case Phi phi -> phi.incoming().stream()
                    .anyMatch(edge -> edge.value().equals(value) && dominators.number(edge.block()) >= dominators.number(place));
            case Alu _, Construct _, Extract _ -> false;
            default -> user.hasEffect() || user instanceof Wave || user.result() == null;
        };
    }

    private boolean isSettled(Inst user, Set<Ssa> wrong, UnaryOperator<Value> known) {
        if (!(user instanceof Alu alu)) {
            return isOff(user, known);
        }
        List<Value> operands = alu.operands().stream()
                .map(each -> each instanceof Ssa ssa && wrong.contains(ssa) ? Walk.other(ssa) : known.apply(each)).toList();
        Value folded = folding.alu(alu.op(), alu.result().type(), operands);
        return folded != null && !(folded instanceof Ssa ssa && ssa.id() < 0);
    }

    /** Whether a guard keeps an instruction from acting. */
    private static boolean isOff(Inst inst, UnaryOperator<Value> known) {
        Value guard = switch (inst) {
            case BufferAccess access -> access.guard();
            case GlobalAccess access -> access.guard();
            case LdsAccess access -> access.guard();
            case ImageAccess access -> access.guard();
            case Export export -> export.guard();
            case PatchAccess access -> access.guard();
            default -> null;
        };
        return guard != null && Const.FALSE.equals(known.apply(guard));
    }

    /** Whether a lane of which {@code bit} is false, where {@code value} is computed, has no use for it. */
    boolean isForOthers(Ssa value, Ssa bit) {
        int home = homes.getOrDefault(value, END);
        int source = homes.getOrDefault(bit, END);
        return (source == home || !dominators.dominates(home, source))
                && !matters(Set.of(value), Set.of(), each -> each.equals(bit) ? Const.FALSE : masked(each, bit, FOLDED_DEEP));
    }

    private Value masked(Value value, Ssa bit, int depth) {
        if (value.equals(bit)) {
            return Const.FALSE;
        }
        if (depth > 0 && value instanceof Ssa ssa && definitions.get(ssa) instanceof Alu alu && alu.op() == AluOp.AND
                && alu.operands().stream().anyMatch(each -> Const.FALSE.equals(masked(each, bit, depth - 1)))) {
            return Const.FALSE;
        }
        return value;
    }

    private record Edge(int from, int to) {}

    /** The first block that all ways from {@code block} pass. */
    private int meeting(int block, Set<Edge> shut) {
        Map<Integer, BitSet> behind = postdominators.computeIfAbsent(shut,
                _ -> Convergence.postdominators(module, (from, to) -> !shut.contains(new Edge(from, to))));
        BitSet all = behind.getOrDefault(block, new BitSet());
        for (int each = all.nextSetBit(0); each >= 0; each = all.nextSetBit(each + 1)) {
            if (each != block && behind.getOrDefault(each, new BitSet()).cardinality() == all.cardinality() - 1) {
                return each;
            }
        }
        return END;
    }

    /** The ways from one branch to where they meet, run by a lane that does not take part. */
    private final class Walk {
        private final int branch;
        private final Map<Value, Value> assumed;
        private final Set<Edge> shut;
        private final int meeting;
        private final Set<Integer> ways;
        private final List<IrBlock> order = new ArrayList<>();
        /** Whether a way comes by a block twice; else all of a block is known once those before it are. */
        private final boolean loops;
        private final Map<Integer, BitSet> passedBefore = new HashMap<>();
        /** What each value becomes on the ways, in terms of what values are at the branch; not there while nothing is known. */
        private final Map<Ssa, Value> becomes = new HashMap<>();

        Walk(IrBlock from, Map<Value, Value> assumed, Set<Edge> shut, int meeting) {
            this.branch = from.id();
            this.assumed = assumed;
            this.shut = shut;
            this.meeting = meeting;
            this.ways = new TreeSet<>(Comparator.comparingInt(dominators::number));
            Deque<Integer> open = new ArrayDeque<>(targets(branch));
            while (!open.isEmpty()) {
                int at = open.remove();
                if (at != meeting && ways.add(at)) {
                    open.addAll(targets(at));
                }
            }
            ways.forEach(id -> order.add(module.block(id)));
            loops = ways.stream().anyMatch(way -> targets(way).stream()
                    .anyMatch(to -> ways.contains(to) && dominators.number(to) <= dominators.number(way)));
            findPassed(targets(branch));
        }

        private List<Integer> targets(int block) {
            return module.block(block).terminator().targets().stream().filter(target -> isOpen(block, target)).toList();
        }

        private boolean isOpen(int from, int to) {
            return !shut.contains(new Edge(from, to));
        }

        /** Adds the edges that votes and branches on the ways do not take, so much being assumed; whether there are new ones. */
        boolean shutWhatIsDecided(Set<Edge> more) {
            boolean found = false;
            for (IrBlock block : order) {
                if (block.terminator() instanceof Terminator.Branch end && at(end.condition(), block.id()) instanceof Const known
                        && end.whenTrue() != end.whenFalse()) {
                    found |= more.add(new Edge(block.id(), known.bits() != 0 ? end.whenFalse() : end.whenTrue()));
                }
            }
            return found;
        }

        /** For each block of the ways those of them that every way to it passes. */
        private void findPassed(List<Integer> first) {
            BitSet all = new BitSet();
            ways.forEach(all::set);
            for (int block : ways) {
                BitSet start = first.contains(block) ? new BitSet() : (BitSet) all.clone();
                start.set(block);
                passedBefore.put(block, start);
            }
            boolean changed;
            do {
                changed = false;
                for (int block : ways) {
                    if (first.contains(block)) {
                        continue;
                    }
                    BitSet passed = (BitSet) all.clone();
                    for (int before : predecessors.getOrDefault(block, List.of())) {
                        BitSet there = passedBefore.get(before);
                        if (there != null && isOpen(before, block)) {
                            passed.and(there);
                        }
                    }
                    passed.set(block);
                    changed |= !passed.equals(passedBefore.put(block, passed));
                }
            } while (changed && loops);
        }

        void settle() {
            boolean changed;
            do {
                changed = false;
                for (IrBlock block : order) {
                    for (Inst inst : block.instructions()) {
                        Ssa result = inst.result();
                        if (result != null) {
                            changed |= settle(result, value(inst, block.id()));
                        }
                    }
                }
            } while (changed && loops);
        }

        private boolean settle(Ssa result, @Nullable Value value) {
            Value before = becomes.get(result);
            if (value == null || value.equals(before) || other(result).equals(before)) {
                return false;
            }
            becomes.put(result, before == null ? value : other(result));
            return true;
        }

        /** Stands for what a value becomes when that is not what anything was. */
        private static Ssa other(Ssa value) {
            return new Ssa(-2 - value.id(), value.type());
        }

        private @Nullable Value value(Inst inst, int block) {
            return switch (inst) {
                case Phi phi -> phi(phi);
                case Alu alu -> {
                    List<Value> operands = operands(alu, block);
                    yield operands == null ? null : found(alu, folding.alu(alu.op(), alu.result().type(), operands), operands);
                }
                case Wave wave -> {
                    // What other lanes have is not known, but one that wants something is among those who want it.
                    Value first = wave.operands().isEmpty() ? null : at(wave.operands().getFirst(), block);
                    boolean wants = wave.op() == WaveOp.ANY && Const.TRUE.equals(first);
                    yield wave.op() == WaveOp.ANY && first == null ? null : wants ? Const.TRUE : other(wave.result());
                }
                case Construct _, Extract _, Input _, UserData _, HostWord _ -> {
                    List<Value> operands = operands(inst, block);
                    yield operands == null ? null : found(inst, null, operands);
                }
                default -> other(java.util.Objects.requireNonNull(inst.result()));
            };
        }

        private @Nullable List<Value> operands(Inst inst, int block) {
            List<Value> operands = new ArrayList<>();
            for (Value operand : inst.operands()) {
                Value at = at(operand, block);
                if (at == null) {
                    return null;
                }
                operands.add(at);
            }
            return operands;
        }

        /** What folding found, or what was computed before the branch from the same. */
        private Value found(Inst inst, @Nullable Value folded, List<Value> operands) {
            Ssa result = java.util.Objects.requireNonNull(inst.result());
            if (folded != null) {
                return folded;
            }
            if (inst instanceof Alu alu) {
                for (Ssa same : expressions.getOrDefault(new Expression(alu.op(), operands), List.of())) {
                    if (same.type().equals(result.type()) && dominators.dominates(homes.getOrDefault(same, END), branch)) {
                        return same;
                    }
                }
                return other(result);
            }
            boolean again = operands.equals(inst.operands()) && dominators.dominates(homes.getOrDefault(result, END), branch);
            return again ? result : other(result);
        }

        private @Nullable Value phi(Phi phi) {
            Value all = null;
            int block = homes.getOrDefault(phi.result(), END);
            for (Phi.Incoming edge : phi.incoming()) {
                if (!isOpen(edge.block(), block)) {
                    continue;
                }
                if (edge.block() == branch) {
                    all = both(all, atBranch(edge.value(), FOLDED_DEEP), phi.result());
                }
                if (ways.contains(edge.block())) {
                    Value along = at(edge.value(), edge.block());
                    all = along == null ? all : both(all, along, phi.result());
                }
            }
            return all;
        }

        private static Value both(@Nullable Value one, Value another, Ssa otherwise) {
            if (one == null || one instanceof Undef) {
                return another;
            }
            return one.equals(another) || another instanceof Undef ? one : other(otherwise);
        }

        /** What an operand is in a block of the ways; null while that is not known. */
        private @Nullable Value at(Value operand, int block) {
            if (!(operand instanceof Ssa ssa)) {
                return operand;
            }
            int home = homes.getOrDefault(ssa, END);
            if (!ways.contains(home)) {
                return atBranch(ssa, FOLDED_DEEP);
            }
            Value become = becomes.get(ssa);
            boolean passed = passedBefore.getOrDefault(block, new BitSet()).get(home);
            return passed ? become : become == null ? atBranch(ssa, FOLDED_DEEP) : both(atBranch(ssa, FOLDED_DEEP), become, ssa);
        }

        /** What a value is at the branch, where the lane's own bit is false. */
        private Value atBranch(Value value, int depth) {
            Value known = assumed.get(value);
            if (known != null) {
                return known;
            }
            if (depth > 0 && value.type() == ScalarType.B1 && value instanceof Ssa ssa && definitions.get(ssa) instanceof Alu alu
                    && alu.operands().stream().allMatch(each -> each.type() == ScalarType.B1)) {
                Value folded = folding.alu(alu.op(), ScalarType.B1,
                        alu.operands().stream().map(each -> atBranch(each, depth - 1)).toList());
                return folded == null ? value : folded;
            }
            return value;
        }

        boolean hasEffects() {
            for (IrBlock block : order) {
                for (Inst inst : block.instructions()) {
                    if (!writesNothing(inst) && !(inst instanceof Barrier) && !isOff(inst, block.id())) {
                        return true;
                    }
                }
            }
            return false;
        }

        private boolean isOff(Inst inst, int block) {
            return Bystanders.isOff(inst, guard -> java.util.Objects.requireNonNullElse(at(guard, block), guard));
        }

        boolean ends() {
            return order.stream().anyMatch(block -> block.terminator().targets().isEmpty());
        }

        boolean meetsBarriers() {
            return order.stream().anyMatch(block -> block.instructions().stream().anyMatch(Barrier.class::isInstance));
        }

        boolean changesWhatIsRead() {
            Set<Ssa> different = new HashSet<>();
            if (meeting != END) {
                for (Phi phi : module.block(meeting).phis()) {
                    if (phi(phi) instanceof Ssa ssa && ssa.id() < 0 && !isUndefinedHere(phi)) {
                        different.add(phi.result());
                    }
                }
            }
            for (IrBlock block : order) {
                for (Inst inst : block.instructions()) {
                    Ssa result = inst.result();
                    if (result != null && isReadBehind(result) && !result.equals(becomes.get(result))
                            && !atBranch(result, FOLDED_DEEP).equals(becomes.get(result))) {
                        different.add(result);
                    }
                }
            }
            if (different.isEmpty()) {
                return false;
            }
            boolean lasts = meeting != END && assumed.keySet().stream().noneMatch(value -> value instanceof Ssa ssa
                    && homes.getOrDefault(ssa, END) != meeting && dominators.dominates(meeting, homes.getOrDefault(ssa, END)));
            return !lasts || matters(different, ways, value -> atBranch(value, FOLDED_DEEP));
        }

        /** Whether a lane has nothing to lose: a vector register, of which it has written nothing yet. A scalar one is the wave's. */
        private boolean isUndefinedHere(Phi phi) {
            return phi.incoming().stream().allMatch(edge -> edge.block() == branch && edge.value() instanceof Undef
                    || ways.contains(edge.block()) && edge.value() instanceof Ssa ssa && !uniform.contains(ssa)
                    || edge.block() != branch && !ways.contains(edge.block()));
        }

        private boolean isReadBehind(Ssa value) {
            return readers.getOrDefault(value, Set.of()).stream().anyMatch(block -> !ways.contains(block) && isReached(block));
        }

        private boolean isReached(int block) {
            List<Integer> before = predecessors.getOrDefault(block, List.of());
            return before.isEmpty() || before.stream().anyMatch(from -> isOpen(from, block));
        }
    }
}
