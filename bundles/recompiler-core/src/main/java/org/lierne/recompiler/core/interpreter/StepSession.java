package org.lierne.recompiler.core.interpreter;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.program.WaveDebugger;

/** A person's view of one wave: commands and one screen. */
final class StepSession implements WaveDebugger.Session {
    private static final long LIMIT = 5_000_000;
    private static final int LISTED = 9;
    private static final int COLUMNS = 80;
    private static final int SHOWN_DWORDS = 8;
    private static final String HELP = """
            s [N]          step one instruction, or N       (empty line: again)
            c              run to a breakpoint or the end
            u PC           run until the program counter is PC
            b PC           breakpoint on or off             b         list them
            w REG OP VALUE stop when it holds: w s4 == 3, w v2[5] != 0, w scc == 1
            s0 s[0:3] v7   show registers; v7[3] one lane   f7 as floats
            sgpr, vgpr     all that are not zero
            l ADDR [N]     dwords of LDS                    e  exports so far
            m ADDR [N]     dwords of memory                 d  all that the last command changed
            .              the screen again                 q  leave""";

    private final String title;
    private final Workgroup group;
    private final Interpreter interpreter;
    private final Wave wave;
    private final ExportLog exports;
    private final Set<Integer> breakpoints = new TreeSet<>();
    private final List<String> changed = new ArrayList<>();
    private String watch = "";
    private String stopped = "start";
    private String last = "s";
    private boolean over;

    StepSession(String title, Workgroup group, ExportLog exports) {
        this.title = title;
        this.group = group;
        this.wave = group.waves().getFirst();
        this.interpreter = new Interpreter(group, wave);
        this.exports = exports;
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public String command(String line) {
        String text = line.strip().isEmpty() ? last : line.strip();
        String[] words = text.split("\\s+");
        try {
            return switch (words[0]) {
                case "s" -> {
                    last = text;
                    yield go(words.length > 1 ? Long.parseLong(words[1]) : 1, -1);
                }
                case "c" -> {
                    last = text;
                    yield go(LIMIT, -1);
                }
                case "u" -> go(LIMIT, (int) number(words[1]));
                case "b" -> words.length > 1 ? toggle((int) number(words[1])) : breakpoints();
                case "w" -> watch(text.substring(1).strip());
                case "l" -> lds((int) number(words[1]), words.length > 2 ? (int) number(words[2]) : SHOWN_DWORDS);
                case "m" -> memory(number(words[1]), words.length > 2 ? (int) number(words[2]) : SHOWN_DWORDS);
                case "d" -> changed.isEmpty() ? "nothing changed" : String.join("\n", changed);
                case "e" -> exports.lines().isEmpty() ? "no exports yet" : String.join("\n", exports.lines());
                case "sgpr" -> scalars();
                case "vgpr" -> vectors();
                case "." -> screen();
                case "h", "?", "help" -> HELP;
                case "q" -> {
                    over = true;
                    yield "";
                }
                default -> register(text);
            };
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return "not understood: " + text + " (h for help)";
        }
    }

    private static long number(String text) {
        return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
    }

    // Running.

    private String go(long steps, int until) {
        if (wave.ended) {
            return "the wave has ended";
        }
        int[] scalarsBefore = wave.scalars.clone();
        int[][] vectorsBefore = new int[wave.vectorCount][];
        for (int i = 0; i < vectorsBefore.length; i++) {
            vectorsBefore[i] = wave.vectors[i].clone();
        }
        boolean sccBefore = wave.scc;
        stopped = "stepped";
        for (long n = 0; n < steps && !wave.ended; n++) {
            try {
                interpreter.step();
            } catch (InterpreterRefusal refusal) {
                stopped = String.valueOf(refusal.getMessage());
                break;
            }
            wave.atBarrier = false;
            if (wave.pc == until || breakpoints.contains(wave.pc) && steps > 1) {
                stopped = "breakpoint";
                break;
            }
            if (!watch.isEmpty() && holds(watch)) {
                stopped = "because " + watch;
                break;
            }
        }
        stopped = wave.ended ? "end of wave" : stopped;
        note(scalarsBefore, vectorsBefore, sccBefore);
        return screen();
    }

    private void note(int[] scalarsBefore, int[][] vectorsBefore, boolean sccBefore) {
        changed.clear();
        for (int i = 0; i < scalarsBefore.length; i++) {
            if (scalarsBefore[i] != wave.scalars[i]) {
                changed.add(name(i) + " " + hex(scalarsBefore[i]) + " -> " + hex(wave.scalars[i]));
            }
        }
        if (sccBefore != wave.scc) {
            changed.add("scc " + (wave.scc ? "0 -> 1" : "1 -> 0"));
        }
        for (int i = 0; i < vectorsBefore.length; i++) {
            int lanes = 0;
            int first = -1;
            for (int l = 0; l < wave.lanes; l++) {
                if (vectorsBefore[i][l] != wave.vectors[i][l]) {
                    first = first < 0 ? l : first;
                    lanes++;
                }
            }
            if (lanes > 0) {
                int value = wave.vectors[i][first];
                changed.add(String.format(Locale.ROOT, "v%d %d lane%s, [%d] %s = %s", i, lanes, lanes == 1 ? "" : "s", first, hex(value),
                        number(Float.intBitsToFloat(value))));
            }
        }
    }

    private static String number(float value) {
        return Float.toString(value);
    }

    private String toggle(int pc) {
        if (!breakpoints.remove(pc)) {
            breakpoints.add(pc);
        }
        return breakpoints();
    }

    private String breakpoints() {
        StringBuilder out = new StringBuilder("breakpoints:");
        for (int pc : breakpoints) {
            out.append(String.format(" 0x%04x", pc));
        }
        return breakpoints.isEmpty() ? "no breakpoints" : out.toString();
    }

    private String watch(String condition) {
        if (!condition.isEmpty()) {
            holds(condition);
        }
        watch = condition;
        return condition.isEmpty() ? "watching nothing" : "watching " + condition;
    }

    private boolean holds(String condition) {
        String[] words = condition.split("\\s+");
        boolean mask = words[0].equals("vcc") || words[0].equals("exec");
        long value = mask ? mask(words[0]) : value(words[0]);
        long wanted = mask ? number(words[2]) : (int) number(words[2]);
        return switch (words[1]) {
            case "==" -> value == wanted;
            case "!=" -> value != wanted;
            case "<" -> value < wanted;
            case ">" -> value > wanted;
            default -> throw new NumberFormatException(words[1]);
        };
    }

    private long mask(String place) {
        return place.equals("vcc") ? wave.vcc() : wave.exec();
    }

    private int value(String place) {
        return switch (place) {
            case "scc" -> wave.scc ? 1 : 0;
            case "m0" -> wave.scalar(Operand.Sgpr.M0);
            default -> {
                int open = place.indexOf('[');
                if (place.startsWith("v") && open > 0) {
                    yield wave.vectors[Integer.parseInt(place.substring(1, open))][Integer.parseInt(place.substring(open + 1, place.length() - 1))];
                }
                if (place.startsWith("v")) {
                    yield wave.vectors[Integer.parseInt(place.substring(1))][0];
                }
                if (place.startsWith("s")) {
                    yield wave.scalar(Integer.parseInt(place.substring(1)));
                }
                throw new NumberFormatException(place);
            }
        };
    }

    // Looking.

    @Override
    public String screen() {
        StringBuilder out = new StringBuilder();
        out.append(cut(title + "   pc 0x" + String.format("%04x", wave.pc) + "   " + interpreter.executed() + " executed   scc " + (wave.scc ? 1 : 0) + "   " + stopped)).append('\n');
        out.append("-".repeat(COLUMNS - 1)).append('\n');
        int pc = wave.pc;
        for (int i = 0; i < LISTED && pc < group.program.sizeBytes(); i++) {
            String text;
            int next;
            try {
                Step step = group.program.at(pc);
                text = step.decoded.toString();
                next = step.decoded.nextPc();
            } catch (InterpreterRefusal refusal) {
                text = String.format(".long 0x%08x", group.program.word(pc));
                next = pc + 4;
            }
            String mark = i == 0 && !wave.ended ? ">" : breakpoints.contains(pc) ? "*" : " ";
            out.append(cut(mark + " " + String.format("%04x", pc) + "  " + text)).append('\n');
            pc = next;
        }
        out.append("-".repeat(COLUMNS - 1)).append('\n');
        int shown = Math.min(5, changed.size());
        for (int i = 0; i < shown; i++) {
            out.append(cut("  " + changed.get(i))).append('\n');
        }
        if (changed.size() > shown) {
            out.append("  and ").append(changed.size() - shown).append(" more\n");
        }
        out.append("exec ").append(grid(wave.exec())).append('\n');
        out.append("vcc  ").append(grid(wave.vcc())).append('\n');
        return out.toString();
    }

    private static String cut(String line) {
        return line.length() < COLUMNS ? line : line.substring(0, COLUMNS - 2) + "~";
    }

    /** A character a lane, lane 0 first, in groups of eight. */
    private String grid(long mask) {
        StringBuilder out = new StringBuilder();
        for (int l = 0; l < wave.lanes; l++) {
            out.append(l > 0 && l % 8 == 0 ? " " : "").append((mask >>> l & 1) != 0 ? '#' : '.');
        }
        return out.toString();
    }

    private static String name(int scalar) {
        return switch (scalar) {
            case 106 -> "vcc_lo";
            case 107 -> "vcc_hi";
            case 124 -> "m0";
            case 126 -> "exec_lo";
            case 127 -> "exec_hi";
            default -> scalar >= 108 ? "ttmp" + (scalar - 108) : "s" + scalar;
        };
    }

    private static String hex(int value) {
        return String.format("%08x", value);
    }

    private String scalars() {
        StringBuilder out = new StringBuilder();
        int column = 0;
        for (int i = 0; i < wave.scalars.length; i++) {
            if (wave.scalars[i] != 0) {
                out.append(String.format("%-8s%s  ", name(i), hex(wave.scalars[i])));
                column++;
                out.append(column % 4 == 0 ? "\n" : "");
            }
        }
        return out.isEmpty() ? "all scalar registers are zero" : out.toString().stripTrailing();
    }

    private String vectors() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < wave.vectorCount; i++) {
            boolean zero = true;
            for (int value : wave.vectors[i]) {
                zero &= value == 0;
            }
            if (!zero) {
                int[] v = wave.vectors[i];
                out.append(String.format("v%-4d%s %s %s %s ...%n", i, hex(v[0]), hex(v[1]), hex(v[2]), hex(v[3])));
            }
        }
        return out.isEmpty() ? "all vector registers are zero" : out.toString().stripTrailing();
    }

    private String register(String text) {
        if (text.matches("s\\[\\d+:\\d+]")) {
            int colon = text.indexOf(':');
            int from = Integer.parseInt(text.substring(2, colon));
            int to = Integer.parseInt(text.substring(colon + 1, text.length() - 1));
            StringBuilder out = new StringBuilder(text);
            for (int i = from; i <= to; i++) {
                out.append(' ').append(hex(wave.scalar(i)));
            }
            return out.toString();
        }
        if (text.equals("vcc") || text.equals("exec")) {
            return text + " " + String.format(wave.lanes == 64 ? "%016x" : "%08x", mask(text)) + " " + grid(mask(text));
        }
        if (text.matches("v\\d+\\[\\d+]|s\\d+|m0|scc")) {
            int value = value(text);
            return text + " " + hex(value) + " = " + value + " = " + Float.intBitsToFloat(value);
        }
        if (text.matches("[vf]\\d+")) {
            return lanes(Integer.parseInt(text.substring(1)), text.startsWith("f"));
        }
        return "not understood: " + text + " (h for help)";
    }

    private String lanes(int index, boolean floats) {
        StringBuilder out = new StringBuilder();
        int perLine = floats ? 4 : 8;
        for (int l = 0; l < wave.lanes; l++) {
            boolean active = (wave.exec() >>> l & 1) != 0;
            out.append(l % perLine == 0 ? String.format("%s%3d:", l == 0 ? "" : "\n", l) : "");
            int value = wave.vectors[index][l];
            String shown = floats ? String.format("%15s", Float.intBitsToFloat(value)) : hex(value);
            out.append(active ? " " : "~").append(shown);
        }
        return out.toString();
    }

    private String memory(long address, int dwords) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < dwords; i++) {
            long at = address + 4L * i;
            out.append(i % 4 == 0 ? String.format("%s0x%012x:", i == 0 ? "" : "\n", at) : "").append(' ')
                    .append(hex((int) group.memory.read(at, 4)));
        }
        return out.toString();
    }

    private String lds(int address, int dwords) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < dwords && address + 4 * i + 4 <= group.lds.length; i++) {
            int at = address + 4 * i;
            int value = group.lds[at] & 0xff | (group.lds[at + 1] & 0xff) << 8 | (group.lds[at + 2] & 0xff) << 16 | group.lds[at + 3] << 24;
            out.append(i % 4 == 0 ? String.format("%s0x%04x:", i == 0 ? "" : "\n", at) : "").append(' ').append(hex(value));
        }
        return out.isEmpty() ? "LDS has " + group.lds.length + " bytes" : out.toString();
    }
}
