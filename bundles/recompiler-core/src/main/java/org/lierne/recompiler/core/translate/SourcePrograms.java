package org.lierne.recompiler.core.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.program.TranslatedShader;

/**
 * Programs that were analysed and wait for their first variant (rule A-020): what all variants have in common is not made twice. What is
 * kept holds the values that its instructions read and nothing else, under the numbers they had. There is no bound: a program that is
 * analysed is about to be translated.
 */
final class SourcePrograms {
    /** The switch by which nothing is kept. */
    static final String ID = "cache.source-ir";

    /**
     * A program before its descriptors are resolved.
     *
     * @param runs what made it
     */
    record Source(IrModule module, List<TranslatedShader.PassRun> runs) {
        Source {
            runs = List.copyOf(runs);
        }
    }

    private final Map<String, Source> waiting = new ConcurrentHashMap<>();

    /** Keeps a program that nobody else holds. */
    void keep(String analysisKey, Source source) {
        reclaim(source.module, Map.of());
        waiting.put(analysisKey, source);
    }

    /** The program, which is no longer kept; null when it is not. */
    @Nullable Source take(String analysisKey) {
        return waiting.remove(analysisKey);
    }

    /**
     * Drops the values of a program that nothing reads.
     *
     * @param owners who else holds values of the program, by name
     * @throws IllegalStateException when one of them holds a value that went
     */
    static void reclaim(IrModule module, Map<String, Set<Ssa>> owners) {
        Cleanup.removeUnreachable(module);
        Cleanup.removeDead(module);
        Set<Ssa> defined = Cleanup.definitions(module).keySet();
        owners.forEach((owner, values) -> require(defined, values, () -> owner));
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                require(defined, inst.operands(), inst::toString);
            }
            if (block.terminator().condition() != null) {
                require(defined, List.of(block.terminator().condition()), () -> IrBlock.word(block.id()));
            }
        }
    }

    private static void require(Set<Ssa> defined, Iterable<?> values, Supplier<String> owner) {
        List<Object> gone = new ArrayList<>();
        values.forEach(value -> {
            if (value instanceof Ssa ssa && !defined.contains(ssa)) {
                gone.add(ssa);
            }
        });
        if (!gone.isEmpty()) {
            throw new IllegalStateException(owner.get() + " holds " + gone + ", which the program has no longer");
        }
    }
}
