package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.PatchLayout;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;

/** One guest program as IR: its blocks in text order with the entry first, its resources, and what holds for all of it. */
public final class IrModule {
    private final ShaderStage stage;
    private final int waveSize;
    private final FloatMode floatMode;
    private final Set<HostFeature> floatControls = EnumSet.noneOf(HostFeature.class);
    private final Map<Integer, IrBlock> blocks = new LinkedHashMap<>();
    private final List<ShaderResource> resources = new ArrayList<>();
    private final Map<Integer, String> assembly = new HashMap<>();
    private boolean dropsCaches;
    private boolean ordered;
    private boolean oneLane;
    private PatchLayout patches = PatchLayout.NONE;
    private int nextValue;
    private int nextBlock;

    public IrModule(ShaderStage stage, int waveSize, FloatMode floatMode) {
        this.stage = stage;
        this.waveSize = waveSize;
        this.floatMode = floatMode;
    }

    /** The same program once more, with the same numbers. From now on each of the two changes by itself. */
    public IrModule copy() {
        IrModule copy = new IrModule(stage, waveSize, floatMode);
        copy.floatControls.addAll(floatControls);
        for (IrBlock block : blocks.values()) {
            IrBlock same = copy.newBlock(block.id());
            same.setInstructions(block.instructions());
            same.terminate(block.terminator());
            same.setMerge(block.merge());
        }
        copy.resources.addAll(resources);
        copy.assembly.putAll(assembly);
        copy.dropsCaches = dropsCaches;
        copy.ordered = ordered;
        copy.oneLane = oneLane;
        copy.patches = patches;
        copy.nextValue = nextValue;
        copy.nextBlock = nextBlock;
        return copy;
    }

    public ShaderStage stage() {
        return stage;
    }

    /** The host has one lane of each wave and no others (rule A-012). */
    public void noteOneLane() {
        oneLane = true;
    }

    public boolean isOneLane() {
        return oneLane;
    }

    /** Lanes of a guest wave: 32 or 64. */
    public int waveSize() {
        return waveSize;
    }

    /** The float mode at entry. */
    public FloatMode floatMode() {
        return floatMode;
    }

    /** Lets the module ask its host for a way to compute with floats. */
    public void ask(HostFeature floatControl) {
        floatControls.add(floatControl);
    }

    /** The float controls the module asks its host for. */
    public Set<HostFeature> floatControls() {
        return java.util.Collections.unmodifiableSet(floatControls);
    }

    /** Notes that an instruction drops what a cache holds, so that plain accesses behind it see what others wrote. */
    public void noteDroppedCache() {
        dropsCaches = true;
    }

    /** Whether some instruction of the guest's program drops what a cache holds. */
    public boolean dropsCaches() {
        return dropsCaches;
    }

    /** Whether invocations on one pixel run one after the other, in the order of their primitives. */
    public boolean isOrdered() {
        return ordered;
    }

    public void setOrdered() {
        ordered = true;
    }

    /** Off-chip memory of a hull or evaluation program, once it is known. */
    public PatchLayout patches() {
        return patches;
    }

    public void setPatches(PatchLayout found) {
        patches = found;
    }

    /** A value nobody has used yet. */
    public Ssa fresh(Type type) {
        return new Ssa(nextValue++, type);
    }

    /** One more than the highest value id handed out. */
    public int valueLimit() {
        return nextValue;
    }

    /** Lets {@link #fresh} start at {@code limit} at least; for readers of text. */
    void reserveValues(int limit) {
        nextValue = Math.max(nextValue, limit);
    }

    /** A new empty block at the end of the text order; the first one made is the entry. */
    public IrBlock newBlock() {
        return newBlock(nextBlock);
    }

    IrBlock newBlock(int id) {
        if (blocks.containsKey(id)) {
            throw new IllegalArgumentException("block " + IrBlock.word(id) + " stands twice");
        }
        IrBlock block = new IrBlock(id);
        blocks.put(id, block);
        nextBlock = Math.max(nextBlock, id + 1);
        return block;
    }

    /** The block the program starts in. It has no predecessors. */
    public IrBlock entry() {
        return blocks.values().iterator().next();
    }

    /**
     * The block with this id.
     *
     * @throws IllegalArgumentException when there is none
     */
    public IrBlock block(int id) {
        IrBlock block = blocks.get(id);
        if (block == null) {
            throw new IllegalArgumentException("there is no block " + IrBlock.word(id));
        }
        return block;
    }

    public boolean hasBlock(int id) {
        return blocks.containsKey(id);
    }

    /** All blocks in text order; a copy, so that blocks may be added meanwhile. */
    public List<IrBlock> blocks() {
        return List.copyOf(blocks.values());
    }

    /** Puts the blocks in another text order; blocks not named go. The entry has to stay first. */
    public void order(List<IrBlock> order) {
        if (order.isEmpty() || order.getFirst() != entry()) {
            throw new IllegalArgumentException("the entry block has to stay first");
        }
        blocks.clear();
        order.forEach(block -> blocks.put(block.id(), block));
    }

    /** Predecessors of each block, in text order of the predecessors; a block that branches twice to one target counts once. */
    public Map<Integer, List<Integer>> predecessors() {
        Map<Integer, List<Integer>> all = new HashMap<>();
        blocks.keySet().forEach(id -> all.put(id, new ArrayList<>()));
        for (IrBlock block : blocks.values()) {
            for (int target : block.terminator().targets()) {
                List<Integer> known = all.get(target);
                if (known != null && (known.isEmpty() || known.getLast() != block.id())) {
                    known.add(block.id());
                }
            }
        }
        return all;
    }

    /** Resources by index. */
    public List<ShaderResource> resources() {
        return Collections.unmodifiableList(resources);
    }

    /** Adds a resource; its index has to be the number of those before it. */
    public void addResource(ShaderResource resource) {
        if (resource.index() != resources.size()) {
            throw new IllegalArgumentException("resource " + resource.index() + " added as number " + resources.size());
        }
        resources.add(resource);
    }

    /** Puts another description in the place of the resource with the same index. */
    public void setResource(ShaderResource resource) {
        resources.set(resource.index(), resource);
    }

    /** Remembers how the guest wrote an instruction. */
    public void noteAssembly(Pc pc, String text) {
        assembly.put(pc.byteOffset(), text);
    }

    /** The instruction at a place as the guest wrote it, "" when unknown. */
    public String assemblyAt(Pc pc) {
        return assembly.getOrDefault(pc.byteOffset(), "");
    }

    /**
     * Puts other values in place of operands everywhere, terminators included. Chains in the map are followed.
     *
     * @param replacements what each value becomes
     */
    public void replace(Map<Ssa, Value> replacements) {
        substitute(replacements);
    }

    /** {@link #replace}; whether some instruction had an operand in the map. */
    boolean substitute(Map<Ssa, Value> replacements) {
        if (replacements.isEmpty()) {
            return false;
        }
        boolean any = false;
        UnaryOperator<Value> follow = value -> {
            Value at = value;
            while (at instanceof Ssa ssa && replacements.containsKey(ssa)) {
                at = replacements.get(ssa);
            }
            return at;
        };
        for (IrBlock block : blocks.values()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                Inst inst = at.next();
                List<Value> operands = inst.operands();
                boolean touched = false;
                for (Value operand : operands) {
                    touched |= operand instanceof Ssa ssa && replacements.containsKey(ssa);
                }
                if (touched) {
                    at.set(inst.withOperands(operands.stream().map(follow).toList()));
                    any = true;
                }
            }
            if (block.isTerminated() && block.terminator() instanceof Terminator.Branch branch) {
                Value changed = follow.apply(branch.condition());
                if (changed != branch.condition()) {
                    block.terminate(branch.on(changed));
                }
            }
        }
        return any;
    }
}
