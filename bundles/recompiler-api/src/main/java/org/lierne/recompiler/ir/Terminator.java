package org.lierne.recompiler.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a block ends. Targets are block ids. */
public sealed interface Terminator {
    Pc pc();

    /** Ids of the blocks that may come next, without repetition of equal neighbours removed. */
    List<Integer> targets();

    /** What decides, null where nothing has to be decided. */
    default @Nullable Value condition() {
        return null;
    }

    /** The same ending with every edge to {@code from} going to {@code to}. */
    Terminator retarget(int from, int to);

    /** Goes to {@code target}. */
    record Jump(int target, Pc pc) implements Terminator {
        @Override
        public List<Integer> targets() {
            return List.of(target);
        }

        @Override
        public Jump retarget(int from, int to) {
            return target == from ? new Jump(to, pc) : this;
        }
    }

    /** Goes to {@code whenTrue} or {@code whenFalse} by a {@code b1}. */
    record Branch(Value condition, int whenTrue, int whenFalse, Pc pc) implements Terminator {
        @Override
        public List<Integer> targets() {
            return List.of(whenTrue, whenFalse);
        }

        @Override
        public Branch retarget(int from, int to) {
            return new Branch(condition, whenTrue == from ? to : whenTrue, whenFalse == from ? to : whenFalse, pc);
        }

        /** The same branch on another condition. */
        public Branch on(Value changed) {
            return new Branch(changed, whenTrue, whenFalse, pc);
        }
    }

    /** The lane has finished. */
    record Return(Pc pc) implements Terminator {
        @Override
        public List<Integer> targets() {
            return List.of();
        }

        @Override
        public Return retarget(int from, int to) {
            return this;
        }
    }

    /** The pixel is discarded. */
    record Kill(Pc pc) implements Terminator {
        @Override
        public List<Integer> targets() {
            return List.of();
        }

        @Override
        public Kill retarget(int from, int to) {
            return this;
        }
    }

    /** Never reached. */
    record Unreachable(Pc pc) implements Terminator {
        @Override
        public List<Integer> targets() {
            return List.of();
        }

        @Override
        public Unreachable retarget(int from, int to) {
            return this;
        }
    }
}
