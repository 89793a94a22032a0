package org.lierne.recompiler.core.lower;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lierne.recompiler.core.spirv.WaveLayout;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/**
 * Branches on "some lane of the wave" become branches on this lane. A wave runs on while one lane wants to, with the others masked
 * out; a lane of its own leaves at once. Both do the same, because a masked lane has no effects; where scalar registers change on the
 * way and are read behind it, they would not, and the branch stays the wave's ({@link WaveOp#TOGETHER}). In the same way the first lane's
 * copy of a value that all lanes share is the value.
 *
 * <p>What is left of cross-lane operations afterwards looks at other lanes' data, and is for the wave layout to give or refuse.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "wave.one-lane", needs = Invariant.SSA, gives = Invariant.MASKS_LOWERED, after = "pass.opt.constant-folding")
public final class LaneView implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        Set<Ssa> uniform = Uniformity.of(module);
        Map<Ssa, Value> replacements = new HashMap<>();
        Map<Ssa, List<Inst>> users = users(module);
        WaveLayout.Kind layout = WaveLayout.of(context.program(), context.host()).kind();
        boolean together = layout == WaveLayout.Kind.SPANNED
                && (looksAcross(module, uniform, users) || Lockstep.isNeeded(module, context));
        boolean severalWaves = context.program().state().details() instanceof StageState.Compute group
                && group.threads() > module.waveSize();
        boolean quads = module.stage() == ShaderStage.PIXEL && readsNeighbours(module);
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                if (!(at.next() instanceof Wave wave)) {
                    continue;
                }
                Value first = wave.operands().isEmpty() ? Const.FALSE : wave.operands().getFirst();
                boolean same = isUniform(first, uniform);
                switch (wave.op()) {
                    case ANY -> {
                        boolean whole = !same && wave.immediate() == WaveOp.TOGETHER && layout != WaveLayout.Kind.ONE_LANE;
                        if (whole && (together && severalWaves || layout == WaveLayout.Kind.QUADS)) {
                            throw context.refuse(wave.pc(), "scalar registers change on a way that not all lanes take and are read behind"
                                    + " it, and a guest wave of " + module.waveSize() + " lanes cannot be seen in host subgroups of "
                                    + context.host().subgroupSize());
                        }
                        if (whole) {
                            break;
                        }
                        if (!same && together && severalWaves && onlyDecides(wave.result(), users)) {
                            at.set(new Wave(wave.result(), WaveOp.GROUP_ANY, List.of(first), 0, wave.pc()));
                            break;
                        }
                        if (!same && (together || !onlyDecides(wave.result(), users))) {
                            break;
                        }
                        if (quads && !same) {
                            at.set(new Wave(wave.result(), WaveOp.QUAD_ANY, List.of(first), 0, wave.pc()));
                        } else {
                            replacements.put(wave.result(), first);
                        }
                    }
                    case READ_FIRST_LANE, READ_LANE -> {
                        if (same) {
                            replacements.put(wave.result(), first);
                        }
                    }
                    case DS_BPERMUTE, DS_SWIZZLE, DPP8 -> {
                        // A source lane that is not active gives zero, whatever the others hold.
                        if (same && wave.operands().getLast().equals(Const.TRUE)) {
                            replacements.put(wave.result(), first);
                        }
                    }
                    case LANE_ID, GROUP_ANY, BALLOT_WORD, INVERSE_BALLOT, WRITE_LANE, DPP16, PERMLANE16, PERMLANEX16, DS_PERMUTE, COUNT_BELOW,
                            QUAD_ANY -> { }
                }
            }
        }
        module.replace(replacements);
        Cleanup.fold(module);
        Cleanup.removeDead(module);
        return true;
    }

    /** Whether some lane's result depends on others, so that a wave spread over host subgroups has to stay together. */
    private static boolean looksAcross(IrModule module, Set<Ssa> uniform, Map<Ssa, List<Inst>> users) {
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof Wave wave) {
                    boolean across = switch (wave.op()) {
                        case LANE_ID, GROUP_ANY, INVERSE_BALLOT, WRITE_LANE, QUAD_ANY -> false;
                        case ANY -> (wave.immediate() == WaveOp.TOGETHER || !onlyDecides(wave.result(), users))
                                && !isUniform(wave.operands().getFirst(), uniform);
                        case COUNT_BELOW -> !(wave.operands().getFirst() instanceof Const);
                        case BALLOT_WORD, READ_FIRST_LANE, READ_LANE, DPP16, DPP8, PERMLANE16, PERMLANEX16, DS_PERMUTE, DS_BPERMUTE,
                                DS_SWIZZLE -> !isUniform(wave.operands().getFirst(), uniform);
                    };
                    if (across) {
                        return true;
                    }
                }
            }
        }
        return false;
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
            Set<Ssa> varying = new HashSet<>();
            for (boolean changed = true; changed; ) {
                changed = false;
                Set<Integer> divergentJoins = divergentJoins(module, varying);
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
            boolean operands = inst.operands().stream().anyMatch(each -> each instanceof Ssa ssa && varying.contains(ssa));
            return switch (inst) {
                case org.lierne.recompiler.ir.UserData _, org.lierne.recompiler.ir.HostWord _ -> false;
                case org.lierne.recompiler.ir.Input input -> switch (input.input()) {
                    case TG_SIZE -> amongWaves;
                    case WORKGROUP_ID_X, WORKGROUP_ID_Y, WORKGROUP_ID_Z, BASE_VERTEX, FIRST_INSTANCE, DRAW_INDEX,
                            MERGED_WAVE_INFO, GS_GROUP_INFO, PRIM_MASK, SCRATCH_OFFSET -> false;
                    default -> true;
                };
                case Alu _, org.lierne.recompiler.ir.Construct _, org.lierne.recompiler.ir.Extract _, Phi _,
                        org.lierne.recompiler.ir.ScalarLoad _ -> operands;
                case Wave wave -> switch (wave.op()) {
                    case GROUP_ANY -> false;
                    case ANY, BALLOT_WORD, READ_FIRST_LANE, READ_LANE -> amongWaves;
                    default -> true;
                };
                case org.lierne.recompiler.ir.BufferAccess _, org.lierne.recompiler.ir.GlobalAccess _,
                        org.lierne.recompiler.ir.LdsAccess _, org.lierne.recompiler.ir.ImageAccess _,
                        org.lierne.recompiler.ir.Interp _, org.lierne.recompiler.ir.AttributeLoad _, org.lierne.recompiler.ir.PatchAccess _,
                        org.lierne.recompiler.ir.Export _, org.lierne.recompiler.ir.Barrier _, org.lierne.recompiler.ir.Clock _ -> true;
            };
        }

        /** Blocks where lanes may meet again after a branch that not all took the same way. */
        private static Set<Integer> divergentJoins(IrModule module, Set<Ssa> varying) {
            Set<Integer> joins = new HashSet<>();
            Map<Integer, List<Integer>> predecessors = module.predecessors();
            for (IrBlock block : module.blocks()) {
                if (!(block.terminator() instanceof Terminator.Branch branch) || !(branch.condition() instanceof Ssa condition)
                        || !varying.contains(condition)) {
                    continue;
                }
                Set<Integer> left = reached(module, branch.whenTrue());
                Set<Integer> right = reached(module, branch.whenFalse());
                for (IrBlock join : module.blocks()) {
                    List<Integer> before = predecessors.getOrDefault(join.id(), List.of());
                    if (before.size() > 1 && (left.contains(join.id()) || right.contains(join.id()))
                            && before.stream().anyMatch(each -> each == block.id() || left.contains(each))
                            && before.stream().anyMatch(each -> each == block.id() || right.contains(each))) {
                        joins.add(join.id());
                    }
                }
            }
            return joins;
        }

        private static Set<Integer> reached(IrModule module, int from) {
            Set<Integer> seen = new HashSet<>();
            Deque<Integer> open = new ArrayDeque<>(List.of(from));
            while (!open.isEmpty()) {
                int block = open.remove();
                if (seen.add(block)) {
                    open.addAll(module.block(block).terminator().targets());
                }
            }
            return seen;
        }
    }
}
