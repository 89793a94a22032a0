package org.lierne.recompiler.core.lower;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.core.spirv.WaveLayout;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Dominators;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.Undef;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/**
 * Branches on "some lane of the wave" become branches on this lane. A wave runs on while one lane wants to, with the others masked
 * out; a lane of its own leaves at once. Both do the same where a lane that leaves misses nothing ({@link Bystanders}); elsewhere, and
 * in programs whose lanes look at each other, the branch stays the wave's. In the same way the first lane's copy of a value that all
 * lanes share is the value.
 *
 * <p>What is left of cross-lane operations afterwards looks at other lanes' data, and is for the wave layout to give or refuse.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "wave.one-lane", needs = Invariant.SSA, gives = Invariant.MASKS_LOWERED, after = "pass.opt.constant-folding")
public final class LaneView implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        Cleanup.removeDead(module); // votes that nobody counts
        new Lowering(module, context).lower();
        Cleanup.fold(module);
        Cleanup.removeDead(module);
        return true;
    }

    /** One module on its way to the view of a lane. */
    private static final class Lowering {
        private final IrModule module;
        private final PassContext context;
        private final WaveLayout.Kind layout;
        private final Set<Ssa> uniform;
        private final Map<Ssa, List<Inst>> users;
        private final Map<Ssa, Bystanders.Misses> votes;
        private final boolean severalWaves;
        private final boolean quads;
        private final boolean together;
        /** Of the module as it is; null where nobody has asked since it changed. */
        private @Nullable Bystanders bystanders;

        Lowering(IrModule module, PassContext context) {
            this.module = module;
            this.context = context;
            this.layout = WaveLayout.of(context.program(), context.host()).kind();
            TruthWords.settle(module);
            this.uniform = Uniformity.of(module);
            if (settleVotes()) {
                Cleanup.removeDead(module);
                bystanders = null;
            }
            this.users = users(module);
            this.votes = layout == WaveLayout.Kind.ONE_LANE ? Map.of() : votes();
            this.severalWaves = context.program().state().details() instanceof StageState.Compute group
                    && group.threads() > module.waveSize();
            this.quads = module.stage() == ShaderStage.PIXEL && readsNeighbours(module);
            this.together = switch (layout) {
                case ONE_LANE -> false;
                case SUBGROUP -> looksAcross();
                case SPANNED -> looksAcross() || Lockstep.isNeeded(module, context);
                case QUADS -> context.host().has(HostFeature.SUBGROUPS_PIXEL) && StageModes.PART_FILLED_WAVES.isOn(context)
                        && waves().anyMatch(wave -> wave.op() == WaveOp.ANY && looksAcross(wave));
            };
        }

        /**
         * Votes on "all lanes alike, and some lane is active" come to the former where some lane is known to be active or only active ones
         * look at them, and a lane that reads another one whatever that is doing keeps no old value. Says whether there was one.
         */
        private boolean settleVotes() {
            Map<Ssa, Inst> definitions = Cleanup.definitions(module);
            Dominators dominators = Dominators.of(module);
            Map<Integer, List<Integer>> predecessors = module.predecessors();
            boolean settled = false;
            for (IrBlock block : module.blocks()) {
                for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                    if (!(at.next() instanceof Wave wave)) {
                        continue;
                    }
                    if ((wave.op() == WaveOp.PERMLANE16 || wave.op() == WaveOp.PERMLANEX16) && wave.operands().get(4).equals(Const.TRUE)) {
                        List<Value> operands = new ArrayList<>(wave.operands());
                        operands.set(3, new Undef(ScalarType.I32));
                        at.set(wave.withOperands(operands));
                        settled = true;
                    }
                    if (wave.op() == WaveOp.ANY && wave.operands().getFirst() instanceof Ssa ssa
                            && definitions.get(ssa) instanceof Alu both && both.op() == AluOp.AND) {
                        for (int i = 0; i < 2; i++) {
                            if (isUniform(both.operand(i), uniform)
                                    && both.operand(1 - i) instanceof Ssa bit
                                    && (isHeld(bit, block, definitions, dominators, predecessors)
                                            || bystanders().isForOthers(wave.result(), bit))) {
                                at.set(wave.withOperands(List.of(both.operand(i))));
                                settled = true;
                            }
                        }
                    }
                }
            }
            return settled;
        }

        private Bystanders bystanders() {
            Bystanders found = bystanders;
            if (found == null) {
                found = new Bystanders(module, uniform);
                bystanders = found;
            }
            return found;
        }

        /** Whether the way to a block went through a branch that some lane wanted by {@code bit}. */
        private boolean isHeld(Value bit, IrBlock block, Map<Ssa, Inst> definitions, Dominators dominators,
                               Map<Integer, List<Integer>> predecessors) {
            for (int at = block.id(); at != module.entry().id(); at = dominators.immediate(at)) {
                List<Integer> before = predecessors.getOrDefault(at, List.of());
                if (before.size() == 1 && module.block(before.getFirst()).terminator() instanceof Terminator.Branch branch
                        && branch.whenTrue() == at && branch.whenFalse() != at && branch.condition() instanceof Ssa condition
                        && definitions.get(condition) instanceof Wave vote && vote.op() == WaveOp.ANY
                        && vote.operands().getFirst().equals(bit)) {
                    return true;
                }
            }
            return false;
        }

        /** What lanes would miss that went by their own bits, for each vote that lanes may answer differently. */
        private Map<Ssa, Bystanders.Misses> votes() {
            Map<Ssa, Bystanders.Misses> found = new HashMap<>();
            List<Deciding> deciding = deciding();
            deciding.forEach(vote -> bystanders().noteEarlyEnd(vote.block(), vote.own(), vote.other()));
            deciding.forEach(vote -> found.merge(vote.wave().result(), bystanders().at(vote.block(), vote.own(), vote.other()),
                    (a, b) -> a.compareTo(b) > 0 ? a : b));
            return found;
        }

        /**
         * A vote that a branch goes by.
         *
         * @param other where control goes when no lane wants to
         */
        private record Deciding(IrBlock block, Wave wave, int other) {
            Value own() {
                return wave.operands().getFirst();
            }
        }

        /** The votes that lanes may answer differently. */
        private List<Deciding> deciding() {
            List<Deciding> found = new ArrayList<>();
            Map<Ssa, Inst> definitions = Cleanup.definitions(module);
            for (IrBlock block : module.blocks()) {
                if (!(block.terminator() instanceof Terminator.Branch branch)) {
                    continue;
                }
                Value condition = branch.condition();
                boolean isTrue = true;
                while (condition instanceof Ssa ssa && definitions.get(ssa) instanceof Alu alu && alu.op() == AluOp.NOT) {
                    condition = alu.operand(0);
                    isTrue = !isTrue;
                }
                if (condition instanceof Ssa ssa && definitions.get(ssa) instanceof Wave wave && wave.op() == WaveOp.ANY
                        && !isUniform(wave.operands().getFirst(), uniform)) {
                    found.add(new Deciding(block, wave, isTrue ? branch.whenFalse() : branch.whenTrue()));
                }
            }
            return found;
        }

        void lower() {
            Map<Ssa, Value> replacements = new HashMap<>();
            for (IrBlock block : module.blocks()) {
                for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                    if (at.next() instanceof Wave wave) {
                        Value first = wave.operands().isEmpty() ? Const.FALSE : wave.operands().getFirst();
                        if (isUniform(first, uniform) && isFirst(wave) || wave.op() == WaveOp.ANY && goesByItself(wave)) {
                            replacements.put(wave.result(), first);
                        } else if (wave.op() == WaveOp.ANY) {
                            at.set(new Wave(wave.result(), voters(wave), wave.operands(), 0, wave.pc()));
                        }
                    }
                }
            }
            module.replace(replacements);
        }

        /** Whether the result is the first operand where that is the same in all lanes. */
        private static boolean isFirst(Wave wave) {
            return switch (wave.op()) {
                case ANY, READ_FIRST_LANE, READ_LANE -> true;
                // A source lane that is not active gives zero, whatever the others hold.
                case DS_BPERMUTE, DS_SWIZZLE, DPP8 -> wave.operands().getLast().equals(Const.TRUE);
                case LANE_ID, GROUP_ANY, BALLOT_WORD, INVERSE_BALLOT, WRITE_LANE, DPP16, PERMLANE16, PERMLANEX16, DS_PERMUTE, COUNT_BELOW,
                        QUAD_ANY -> false;
            };
        }

        private boolean goesByItself(Wave vote) {
            return layout == WaveLayout.Kind.ONE_LANE
                    || onlyDecides(vote.result(), users) && misses(vote) == Bystanders.Misses.NOTHING && !together && !quads;
        }

        /** A vote that comes to its branch in another way than directly is taken to decide on everything. */
        private Bystanders.Misses misses(Wave vote) {
            return votes.getOrDefault(vote.result(), Bystanders.Misses.STATE);
        }

        /** Among whom a vote is held that lanes do not answer for themselves. */
        private WaveOp voters(Wave vote) {
            boolean decides = onlyDecides(vote.result(), users);
            boolean exact = !decides || misses(vote) == Bystanders.Misses.STATE;
            if (layout == WaveLayout.Kind.QUADS) {
                if (exact && !together) {
                    throw unseen(vote);
                }
                if (exact) {
                    context.acted(StageModes.PART_FILLED_WAVES, vote.pc(), "counts the votes of one host subgroup");
                }
                return together ? WaveOp.ANY : WaveOp.QUAD_ANY;
            }
            return layout == WaveLayout.Kind.SPANNED && severalWaves && !exact ? WaveOp.GROUP_ANY : WaveOp.ANY;
        }

        private RuntimeException unseen(Wave vote) {
            return context.refuse(vote.pc(), "what a lane does here hangs on what the other lanes of its wave want, and a guest wave of "
                    + module.waveSize() + " lanes cannot be seen in host subgroups of " + context.host().subgroupSize());
        }

        /** Whether some lane's result depends on others, so that the lanes of a wave have to stay together. */
        private boolean looksAcross() {
            return waves().anyMatch(this::looksAcross);
        }

        private Stream<Wave> waves() {
            return module.blocks().stream().flatMap(block -> block.instructions().stream())
                    .filter(Wave.class::isInstance).map(Wave.class::cast);
        }

        private boolean looksAcross(Wave wave) {
            return switch (wave.op()) {
                case LANE_ID, GROUP_ANY, INVERSE_BALLOT, WRITE_LANE, QUAD_ANY -> false;
                case ANY -> !isUniform(wave.operands().getFirst(), uniform)
                        && (!onlyDecides(wave.result(), users) || misses(wave) == Bystanders.Misses.STATE);
                case COUNT_BELOW -> !(wave.operands().getFirst() instanceof Const);
                case BALLOT_WORD, READ_FIRST_LANE, READ_LANE, DPP16, DPP8, PERMLANE16, PERMLANEX16, DS_PERMUTE, DS_BPERMUTE,
                        DS_SWIZZLE -> !isUniform(wave.operands().getFirst(), uniform);
            };
        }
    }

    private static boolean isUniform(Value value, Set<Ssa> uniform) {
        return value instanceof Const || value instanceof Ssa ssa && uniform.contains(ssa);
    }

    /** Whether lanes of a quad read each other, so that one must not leave while another still reads: derivatives in any form. */
    private static boolean readsNeighbours(IrModule module) {
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof Wave wave && (wave.op() == WaveOp.DPP16 || wave.op() == WaveOp.DPP8 || wave.op() == WaveOp.DS_SWIZZLE)
                        || inst instanceof ImageAccess image && image.op().usesSampler() && !image.has(ImageFlag.ZERO_LOD)
                        && image.address().lod() == null && image.address().ddx().isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Map<Ssa, List<Inst>> users(IrModule module) {
        Map<Ssa, List<Inst>> users = new HashMap<>();
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                for (Value operand : inst.operands()) {
                    if (operand instanceof Ssa ssa) {
                        users.computeIfAbsent(ssa, _ -> new ArrayList<>()).add(inst);
                    }
                }
            }
        }
        return users;
    }

    /** Whether the value does nothing but decide branches, through negations and phis. */
    private static boolean onlyDecides(Ssa value, Map<Ssa, List<Inst>> users) {
        Set<Ssa> seen = new HashSet<>();
        Deque<Ssa> open = new ArrayDeque<>(List.of(value));
        while (!open.isEmpty()) {
            Ssa at = open.remove();
            if (!seen.add(at)) {
                continue;
            }
            for (Inst user : users.getOrDefault(at, List.of())) {
                switch (user) {
                    case Phi phi -> open.add(phi.result());
                    case Alu alu when alu.op() == AluOp.NOT && alu.result().type() == ScalarType.B1 -> open.add(alu.result());
                    default -> {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Which values are the same in every lane of a wave that has come to the same place. */
    static final class Uniformity {
        private Uniformity() {
        }

        static Set<Ssa> of(IrModule module) {
            Set<Ssa> uniform = new HashSet<>(Cleanup.definitions(module).keySet());
            uniform.removeAll(varying(module, false));
            return uniform;
        }

        /** Values that differ between lanes of a wave, or with {@code amongWaves} between invocations of a workgroup. */
        static Set<Ssa> varying(IrModule module, boolean amongWaves) {
            Map<Integer, BitSet> behind = Map.of();
            Map<Integer, List<Integer>> predecessors = Map.of();
            Set<Ssa> varying = new HashSet<>();
            for (boolean changed = true; changed; ) {
                changed = false;
                Set<Integer> divergentJoins = new HashSet<>();
                for (IrBlock block : module.blocks()) {
                    if (block.terminator() instanceof Terminator.Branch branch && branch.condition() instanceof Ssa condition
                            && varying.contains(condition)) {
                        if (behind.isEmpty()) {
                            behind = Convergence.postdominators(module);
                            predecessors = module.predecessors();
                        }
                        Parting parting = Parting.at(module, block.id(), branch, behind.getOrDefault(block.id(), new BitSet()));
                        divergentJoins.addAll(parting.joins(module, predecessors));
                        changed |= varying.addAll(parting.leavers(module));
                    }
                }
                for (IrBlock block : module.blocks()) {
                    for (Inst inst : block.instructions()) {
                        Ssa result = inst.result();
                        if (result != null && !varying.contains(result)
                                && (isVarying(inst, varying, amongWaves) || inst instanceof Phi && divergentJoins.contains(block.id()))) {
                            varying.add(result);
                            changed = true;
                        }
                    }
                }
            }
            return varying;
        }

        private static boolean isVarying(Inst inst, Set<Ssa> varying, boolean amongWaves) {
            boolean operands = false;
            for (Value each : inst.operands()) {
                operands |= each instanceof Ssa ssa && varying.contains(ssa);
            }
            return switch (inst) {
                case org.lierne.recompiler.ir.UserData _, org.lierne.recompiler.ir.HostWord _ -> false;
                case org.lierne.recompiler.ir.Input input -> switch (input.input()) {
                    case TG_SIZE -> amongWaves;
                    case WORKGROUP_ID_X, WORKGROUP_ID_Y, WORKGROUP_ID_Z, BASE_VERTEX, FIRST_INSTANCE, DRAW_INDEX,
                            MERGED_WAVE_INFO, GS_GROUP_INFO, PRIM_MASK, SCRATCH_OFFSET, WORKGROUPS_X, PRIMITIVES_OF_INSTANCE -> false;
                    default -> true;
                };
                case Alu _, org.lierne.recompiler.ir.Construct _, org.lierne.recompiler.ir.Extract _, Phi _,
                        org.lierne.recompiler.ir.ScalarLoad _ -> operands;
                case Wave wave -> switch (wave.op()) {
                    case GROUP_ANY -> false;
                    case ANY, BALLOT_WORD, READ_FIRST_LANE, READ_LANE -> amongWaves;
                    default -> true;
                };
                case org.lierne.recompiler.ir.BufferAccess load when load.op() == MemoryOp.LOAD -> amongWaves || operands;
                case org.lierne.recompiler.ir.GlobalAccess load when load.op() == MemoryOp.LOAD
                        && load.segment() == org.lierne.recompiler.ir.GlobalAccess.Segment.GLOBAL -> amongWaves || operands;
                case ImageAccess load when !load.hasEffect() -> amongWaves || operands;
                case org.lierne.recompiler.ir.BufferAccess _, org.lierne.recompiler.ir.GlobalAccess _,
                        org.lierne.recompiler.ir.LdsAccess _, ImageAccess _,
                        org.lierne.recompiler.ir.Interp _, org.lierne.recompiler.ir.AttributeLoad _, org.lierne.recompiler.ir.PatchAccess _,
                        org.lierne.recompiler.ir.Export _, org.lierne.recompiler.ir.Barrier _, org.lierne.recompiler.ir.Clock _ -> true;
            };
        }
    }
}
