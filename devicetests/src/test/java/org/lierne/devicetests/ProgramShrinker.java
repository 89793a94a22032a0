package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.List;
import org.lierne.devicetests.RandomProgram.Item;
import org.lierne.recompiler.isa.MeasuredRow.Cell;

/** Makes a program that differs as small as it can, so that it differs still. */
final class ProgramShrinker {
    private final ProgramComparison comparison;

    ProgramShrinker(ProgramComparison comparison) {
        this.comparison = comparison;
    }

    ProgramComparison.Outcome shrink(RandomProgram program) {
        RandomProgram best = program;
        boolean smaller = true;
        while (smaller) {
            RandomProgram before = best;
            best = withFewerItems(best);
            smaller = best != before;
        }
        best = withSimplerState(best);
        return comparison.compareWhole(best);
    }

    private boolean differs(RandomProgram program) {
        try {
            return comparison.compareWhole(program).difference() != null;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    private RandomProgram withFewerItems(RandomProgram program) {
        RandomProgram best = program;
        for (int size = Math.max(1, program.items().size() / 2); size > 0; size /= 2) {
            for (int from = best.items().size() - size; from >= 0; from -= size) {
                List<Item> rest = new ArrayList<>(best.items().subList(0, from));
                rest.addAll(best.items().subList(from + size, best.items().size()));
                RandomProgram tried = best.withItems(rest);
                if (differs(tried)) {
                    best = tried;
                    from = Math.min(from, best.items().size());
                }
            }
        }
        return best;
    }

    private RandomProgram withSimplerState(RandomProgram program) {
        RandomProgram best = program;
        RandomProgram full = best.withExec(best.waveSize() == 64 ? -1L : 0xffffffffL);
        best = differs(full) ? full : best;
        for (int i = 0; i < best.in().size(); i++) {
            Cell cell = best.in().get(i);
            long[] first = new long[cell.lanes().length];
            for (long value : new long[] {0, cell.lanes()[0]}) {
                java.util.Arrays.fill(first, value);
                List<Cell> in = new ArrayList<>(best.in());
                in.set(i, new Cell(cell.text(), cell.kind(), cell.index(), first.clone(), cell.compared()));
                RandomProgram tried = best.withIn(in);
                if (differs(tried)) {
                    best = tried;
                    break;
                }
            }
        }
        return best;
    }
}
