package org.lierne.recompiler.core.lower;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Dominators;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.program.WordSource;
import org.lierne.recompiler.program.WordSource.Operator;

/**
 * Under which condition the host knows a block to be reached (rules ): the branches every way to it takes whose conditions
 * come from user data and memory alone. Heads of loops, and branches on anything else, leave both sides open.
 */
final class Reachability {
    private final IrModule module;
    private final Sources sources;
    private final Dominators dominators;
    private final Map<Integer, List<Integer>> predecessors;
    private final Map<Integer, WordSource> known = new HashMap<>();

    Reachability(IrModule module, Sources sources) {
        this.module = module;
        this.sources = sources;
        this.dominators = Dominators.of(module);
        this.predecessors = module.predecessors();
    }

    /** A word that is not 0 where the block may be reached; null where nothing is known. */
    @Nullable WordSource of(int block) {
        if (!dominators.isReachable(block)) {
            return null;
        }
        WordSource found = known.get(block);
        if (found == null) {
            found = follow(block);
            known.put(block, found);
        }
        return found.equals(ALWAYS) ? null : found;
    }

    private static final WordSource ALWAYS = WordSource.literal(1);

    private WordSource follow(int block) {
        int above = dominators.immediate(block);
        if (above == block) {
            return ALWAYS;
        }
        WordSource outer = of(above);
        WordSource own = edge(above, block);
        if (outer == null || own == null) {
            return outer != null ? outer : own != null ? own : ALWAYS;
        }
        return WordSource.operation(Operator.AND, outer, own);
    }

    /** What holds on the edge that every way from a block to one below it takes. */
    private @Nullable WordSource edge(int above, int block) {
        if (isLoopHead(above) || !(module.block(above).terminator() instanceof Terminator.Branch branch)
                || branch.whenTrue() == branch.whenFalse()) {
            return null;
        }
        boolean isTrue = leads(above, branch.whenTrue(), block);
        boolean isFalse = leads(above, branch.whenFalse(), block);
        WordSource condition = isTrue != isFalse ? sources.of(branch.condition()) : null;
        return condition == null || !isClean(condition) ? null : WordSource.operation(Operator.EQUAL, WordSource.operation(Operator.EQUAL, condition,
                WordSource.literal(0)), WordSource.literal(isTrue ? 0 : 1));
    }

    /** What a buffer holds may be written on the device between recording and execution; user data and what pointers lead to count as clean. */
    private static boolean isClean(WordSource condition) {
        return switch (condition) {
            case WordSource.UserData _, WordSource.Literal _, WordSource.Key _ -> true;
            case WordSource.Loaded loaded -> isClean(loaded.low()) && isClean(loaded.high()) && isClean(loaded.byteOffset());
            case WordSource.BufferLoaded _ -> false;
            case WordSource.Operation operation -> operation.arguments().stream().allMatch(Reachability::isClean);
        };
    }

    private boolean leads(int above, int target, int block) {
        return predecessors.getOrDefault(target, List.of()).equals(List.of(above)) && dominators.dominates(target, block);
    }

    private boolean isLoopHead(int block) {
        return predecessors.getOrDefault(block, List.of()).stream().anyMatch(p -> dominators.dominates(block, p));
    }
}
