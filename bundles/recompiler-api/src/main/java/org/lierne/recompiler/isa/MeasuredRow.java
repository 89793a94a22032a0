package org.lierne.recompiler.isa;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;
import java.util.Map;

/**
 * One row of a {@code .rows.tsv} file: a small program, the state of one wave before it, and the cells to compare after it.
 *
 * @param id           unique in its file
 * @param waveSize     32 or 64
 * @param floatMode    FLOAT_MODE byte
 * @param words        the program
 * @param exec         EXEC at the start
 * @param in           cells set before
 * @param bufferBases  first scalar registers that hold a descriptor of the row's buffer
 * @param out          cells compared after
 * @param rules        how each cell of {@code out} is compared
 * @param evidence     {@code measured} or {@code computed}
 */
public record MeasuredRow(String id, int waveSize, int floatMode, boolean ieee, boolean dx10Clamp, boolean fp16Overflow, int[] words,
        long exec, List<Cell> in, List<Integer> bufferBases, List<Cell> out, List<CheckRule> rules, String evidence) {
    /** The columns, in order. */
    public static final String HEADER = "id\thw\ttarget\twave\tfloat_mode\tieee\tdx10_clamp\tfp16_ovfl\tasm\twords\texec\tin\tout\tcheck\tevidence";
    private static final int COLUMNS = 15;

    /** What a cell names. */
    public enum Kind { VECTOR, SCALAR, VCC, M0, SCC, EXEC, BUFFER, LDS }

    /**
     * A place with its value.
     *
     * @param text   the place as written
     * @param kind   what it is
     * @param index  register or dword number
     * @param lanes  one value, or one a lane
     * @param compared which of {@code lanes} are compared; all in {@code in}
     */
    public record Cell(String text, Kind kind, int index, long[] lanes, boolean[] compared) {
        /** Whether the value is listed lane by lane. */
        public boolean isLaneList() {
            return lanes.length > 1;
        }
    }

    /** How a value is compared. */
    public record CheckRule(Check check, int argument) {
        static final CheckRule EXACT = new CheckRule(Check.EXACT, 0);

        /** Whether a value found passes. */
        public boolean passes(long expected, long found) {
            return switch (check) {
                case EXACT -> expected == found;
                case NAN -> Float.isNaN(Float.intBitsToFloat((int) found));
                case MASK -> ((expected ^ found) & argument & 0xffffffffL) == 0;
                case ULP -> expected == found || isNear((int) expected, (int) found, 0x7f800000, 0x80000000);
                case ULP16 -> (expected & 0xffff) == (found & 0xffff) || isNear((short) expected, (short) found, 0x7c00, 0xffff8000);
            };
        }

        private boolean isNear(int expected, int found, int infinity, int sign) {
            int a = expected & ~sign;
            int b = found & ~sign;
            boolean finite = a < infinity && b < infinity;
            boolean sameSign = ((expected ^ found) & sign) == 0 || a == 0 && b == 0;
            return finite && sameSign && Math.abs(a - b) <= argument;
        }
    }

    /** The rules' names. */
    public enum Check { EXACT, NAN, ULP, ULP16, MASK }

    /** Whether its results were left open, as in the operands of a kit: every one is a list of lanes of which none is given. */
    public boolean isOpen() {
        return !out.isEmpty() && out.stream().allMatch(cell -> cell.isLaneList()
                && IntStream.range(0, cell.lanes().length).noneMatch(lane -> cell.compared()[lane]));
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException with a reason where it is no row
     */
    public static MeasuredRow parse(String line) {
        String[] c = line.split("\t", -1);
        if (c.length != COLUMNS) {
            throw new IllegalArgumentException("row has " + c.length + " columns, not " + COLUMNS);
        }
        int wave = Integer.parseInt(c[3]);
        if (wave != 32 && wave != 64) {
            throw new IllegalArgumentException("wave of " + wave + " lanes");
        }
        List<Cell> in = new ArrayList<>();
        List<Integer> buffers = new ArrayList<>();
        if (!c[11].equals("-")) {
            for (String item : c[11].split(" ")) {
                if (item.endsWith("=buf")) {
                    buffers.add(Integer.parseInt(item.substring(2, item.indexOf(':'))));
                } else {
                    in.add(cell(item, wave));
                }
            }
        }
        List<Cell> out = new ArrayList<>();
        for (String item : c[12].split(" ")) {
            out.add(cell(item, wave));
        }
        String[] words = c[9].split(",");
        int[] program = new int[words.length];
        for (int i = 0; i < words.length; i++) {
            program[i] = (int) hex(words[i], 8);
        }
        return new MeasuredRow(c[0], wave, floatMode(c[4]), bit("ieee", c[5]), bit("dx10_clamp", c[6]), bit("fp16_ovfl", c[7]), program,
                hex(c[10], 16), in, buffers, out, rules(c[13], out), c[14]);
    }

    /** Rule B-048: a row that was measured in a mode which it does not name says nothing. */
    private static int floatMode(String text) {
        if (!text.matches("[0-9a-f]{2}")) {
            throw new IllegalArgumentException("row does not name its float_mode: '" + text + "' is no byte");
        }
        return Integer.parseInt(text, 16);
    }

    private static long hex(String text, int mostDigits) {
        if (text.isEmpty() || text.length() > mostDigits || !text.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
            throw new IllegalArgumentException("'" + text + "' is no hexadecimal number of at most " + mostDigits + " digits");
        }
        return Long.parseUnsignedLong(text, 16);
    }

    private static boolean bit(String name, String text) {
        if (!text.equals("0") && !text.equals("1")) {
            throw new IllegalArgumentException("row does not name its " + name + ": '" + text + "' is neither 0 nor 1");
        }
        return text.equals("1");
    }

    private static Cell cell(String item, int wave) {
        int equals = item.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("cell '" + item + "' has no value");
        }
        String place = item.substring(0, equals);
        String value = item.substring(equals + 1);
        long[] lanes;
        boolean[] compared;
        if (value.startsWith("[")) {
            String[] parts = value.substring(1, value.length() - 1).split(",");
            if (parts.length != wave) {
                throw new IllegalArgumentException("cell " + place + " lists " + parts.length + " lanes");
            }
            lanes = new long[wave];
            compared = new boolean[wave];
            for (int l = 0; l < wave; l++) {
                compared[l] = !parts[l].equals("*");
                lanes[l] = compared[l] ? hex(parts[l], 16) : 0;
            }
        } else {
            lanes = new long[] {hex(value, 16)};
            compared = new boolean[] {true};
        }
        Kind kind = kind(place);
        return new Cell(place, kind, index(place, kind), lanes, compared);
    }

    private static Kind kind(String place) {
        return switch (place) {
            case "vcc" -> Kind.VCC;
            case "m0" -> Kind.M0;
            case "scc" -> Kind.SCC;
            case "exec" -> Kind.EXEC;
            default -> {
                if (place.matches("v\\d+")) {
                    yield Kind.VECTOR;
                }
                if (place.matches("s\\d+")) {
                    yield Kind.SCALAR;
                }
                if (place.matches("buf\\[\\d+]")) {
                    yield Kind.BUFFER;
                }
                if (place.matches("lds\\[\\d+]")) {
                    yield Kind.LDS;
                }
                throw new IllegalArgumentException("no place is called " + place);
            }
        };
    }

    private static int index(String place, Kind kind) {
        return switch (kind) {
            case VECTOR, SCALAR -> Integer.parseInt(place.substring(1));
            case BUFFER, LDS -> Integer.parseInt(place.substring(4, place.length() - 1));
            default -> 0;
        };
    }

    private static List<CheckRule> rules(String check, List<Cell> out) {
        Map<String, CheckRule> byPlace = new HashMap<>();
        CheckRule all = CheckRule.EXACT;
        String[] parts = check.split(" ");
        for (String part : parts) {
            int colon = part.indexOf(':');
            boolean named = colon > 0 && !part.startsWith("ulp") && !part.startsWith("mask:");
            if (named) {
                byPlace.put(part.substring(0, colon), rule(part.substring(colon + 1)));
            } else {
                all = rule(part);
            }
        }
        CheckRule usual = all;
        return out.stream().map(cell -> byPlace.getOrDefault(cell.text(), usual)).toList();
    }

    private static CheckRule rule(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        String argument = colon < 0 ? "0" : text.substring(colon + 1);
        return switch (name) {
            case "exact" -> CheckRule.EXACT;
            case "nan" -> new CheckRule(Check.NAN, 0);
            case "ulp" -> new CheckRule(Check.ULP, Integer.parseInt(argument));
            case "ulp16" -> new CheckRule(Check.ULP16, Integer.parseInt(argument));
            case "mask" -> new CheckRule(Check.MASK, (int) hex(argument, 8));
            default -> throw new IllegalArgumentException("no check is called " + text);
        };
    }
}
