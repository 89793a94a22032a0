package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.List;
import org.lierne.devicetests.ProgramComparison.Ending;
import org.lierne.devicetests.RandomProgram.Item;
import org.lierne.recompiler.isa.MeasuredRow.Cell;

/** Makes a program that differs or fails as small as it can, so that it does so still. */
final class ProgramShrinker {
    private final ProgramComparison comparison;

    ProgramShrinker(ProgramComparison comparison) {
        this.comparison = comparison;
    }

    /**
     * A smaller program that ends alike. What did not end stays as it is, and so does what does not come again, or what leaves the device
     * at work for good when it is made smaller.
     */
    ProgramComparison.Outcome shrink(ProgramComparison.Outcome found) {
        try {
            return found.ending() == Ending.OVERDUE || !endsAs(found.ending(), found.program()) ? found : smallest(found);
        } catch (StillAtWork lost) {
            return found;
        }
    }

    private ProgramComparison.Outcome smallest(ProgramComparison.Outcome found) {
        RandomProgram best = found.program();
        boolean smaller = true;
        while (smaller) {
            RandomProgram before = best;
            best = withFewerItems(best, found.ending());
            smaller = best != before;
        }
        best = withSimplerState(best, found.ending());
        ProgramComparison.Outcome small = comparison.compareWhole(best);
        return small.ending() == found.ending() ? small : found;
    }

    private boolean endsAs(Ending ending, RandomProgram program) {
        try {
            Ending other = comparison.compareWhole(program).ending();
            if (other == Ending.OVERDUE) {
                throw new StillAtWork();
            }
            return other == ending;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    /** The device does not end a smaller program. */
    private static final class StillAtWork extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private RandomProgram withFewerItems(RandomProgram program, Ending ending) {
        RandomProgram best = program;
        for (int size = Math.max(1, program.items().size() / 2); size > 0; size /= 2) {
            for (int from = best.items().size() - size; from >= 0; from -= size) {
                List<Item> rest = new ArrayList<>(best.items().subList(0, from));
                rest.addAll(best.items().subList(from + size, best.items().size()));
                RandomProgram tried = best.withItems(rest);
                if (endsAs(ending, tried)) {
                    best = tried;
                    from = Math.min(from, best.items().size());
                }
            }
        }
        return best;
    }

    private RandomProgram withSimplerState(RandomProgram program, Ending ending) {
        RandomProgram best = program;
        RandomProgram full = best.withExec(best.waveSize() == 64 ? -1L : 0xffffffffL);
        best = endsAs(ending, full) ? full : best;
        for (int i = 0; i < best.in().size(); i++) {
            Cell cell = best.in().get(i);
            long[] first = new long[cell.lanes().length];
            for (long value : new long[] {0, cell.lanes()[0]}) {
                java.util.Arrays.fill(first, value);
                List<Cell> in = new ArrayList<>(best.in());
                in.set(i, new Cell(cell.text(), cell.kind(), cell.index(), first.clone(), cell.compared()));
                RandomProgram tried = best.withIn(in);
                if (endsAs(ending, tried)) {
                    best = tried;
                    break;
                }
            }
        }
        return best;
    }
}
