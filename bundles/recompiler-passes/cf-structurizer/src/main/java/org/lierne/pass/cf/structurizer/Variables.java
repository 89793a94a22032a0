package org.lierne.pass.cf.structurizer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lierne.recompiler.ir.Dominators;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.Renaming;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Undef;
import org.lierne.recompiler.ir.Value;

/**
 * Phis as variables while edges move. A phi becomes a variable that is set where its edges start; when the new graph is complete,
 * phis are made wherever a variable, or a value whose definition no longer dominates, is read.
 */
final class Variables {
    private final IrModule module;
    private final Set<Ssa> variables = new HashSet<>();
    private final Map<Integer, Map<Ssa, Value>> setAtEnd = new HashMap<>();
    /** Blocks whose values are read through variables elsewhere. */
    private final Set<Integer> own = new HashSet<>();

    Variables(IrModule module) {
        this.module = module;
    }

    /** A variable that no phi was. */
    Ssa fresh(Type type) {
        Ssa variable = module.fresh(type);
        variables.add(variable);
        return variable;
    }

    /** Sets a variable behind the last instruction of a block. */
    void set(IrBlock block, Ssa variable, Value value) {
        setAtEnd.computeIfAbsent(block.id(), _ -> new LinkedHashMap<>()).put(variable, value);
    }

    /** Turns all phis into variables. An edge of a branch gets a block of its own when it sets something. */
    void takeApart() {
        for (IrBlock block : module.blocks()) {
            List<Phi> phis = block.phis();
            if (phis.isEmpty()) {
                continue;
            }
            Map<Integer, IrBlock> settingBlock = new HashMap<>();
            for (Phi phi : phis) {
                variables.add(phi.result());
                for (Phi.Incoming edge : phi.incoming()) {
                    IrBlock place = settingBlock.computeIfAbsent(edge.block(), from -> onEdge(module.block(from), block));
                    set(place, phi.result(), edge.value());
                }
            }
            List<Inst> rest = block.instructions().subList(phis.size(), block.instructions().size());
            block.setInstructions(rest);
        }
    }

    private IrBlock onEdge(IrBlock from, IrBlock to) {
        if (from.terminator().targets().size() == 1) {
            return from;
        }
        IrBlock edge = module.newBlock();
        edge.terminate(new Terminator.Jump(to.id(), from.terminator().pc()));
        from.terminate(from.terminator().retarget(to.id(), edge.id()));
        return edge;
    }

    /**
     * Makes a second copy of blocks. Edges between them become edges between the copies, all others stay. What the blocks define becomes
     * variables, set by original and copy alike.
     *
     * @return the copy of each block
     */
    Map<Integer, IrBlock> copy(Set<Integer> blocks) {
        Map<Integer, IrBlock> copies = new LinkedHashMap<>();
        blocks.forEach(id -> copies.put(id, module.newBlock()));
        copies.forEach((id, copy) -> {
            IrBlock block = module.block(id);
            keepOwn(block);
            Map<Ssa, Value> names = new HashMap<>();
            for (Inst inst : block.instructions()) {
                Ssa result = inst.result();
                if (result != null) {
                    names.put(result, module.fresh(result.type()));
                }
                copy.add(Renaming.of(inst, names));
            }
            own.add(copy.id());
            Terminator end = renamed(block.terminator(), names);
            for (int target : Set.copyOf(end.targets())) {
                IrBlock other = copies.get(target);
                end = other == null ? end : end.retarget(target, other.id());
            }
            copy.terminate(end);
            setAtEnd.getOrDefault(id, Map.of()).forEach((variable, value) -> set(copy, variable, Renaming.of(value, names)));
        });
        return copies;
    }

    /** Lets a block define values for itself only; others read them as variables that it sets at its end. */
    private void keepOwn(IrBlock block) {
        if (!own.add(block.id())) {
            return;
        }
        Map<Ssa, Value> names = new LinkedHashMap<>();
        List<Inst> renamed = new ArrayList<>();
        for (Inst inst : block.instructions()) {
            Ssa result = inst.result();
            if (result != null) {
                names.put(result, module.fresh(result.type()));
            }
            renamed.add(Renaming.of(inst, names));
        }
        block.setInstructions(renamed);
        block.terminate(renamed(block.terminator(), names));
        Map<Ssa, Value> set = new LinkedHashMap<>(setAtEnd.getOrDefault(block.id(), Map.of()));
        set.replaceAll((_, value) -> Renaming.of(value, names));
        names.forEach((variable, value) -> {
            variables.add(variable);
            set.put(variable, value);
        });
        setAtEnd.put(block.id(), set);
    }

    private static Terminator renamed(Terminator end, Map<Ssa, Value> names) {
        return end instanceof Terminator.Branch branch ? branch.on(Renaming.of(branch.condition(), names)) : end;
    }

    /** Makes phis for every read that needs one. */
    void putTogether() {
        new Reading().run();
    }

    private final class Reading {
        private final Map<Integer, List<Integer>> predecessors = module.predecessors();
        private final Dominators dominators = Dominators.of(module);
        private final Map<Ssa, Integer> home = new HashMap<>();
        private final Map<Integer, Map<Ssa, Value>> atStart = new HashMap<>();
        private final Map<Integer, List<Phi>> made = new HashMap<>();

        void run() {
            for (IrBlock block : module.blocks()) {
                for (Inst inst : block.instructions()) {
                    Ssa result = inst.result();
                    if (result != null) {
                        home.put(result, block.id());
                    }
                }
            }
            for (IrBlock block : module.blocks()) {
                for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                    Inst inst = at.next();
                    List<Value> operands = inst.operands();
                    List<Value> changed = new ArrayList<>(operands.size());
                    for (Value operand : operands) {
                        changed.add(use(operand, block.id()));
                    }
                    if (!changed.equals(operands)) {
                        at.set(inst.withOperands(changed));
                    }
                }
                if (block.terminator() instanceof Terminator.Branch branch) {
                    block.terminate(branch.on(use(branch.condition(), block.id())));
                }
            }
            made.forEach((id, phis) -> {
                IrBlock block = module.block(id);
                List<Inst> all = new ArrayList<>(phis);
                all.addAll(block.instructions());
                block.setInstructions(all);
            });
        }

        /** What an instruction of {@code block} reads. */
        private Value use(Value value, int block) {
            if (!(value instanceof Ssa ssa)) {
                return value;
            }
            Integer where = home.get(ssa);
            boolean plain = !variables.contains(ssa) && where != null && dominators.dominates(where, block);
            return plain ? value : start(ssa, block);
        }

        private Value start(Ssa variable, int block) {
            Map<Ssa, Value> known = atStart.computeIfAbsent(block, _ -> new HashMap<>());
            Value found = known.get(variable);
            if (found != null) {
                return found;
            }
            List<Integer> before = predecessors.getOrDefault(block, List.of());
            if (before.isEmpty()) {
                Value undefined = new Undef(variable.type());
                known.put(variable, undefined);
                return undefined;
            }
            if (before.size() == 1) {
                Value value = end(variable, before.getFirst());
                known.put(variable, value);
                return value;
            }
            Ssa result = module.fresh(variable.type());
            known.put(variable, result);
            List<Phi.Incoming> incoming = new ArrayList<>();
            for (int from : before) {
                incoming.add(new Phi.Incoming(from, end(variable, from)));
            }
            made.computeIfAbsent(block, _ -> new ArrayList<>()).add(new Phi(result, incoming, Pc.NONE));
            return result;
        }

        private Value end(Ssa variable, int block) {
            Map<Ssa, Value> set = setAtEnd.getOrDefault(block, Map.of());
            Value value = set.get(variable);
            if (value != null) {
                return use(value, block);
            }
            return Integer.valueOf(block).equals(home.get(variable)) ? variable : start(variable, block);
        }
    }
}
