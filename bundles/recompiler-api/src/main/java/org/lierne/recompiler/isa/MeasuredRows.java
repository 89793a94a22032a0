package org.lierne.recompiler.isa;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs the rows of a {@code .rows.tsv} file and compares. Streaming: one row in memory at a time. */
public final class MeasuredRows {
    private MeasuredRows() {
    }

    /**
     * How a row went.
     *
     * @param id       the row
     * @param passed   whether every cell agrees
     * @param expected cells that differ, as listed; or empty
     * @param got      the same cells as found; or the reason why the row was refused
     * @param refused  whether it could not be run, which is no pass
     */
    public record Result(String id, boolean passed, String expected, String got, boolean refused) {
        /** The line that {@code shader rows} prints. */
        public String line() {
            return refused ? id + ": refused: " + got : id + ": expected " + expected + ", got " + got;
        }
    }

    /**
     * Runs all rows, and lets the executor go.
     *
     * @param lines   the file
     * @param results takes each row's result, in order
     * @throws IllegalArgumentException if the file is no row file, naming the line
     */
    public static void run(BufferedReader lines, RowExecutor executor, Consumer<Result> results) throws IOException {
        try {
            runAll(lines, executor, results);
        } finally {
            executor.release();
        }
    }

    private static void runAll(BufferedReader lines, RowExecutor executor, Consumer<Result> results) throws IOException {
        boolean header = false;
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (line.startsWith("#") || line.isEmpty()) {
                continue;
            }
            if (!header) {
                if (!line.equals(MeasuredRow.HEADER)) {
                    throw new IllegalArgumentException("line " + number + " is not the header of a row file");
                }
                header = true;
                continue;
            }
            results.accept(run(line, number, executor));
        }
        if (!header) {
            throw new IllegalArgumentException("there is no header of a row file, and so no row");
        }
    }

    private static Result run(String line, int number, RowExecutor executor) {
        String id = line.substring(0, Math.max(0, line.indexOf('\t')));
        try {
            MeasuredRow row = MeasuredRow.parse(line);
            if (row.isOpen()) {
                throw new IllegalArgumentException("nothing was measured: no lane of a result is given");
            }
            return compare(row, executor.run(row));
        } catch (IllegalArgumentException e) {
            return new Result(id.isEmpty() ? "line " + number : id, false, "", String.valueOf(e.getMessage()), true);
        }
    }

    /** Compares the cells of a row with a state. */
    public static Result compare(MeasuredRow row, RowExecutor.State state) {
        List<String> expected = new ArrayList<>();
        List<String> got = new ArrayList<>();
        for (int i = 0; i < row.out().size(); i++) {
            MeasuredRow.Cell cell = row.out().get(i);
            MeasuredRow.CheckRule rule = row.rules().get(i);
            if (cell.kind() == MeasuredRow.Kind.VECTOR) {
                compareLanes(row, cell, rule, state, expected, got);
            } else {
                long found = found(row, cell, state);
                if (!rule.passes(cell.lanes()[0], found)) {
                    boolean wide = row.waveSize() == 64 && (cell.kind() == MeasuredRow.Kind.VCC || cell.kind() == MeasuredRow.Kind.EXEC);
                    expected.add(cell.text() + "=" + hex(cell.lanes()[0], wide));
                    got.add(cell.text() + "=" + hex(found, wide));
                }
            }
        }
        return new Result(row.id(), expected.isEmpty(), String.join(" ", expected), String.join(" ", got), false);
    }

    private static void compareLanes(MeasuredRow row, MeasuredRow.Cell cell, MeasuredRow.CheckRule rule, RowExecutor.State state,
            List<String> expected, List<String> got) {
        for (int l = 0; l < row.waveSize(); l++) {
            boolean compared = cell.isLaneList() ? cell.compared()[l] : (row.exec() >>> l & 1) != 0;
            if (compared) {
                long want = cell.lanes()[cell.isLaneList() ? l : 0];
                long found = state.vector(cell.index(), l) & 0xffffffffL;
                if (!rule.passes(want, found)) {
                    expected.add(cell.text() + "[" + l + "]=" + hex(want, false));
                    got.add(cell.text() + "[" + l + "]=" + hex(found, false));
                    return;
                }
            }
        }
    }

    private static long found(MeasuredRow row, MeasuredRow.Cell cell, RowExecutor.State state) {
        return switch (cell.kind()) {
            case SCALAR -> state.scalar(cell.index()) & 0xffffffffL;
            case VCC -> mask(row, state, Operand.Sgpr.VCC_LO);
            case EXEC -> mask(row, state, Operand.Sgpr.EXEC_LO);
            case M0 -> state.scalar(Operand.Sgpr.M0) & 0xffffffffL;
            case SCC -> state.scc() ? 1 : 0;
            case BUFFER -> state.buffer(cell.index()) & 0xffffffffL;
            case LDS -> state.lds(cell.index()) & 0xffffffffL;
            case VECTOR -> throw new IllegalStateException("VGPRs are compared by lane");
        };
    }

    private static long mask(MeasuredRow row, RowExecutor.State state, int register) {
        long low = state.scalar(register) & 0xffffffffL;
        return row.waveSize() == 64 ? low | (long) state.scalar(register + 1) << 32 : low;
    }

    private static String hex(long value, boolean wide) {
        return wide ? String.format("%016x", value) : String.format("%08x", value & 0xffffffffL);
    }
}
