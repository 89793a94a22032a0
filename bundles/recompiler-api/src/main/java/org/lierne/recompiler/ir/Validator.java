package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks a module against invariants and reports all it finds. */
public final class Validator {
    /**
     * One thing that is wrong.
     *
     * @param block       where, the block's id; -1 for the whole module
     * @param pc          guest place
     * @param instruction text of the instruction, "" for the block or module
     * @param message     what is wrong
     */
    public record Finding(int block, Pc pc, String instruction, String message) {
        @Override
        public String toString() {
            return (block < 0 ? "module" : IrBlock.word(block) + " pc=" + pc) + (instruction.isEmpty() ? "" : " " + instruction)
                    + ": " + message;
        }
    }

    private final IrModule module;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<Ssa, int[]> definitions = new HashMap<>();

    private Validator(IrModule module) {
        this.module = module;
    }

    /**
     * All findings, empty when everything holds. {@link Invariant#SSA} is always checked first; the others only where it holds,
     * since they would be meaningless otherwise.
     */
    public static List<Finding> check(IrModule module, Set<Invariant> invariants) {
        Validator validator = new Validator(module);
        if (validator.shape()) {
            validator.ssa();
        }
        if (validator.findings.isEmpty()) {
            for (Invariant invariant : EnumSet.copyOf(withSsa(invariants))) {
                validator.check(invariant);
            }
        }
        return List.copyOf(validator.findings);
    }

    private static Set<Invariant> withSsa(Set<Invariant> invariants) {
        EnumSet<Invariant> all = EnumSet.of(Invariant.SSA);
        all.addAll(invariants);
        return all;
    }

    private void find(IrBlock block, @Nullable Inst inst, String message) {
        findings.add(new Finding(block.id(), inst == null ? Pc.NONE : inst.pc(), inst == null ? "" : IrText.print(inst), message));
    }

    /** Blocks end and their targets exist; without that nothing else can be said. */
    private boolean shape() {
        for (IrBlock block : module.blocks()) {
            if (!block.isTerminated()) {
                find(block, null, "has no terminator");
                continue;
            }
            for (int target : block.terminator().targets()) {
                if (!module.hasBlock(target)) {
                    find(block, null, "goes to " + IrBlock.word(target) + ", which does not exist");
                } else if (target == module.entry().id()) {
                    find(block, null, "goes to the entry block");
                }
            }
        }
        return findings.isEmpty();
    }

    private void ssa() {
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        Dominators dominators = Dominators.of(module);
        for (IrBlock block : module.blocks()) {
            int index = 0;
            for (Inst inst : block.instructions()) {
                Ssa result = inst.result();
                if (result != null) {
                    if (definitions.putIfAbsent(result, new int[] {block.id(), index}) != null) {
                        find(block, inst, "defines " + result.word() + " a second time");
                    }
                    if (result.id() >= module.valueLimit()) {
                        find(block, inst, "defines " + result.word() + ", an id the module never handed out");
                    }
                }
                index++;
            }
        }
        for (IrBlock block : module.blocks()) {
            boolean reachable = dominators.isReachable(block.id());
            boolean phisOver = false;
            int index = 0;
            for (Inst inst : block.instructions()) {
                if (inst instanceof Phi phi) {
                    if (phisOver) {
                        find(block, inst, "is a phi behind other instructions");
                    }
                    phi(block, phi, predecessors.getOrDefault(block.id(), List.of()), dominators);
                } else {
                    phisOver = true;
                    for (Value operand : inst.operands()) {
                        if (reachable) {
                            use(block, inst, index, operand, dominators);
                        }
                    }
                    types(block, inst);
                }
                index++;
            }
            if (block.terminator() instanceof Terminator.Branch branch) {
                if (branch.condition().type() != ScalarType.B1) {
                    find(block, null, "branches on " + branch.condition().word() + ", which is not b1");
                }
                if (reachable) {
                    use(block, null, index, branch.condition(), dominators);
                }
            }
        }
    }

    private void use(IrBlock block, @Nullable Inst inst, int index, Value value, Dominators dominators) {
        if (!(value instanceof Ssa ssa)) {
            return;
        }
        int[] place = definitions.get(ssa);
        if (place == null) {
            find(block, inst, "uses " + ssa.word() + " as " + ssa.type().word() + ", which nothing defines");
        } else if (place[0] == block.id() ? place[1] >= index : !dominators.dominates(place[0], block.id())) {
            find(block, inst, "uses " + ssa.word() + " where its definition in " + IrBlock.word(place[0])
                    + " does not dominate");
        }
    }

    private void phi(IrBlock block, Phi phi, List<Integer> predecessors, Dominators dominators) {
        Set<Integer> seen = new HashSet<>();
        for (Phi.Incoming edge : phi.incoming()) {
            if (!seen.add(edge.block())) {
                find(block, phi, "names " + IrBlock.word(edge.block()) + " twice");
            }
            if (!predecessors.contains(edge.block())) {
                find(block, phi, "names " + IrBlock.word(edge.block()) + ", which is no predecessor");
                continue;
            }
            if (!edge.value().type().equals(phi.result().type())) {
                find(block, phi, "takes " + edge.value().word() + " of another type");
            }
            if (dominators.isReachable(edge.block())) {
                use(module.block(edge.block()), phi, Integer.MAX_VALUE, edge.value(), dominators);
            }
        }
        for (int predecessor : predecessors) {
            if (!seen.contains(predecessor)) {
                find(block, phi, "has no value for predecessor " + IrBlock.word(predecessor));
            }
        }
    }

    private void types(IrBlock block, Inst inst) {
        switch (inst) {
            case Alu alu -> alu(block, alu);
            case Construct construct -> {
                if (construct.operands().size() != construct.result().type().size()
                        || construct.operands().stream().anyMatch(
                                each -> each.type() != construct.result().type().component())) {
                    find(block, inst, "operands do not make up the result type");
                }
            }
            case Extract extract -> {
                if (extract.index() < 0 || extract.index() >= extract.vector().type().size()
                        || extract.vector().type().component() != extract.result().type()) {
                    find(block, inst, "takes no component of its vector");
                }
            }
            case Phi _, Input _, UserData _, HostWord _, Wave _, Interp _, AttributeLoad _, Barrier _, Clock _ -> { }
            case PatchAccess access -> guard(block, inst, access.guard());
            case ScalarLoad load -> {
                place(block, inst, load.place(), 4);
                i32(block, inst, load.offset());
            }
            case BufferAccess access -> {
                place(block, inst, access.buffer(), 4);
                i32(block, inst, access.scalarOffset());
                access.data().forEach(each -> i32(block, inst, each));
                guard(block, inst, access.guard());
            }
            case GlobalAccess access -> {
                place(block, inst, access.place(), 2);
                guard(block, inst, access.guard());
            }
            case LdsAccess access -> {
                i32(block, inst, access.address());
                guard(block, inst, access.guard());
            }
            case ImageAccess access -> {
                place(block, inst, access.image(), 8);
                if (access.sampler() != null) {
                    place(block, inst, access.sampler(), 4);
                } else if (access.op().usesSampler()) {
                    find(block, inst, "has no sampler");
                }
                if (access.op() != ImageOp.RESINFO && access.address().coordinates().size() != access.dim().coordinates()) {
                    find(block, inst, "has " + access.address().coordinates().size() + " coordinates, dim:"
                            + access.dim().word() + " needs " + access.dim().coordinates());
                }
                guard(block, inst, access.guard());
            }
            case Export export -> {
                if (export.values().size() != (export.compressed() ? 2 : 4)) {
                    find(block, inst, "has " + export.values().size() + " values");
                }
                export.values().forEach(each -> i32(block, inst, each));
                guard(block, inst, export.guard());
            }
        }
    }

    private void i32(IrBlock block, Inst inst, Value value) {
        if (value.type() != ScalarType.I32) {
            find(block, inst, value.word() + " is " + value.type().word() + ", not i32");
        }
    }

    private void guard(IrBlock block, Inst inst, @Nullable Value guard) {
        if (guard != null && guard.type() != ScalarType.B1) {
            find(block, inst, "guard " + guard.word() + " is not b1");
        }
    }

    private void place(IrBlock block, Inst inst, Place place, int words) {
        switch (place) {
            case Place.DescriptorWords descriptor -> {
                if (descriptor.words().size() != words) {
                    find(block, inst, "descriptor has " + descriptor.words().size() + " words, not " + words);
                }
                descriptor.words().forEach(each -> i32(block, inst, each));
            }
            case Place.Address address -> {
                if (address.address().type() != ScalarType.I64) {
                    find(block, inst, "address " + address.address().word() + " is not i64");
                }
            }
            case Place.ResourceRef resource -> {
                if (resource.index() < 0 || resource.index() >= module.resources().size()) {
                    find(block, inst, "names resource " + resource.index() + " of " + module.resources().size());
                }
                if (resource.element() != null) {
                    i32(block, inst, resource.element());
                }
            }
        }
    }

    private void alu(IrBlock block, Alu alu) {
        if (alu.operands().size() != alu.op().arity()) {
            find(block, alu, "has " + alu.operands().size() + " operands, " + alu.op().word() + " takes " + alu.op().arity());
            return;
        }
        Type result = alu.result().type();
        Type first = alu.operand(0).type();
        ScalarType of = first.component();
        boolean fits = switch (alu.op().shape()) {
            case SAME_INT -> of.isInteger() && allLike(alu, result);
            case SAME_BITS -> !of.isFloat() && allLike(alu, result);
            case SAME_FLOAT -> of.isFloat() && allLike(alu, result);
            case SHIFT -> of.isInteger() && first.equals(result) && alu.operand(1).type() == ScalarType.I32;
            case FIELD -> of.isInteger() && first.equals(result) && alu.operand(1).type() == ScalarType.I32
                    && alu.operand(2).type() == ScalarType.I32;
            case COMPARE_INT -> of.isInteger() && result == ScalarType.B1 && allLike(alu, first);
            case COMPARE_BITS -> !of.isFloat() && result == ScalarType.B1 && allLike(alu, first);
            case COMPARE_FLOAT -> of.isFloat() && result == ScalarType.B1 && allLike(alu, first);
            case TO_I32 -> result == ScalarType.I32;
            case CONVERT -> alu.op() != AluOp.BITCAST || bits(first) == bits(result);
            case PACK -> first == ScalarType.I32 && alu.operand(1).type() == ScalarType.I32 && result == ScalarType.I64;
            case LDEXP -> of.isFloat() && first.equals(result) && alu.operand(1).type() == ScalarType.I32;
            case DIV_FLAG -> of.isFloat() && result == ScalarType.B1 && allLike(alu, first);
            case DIV_FMAS -> of.isFloat() && first.equals(result) && alu.operand(1).type().equals(first)
                    && alu.operand(2).type().equals(first) && alu.operand(3).type() == ScalarType.B1;
            case SELECT -> of == ScalarType.B1 && alu.operand(1).type().equals(result) && alu.operand(2).type().equals(result);
        };
        if (!fits) {
            find(block, alu, "operand or result types do not fit");
        }
    }

    private static int bits(Type type) {
        return type.component().bits() * type.size();
    }

    private static boolean allLike(Alu alu, Type type) {
        return alu.operands().stream().allMatch(each -> each.type().equals(type));
    }

    private void check(Invariant invariant) {
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                String broken = broken(invariant, inst);
                if (broken != null) {
                    find(block, inst, invariant + ": " + broken);
                }
            }
        }
        if (invariant == Invariant.STRUCTURED) {
            findings.addAll(StructureCheck.check(module));
        }
    }

    private static @Nullable String broken(Invariant invariant, Inst inst) {
        return switch (invariant) {
            case DESCRIPTORS_RESOLVED -> hasDescriptor(inst) ? "a descriptor is still in registers" : null;
            case INTERPOLATION_RESOLVED -> inst instanceof Interp ? "is an interpolation step" : null;
            case GUARDS_LOWERED -> isGuarded(inst) ? "has a guard" : null;
            case MASKS_LOWERED, F32_DENORMALS_EXPLICIT, NANS_EXPLICIT, SSA, STRUCTURED, EMITTABLE -> null;
        };
    }

    private static boolean hasDescriptor(Inst inst) {
        return switch (inst) {
            case ScalarLoad load -> load.place() instanceof Place.DescriptorWords;
            case BufferAccess access -> access.buffer() instanceof Place.DescriptorWords;
            case ImageAccess access -> access.image() instanceof Place.DescriptorWords
                    || access.sampler() instanceof Place.DescriptorWords;
            case GlobalAccess access -> access.place() instanceof Place.DescriptorWords;
            case Alu _, Construct _, Extract _, Phi _, Input _, UserData _, HostWord _, Wave _, LdsAccess _, Interp _,
                    AttributeLoad _, PatchAccess _, Export _, Barrier _, Clock _ -> false;
        };
    }

    private static boolean isGuarded(Inst inst) {
        return switch (inst) {
            case BufferAccess access -> access.guard() != null;
            case ImageAccess access -> access.guard() != null;
            case GlobalAccess access -> access.guard() != null;
            case LdsAccess access -> access.guard() != null;
            case Export export -> export.guard() != null;
            case PatchAccess access -> access.guard() != null;
            case Alu _, Construct _, Extract _, Phi _, Input _, UserData _, HostWord _, Wave _, ScalarLoad _, Interp _,
                    AttributeLoad _, Barrier _, Clock _ -> false;
        };
    }
}
