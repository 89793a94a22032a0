package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.MeasuredRow.CheckRule;
import org.lierne.recompiler.isa.MeasuredRow.Kind;
import org.lierne.recompiler.isa.RowExecutor;

/**
 * A program in parts, with the state it starts in. Any parts may be left out: what jumps to a missing label goes to the end.
 *
 * @param seed      the number it was made from
 * @param waveSize  32 or 64
 * @param floatMode FLOAT_MODE byte
 * @param exec      EXEC at the start
 * @param items     instructions, jumps and labels
 * @param in        the state before
 * @param buffer    scalar register of the buffer's descriptor
 */
record RandomProgram(long seed, int waveSize, int floatMode, boolean ieee, long exec, List<Item> items, List<Cell> in, int buffer) {
    RandomProgram {
        items = List.copyOf(items);
        in = List.copyOf(in);
    }

    /** A part. */
    sealed interface Item {
        /** An instruction that goes on behind itself. */
        record Code(int... words) implements Item {}

        /** One whose low 16 bits are the distance to a label, in dwords. */
        record Jump(int word, int label) implements Item {}

        /**
         * Instructions that make the address of a label and go there: the first one gives the place behind itself, dword {@code literal} is
         * the label's distance from there in bytes.
         */
        record Far(int[] words, int literal, int label) implements Item {}

        /** Where jumps go. */
        record Label(int number) implements Item {}
    }

    RandomProgram withItems(List<Item> others) {
        return new RandomProgram(seed, waveSize, floatMode, ieee, exec, others, in, buffer);
    }

    RandomProgram withIn(List<Cell> others) {
        return new RandomProgram(seed, waveSize, floatMode, ieee, exec, items, others, buffer);
    }

    RandomProgram withExec(long other) {
        return new RandomProgram(seed, waveSize, floatMode, ieee, other, items, in, buffer);
    }

    /** Dword offsets of the items, and the end. */
    private int[] offsets() {
        int[] offsets = new int[items.size() + 1];
        for (int i = 0; i < items.size(); i++) {
            offsets[i + 1] = offsets[i] + switch (items.get(i)) {
                case Item.Code code -> code.words().length;
                case Item.Jump _ -> 1;
                case Item.Far far -> far.words().length;
                case Item.Label _ -> 0;
            };
        }
        return offsets;
    }

    int[] words() {
        int[] offsets = offsets();
        Map<Integer, Integer> labels = new HashMap<>();
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof Item.Label label) {
                labels.put(label.number(), offsets[i]);
            }
        }
        int end = offsets[items.size()];
        int[] words = new int[end];
        for (int i = 0; i < items.size(); i++) {
            switch (items.get(i)) {
                case Item.Code code -> System.arraycopy(code.words(), 0, words, offsets[i], code.words().length);
                case Item.Jump jump -> words[offsets[i]] = jump.word() & 0xffff0000
                        | labels.getOrDefault(jump.label(), end) - offsets[i] - 1 & 0xffff;
                case Item.Far far -> {
                    System.arraycopy(far.words(), 0, words, offsets[i], far.words().length);
                    words[offsets[i] + far.literal()] = 4 * (labels.getOrDefault(far.label(), end) - offsets[i] - 1);
                }
                case Item.Label _ -> { }
            }
        }
        return words;
    }

    /** The item at a byte offset, -1 past the end. */
    int itemAt(int pc) {
        int[] offsets = offsets();
        for (int i = 0; i < items.size(); i++) {
            if (offsets[i + 1] > pc / 4) {
                return i;
            }
        }
        return -1;
    }

    /** The program without one item. */
    RandomProgram without(int item) {
        List<Item> others = new ArrayList<>(items);
        others.remove(item);
        return withItems(others);
    }

    /** Those of {@code places} that an instruction may change. */
    List<Cell> written(List<Cell> places) {
        NamedRegisters named = new NamedRegisters(words(), waveSize);
        return places.stream().filter(named::isWritten).toList();
    }

    /** The state before, without registers that no instruction names. */
    private List<Cell> given() {
        NamedRegisters named = new NamedRegisters(words(), waveSize);
        return in.stream().filter(named::isNamed).toList();
    }

    /** As a row that compares {@code out} bit for bit. */
    MeasuredRow row(List<Cell> out) {
        int[] words = words();
        return new MeasuredRow("seed " + seed, waveSize, floatMode, ieee, true, false, words, exec, given(), List.of(buffer), out,
                out.stream().map(_ -> new CheckRule(MeasuredRow.Check.EXACT, 0)).toList(), "computed");
    }

    /** Everything that is compared, with what a run gave for it. */
    List<Cell> results(List<Cell> places, RowExecutor.State state) {
        List<Cell> results = new ArrayList<>();
        for (Cell place : places) {
            long[] lanes = new long[place.kind() == Kind.VECTOR ? waveSize : 1];
            boolean[] compared = new boolean[lanes.length];
            for (int l = 0; l < lanes.length; l++) {
                compared[l] = true;
                lanes[l] = switch (place.kind()) {
                    case VECTOR -> state.vector(place.index(), l) & 0xffffffffL;
                    case SCALAR -> state.scalar(place.index()) & 0xffffffffL;
                    case SCC -> state.scc() ? 1 : 0;
                    case BUFFER -> state.buffer(place.index()) & 0xffffffffL;
                    case LDS -> state.lds(place.index()) & 0xffffffffL;
                    case M0 -> state.scalar(org.lierne.recompiler.isa.Operand.Sgpr.M0) & 0xffffffffL;
                    case VCC -> mask(state, org.lierne.recompiler.isa.Operand.Sgpr.VCC_LO);
                    case EXEC -> mask(state, org.lierne.recompiler.isa.Operand.Sgpr.EXEC_LO);
                };
            }
            results.add(new Cell(place.text(), place.kind(), place.index(), lanes, compared));
        }
        return results;
    }

    private long mask(RowExecutor.State state, int register) {
        long low = state.scalar(register) & 0xffffffffL;
        return waveSize == 64 ? low | (long) state.scalar(register + 1) << 32 : low;
    }

    /** The instructions, in order. */
    private List<Decoded> instructions() {
        List<Decoded> all = new ArrayList<>();
        int[] words = words();
        Decoder decoder = new Decoder(waveSize);
        for (int at = 0; at < words.length; at += all.getLast().dwords()) {
            if (!(decoder.decode(words, at, 4 * at) instanceof Decoded decoded)) {
                throw new IllegalStateException("dword %d of seed %d does not decode".formatted(at, seed));
            }
            all.add(decoded);
        }
        return all;
    }

    /** Seed, state and assembly, as people read it. */
    String text() {
        StringBuilder text = new StringBuilder("seed %d, wave%d, float_mode %02x, ieee %d, exec %x%n".formatted(seed, waveSize, floatMode,
                ieee ? 1 : 0, exec));
        given().stream().filter(cell -> !isZero(cell)).forEach(cell -> text.append(text(cell)).append('\n'));
        for (Decoded decoded : instructions()) {
            text.append("%04x  %s%n".formatted(decoded.pc(), decoded));
        }
        return text.toString();
    }

    /** As a line of a {@code .rows.tsv} file. */
    String line(List<Cell> out) {
        String state = Stream.concat(given().stream().filter(cell -> !isZero(cell)).map(RandomProgram::text),
                Stream.of("s[%d:%d]=buf".formatted(buffer, buffer + 3))).collect(Collectors.joining(" "));
        return String.join("\t", "random." + seed, "gfx1013", "gfx1013", String.valueOf(waveSize), "%02x".formatted(floatMode), ieee ? "1" : "0",
                "1", "0", instructions().stream().map(Decoded::toString).collect(Collectors.joining(" ; ")),
                Arrays.stream(words()).mapToObj("%08x"::formatted).collect(Collectors.joining(",")), Long.toHexString(exec), state,
                out.stream().map(RandomProgram::text).collect(Collectors.joining(" ")), "exact", "computed");
    }

    private static boolean isZero(Cell cell) {
        return Arrays.stream(cell.lanes()).allMatch(value -> value == 0);
    }

    private static String text(Cell cell) {
        String lanes = Arrays.stream(cell.lanes()).mapToObj("%08x"::formatted).collect(Collectors.joining(","));
        return cell.text() + "=" + (cell.kind() != Kind.VECTOR ? lanes : "[" + lanes + "]");
    }
}
