package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Instructions that run one after the other, and how they end. Belongs to one module; changed only through its methods. */
public final class IrBlock {
    private final int id;
    private final List<Inst> instructions = new ArrayList<>();
    private @Nullable Terminator terminator;
    private Merge merge = Merge.NONE;

    IrBlock(int id) {
        this.id = id;
    }

    public int id() {
        return id;
    }

    /** Text form of a block id. */
    public static String word(int id) {
        return "b" + id;
    }

    /** A view of the instructions, phis first. */
    public List<Inst> instructions() {
        return java.util.Collections.unmodifiableList(instructions);
    }

    /** Adds at the end. */
    public void add(Inst instruction) {
        instructions.add(instruction);
    }

    /** Adds before all others. */
    public void addFirst(Inst instruction) {
        instructions.addFirst(instruction);
    }

    /** Puts other instructions in place of all. */
    public void setInstructions(List<? extends Inst> changed) {
        List<Inst> copy = List.copyOf(changed);
        instructions.clear();
        instructions.addAll(copy);
    }

    /** The phis at the block's start. */
    public List<Phi> phis() {
        List<Phi> phis = new ArrayList<>();
        for (Inst each : instructions) {
            if (!(each instanceof Phi phi)) {
                break;
            }
            phis.add(phi);
        }
        return phis;
    }

    /** How the block ends. */
    public Terminator terminator() {
        if (terminator == null) {
            throw new IllegalStateException("block " + word(id) + " has no terminator yet");
        }
        return terminator;
    }

    /** True once {@link #terminate} was called. */
    public boolean isTerminated() {
        return terminator != null;
    }

    /** Sets how the block ends. */
    public void terminate(Terminator end) {
        terminator = end;
    }

    public Merge merge() {
        return merge;
    }

    /** Makes the block the head of a construct, or of none. */
    public void setMerge(Merge changed) {
        merge = changed;
    }

    /** Walks the instructions and changes them on the way. */
    public Editor editor() {
        return new Editor(instructions);
    }

    /** A walk over one block's instructions that may replace, remove and insert. */
    public static final class Editor {
        private final List<Inst> instructions;
        private int next;

        private Editor(List<Inst> instructions) {
            this.instructions = instructions;
        }

        public boolean hasNext() {
            return next < instructions.size();
        }

        /** The next instruction; instructions inserted meanwhile are not visited. */
        public Inst next() {
            if (!hasNext()) {
                throw new NoSuchElementException("the block ends here");
            }
            return instructions.get(next++);
        }

        /** Puts another instruction in place of the one visited last. */
        public void set(Inst changed) {
            instructions.set(next - 1, changed);
        }

        /** Takes out the one visited last. */
        public void remove() {
            instructions.remove(--next);
        }

        /** Inserts before the one visited last. */
        public void insertBefore(Inst added) {
            instructions.add(next - 1, added);
            next++;
        }

        /** Inserts after the one visited last, before what is visited next. */
        public void insertAfter(Inst added) {
            instructions.add(next, added);
            next++;
        }
    }
}
