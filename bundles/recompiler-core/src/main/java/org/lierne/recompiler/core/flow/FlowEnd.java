package org.lierne.recompiler.core.flow;

import java.util.List;
import org.lierne.recompiler.isa.Effect;

/** How control leaves a block. Targets are indices into {@link ControlFlow#blocks()}. */
public sealed interface FlowEnd {
    /** The blocks that may come next. */
    List<Integer> targets();

    /** Goes on at {@code target}: by a branch, a call, a return, or by falling through. */
    record Jump(int target) implements FlowEnd {
        @Override
        public List<Integer> targets() {
            return List.of(target);
        }
    }

    /** Goes to {@code taken} when the condition holds, else to {@code next}. */
    record Branch(Effect.Branch.Condition condition, int taken, int next) implements FlowEnd {
        @Override
        public List<Integer> targets() {
            return List.of(taken, next);
        }
    }

    /** Begin or end of a subvector loop: goes to {@code taken} when the instruction jumps to its label, else to {@code next}. */
    record Subvector(int taken, int next) implements FlowEnd {
        @Override
        public List<Integer> targets() {
            return taken == next ? List.of(next) : List.of(taken, next);
        }
    }

    /** Goes to {@code taken} when the call through a table goes to a guest address, else to {@code next}. */
    record Match(int call, long address, int taken, int next) implements FlowEnd {
        @Override
        public List<Integer> targets() {
            return List.of(taken, next);
        }
    }

    /** A call through a table went nowhere known: goes to {@code next}, or ends where that is negative. */
    record Unlinked(int call, int next) implements FlowEnd {
        @Override
        public List<Integer> targets() {
            return next < 0 ? List.of() : List.of(next);
        }
    }

    /** The program ends. */
    record End() implements FlowEnd {
        @Override
        public List<Integer> targets() {
            return List.of();
        }
    }
}
