package org.lierne.devicetests;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lierne.gpu.GpuFailure;
import org.lierne.recompiler.core.interpreter.InterpreterRows;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.MeasuredRow.Kind;
import org.lierne.recompiler.isa.MeasuredRows;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.shader.harness.DispatchOverdue;

/** A program on the interpreter and on a device. What either refuses is left out of the program, and counted. */
final class ProgramComparison {
    private static final Pattern REFUSED = Pattern.compile("pc=0x([0-9a-f]+) (\\S*).*: ([^:]*)$");
    private static final List<Cell> PLACES = ProgramGenerator.compared();

    private final RowExecutor interpreter = new InterpreterRows();
    private final RowExecutor device;
    private final Map<String, Integer> refusals;

    ProgramComparison(RowExecutor device, Map<String, Integer> refusals) {
        this.device = device;
        this.refusals = refusals;
    }

    /** How a comparison ends. */
    enum Ending {
        SAME("is the same"),
        /** Interpreter or translator take no part of it. */
        REFUSED("is refused"),
        DIFFERENT("differs"),
        /** The translation broke its own rules, or the driver would not have it. */
        FAILED("fails"),
        /** The device had not finished when the wait for it ran out. The device can not be used again. */
        OVERDUE("did not end");

        private final String text;

        Ending(String text) {
            this.text = text;
        }

        /** As the verb of a sentence about a program. */
        String text() {
            return text;
        }

        /** Whether somebody has to look at it. */
        boolean isFind() {
            return this == DIFFERENT || this == FAILED || this == OVERDUE;
        }
    }

    /**
     * How it went.
     *
     * @param program what was run: the program without what was refused
     * @param what    what differs or went wrong, empty where nothing did
     * @param right   the cells that differ, as they should be
     */
    record Outcome(RandomProgram program, Ending ending, String what, List<Cell> right) {
        /** What was found, for people. */
        String report() {
            return program.text() + ending.text() + ": " + what;
        }

        /** A row for {@code computed.rows.tsv}, which holds the difference once it is mended. */
        String row() {
            return program.line(right);
        }
    }

    /** Compares, leaving out what is refused; that can be the whole program, as when it computes where its results go. */
    Outcome compare(RandomProgram program) {
        RandomProgram tried = program;
        while (true) {
            try {
                return compareWhole(tried);
            } catch (IllegalArgumentException refusal) {
                Matcher place = REFUSED.matcher(String.valueOf(refusal.getMessage()));
                int item = place.find() ? tried.itemAt(Integer.parseInt(place.group(1), 16)) : -1;
                if (item < 0) {
                    refusals.merge("a whole program: " + refusal.getMessage(), 1, Integer::sum);
                    return new Outcome(tried, Ending.REFUSED, "", List.of());
                }
                refusals.merge(place.group(2) + ": " + place.group(3), 1, Integer::sum);
                tried = tried.without(item);
            }
        }
    }

    /**
     * Compares the program as it is.
     *
     * @throws IllegalArgumentException when interpreter or translator refuse it
     */
    Outcome compareWhole(RandomProgram program) {
        List<Cell> places = program.written(PLACES);
        List<Cell> expected = program.results(places, interpreter.run(program.row(places)));
        MeasuredRow row = program.row(expected);
        try {
            MeasuredRows.Result result = MeasuredRows.compare(row, device.run(row));
            return result.passed() ? new Outcome(program, Ending.SAME, "", List.of())
                    : new Outcome(program, Ending.DIFFERENT, "expected " + result.expected() + "\n     got " + result.got(),
                            expected.stream().filter(cell -> isNamed(result.expected(), cell)).toList());
        } catch (DispatchOverdue overdue) {
            return new Outcome(program, Ending.OVERDUE, String.valueOf(overdue.getMessage()), expected);
        } catch (IllegalArgumentException refusal) {
            if (refusal.getCause() instanceof GpuFailure failure) {
                return new Outcome(program, Ending.FAILED, String.valueOf(failure.getMessage()), expected);
            }
            throw refusal;
        } catch (IllegalStateException mistake) {
            return new Outcome(program, Ending.FAILED, String.valueOf(mistake.getMessage()), expected);
        }
    }

    private static boolean isNamed(String cells, Cell cell) {
        return Arrays.stream(cells.split(" ")).anyMatch(each -> each.startsWith(cell.text() + "=") || cell.kind() == Kind.VECTOR
                && each.startsWith(cell.text() + "["));
    }
}
