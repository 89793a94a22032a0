package org.lierne.recompiler.isa;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Writes down what an instruction does: a value is its formula. S0, S1, S2 are the sources, D the destination before and after. */
final class TextSem extends UniformSem<String> {
    private static final int SMALL = 64;
    /** A formula longer than this gets a name before it is used in another. */
    private static final int LONG = 40;

    private final List<String> statements = new ArrayList<>();
    private final Map<String, String> named = new HashMap<>();
    private final Set<Operation> operations = EnumSet.noneOf(Operation.class);

    private TextSem() {
    }

    /** The semantics as statements separated by semicolons. */
    static String describe(Semantics semantics) {
        return String.join("; ", run(semantics).statements);
    }

    /** What the semantics compute with. */
    static Set<Operation> operations(Semantics semantics) {
        return run(semantics).operations;
    }

    private static TextSem run(Semantics semantics) {
        TextSem text = new TextSem();
        semantics.define(text);
        return text;
    }

    private String formula(Operation operation, List<String> operands) {
        operations.add(operation);
        return operation.formula(operands.stream().map(this::inBrief).toList());
    }

    private String inBrief(String formula) {
        if (formula.length() <= LONG) {
            return formula;
        }
        return named.computeIfAbsent(formula, _ -> {
            String name = "t" + (named.size() + 1);
            say(name + " = " + plain(formula));
            return name;
        });
    }

    private void say(String statement) {
        statements.add(statement);
    }

    private static String call(String name, String... arguments) {
        return name + "(" + String.join(", ", arguments) + ")";
    }

    /** Without the outermost brackets. */
    private static String plain(String formula) {
        if (!formula.startsWith("(") || !formula.endsWith(")")) {
            return formula;
        }
        int depth = 0;
        for (int i = 0; i < formula.length() - 1; i++) {
            depth += formula.charAt(i) == '(' ? 1 : formula.charAt(i) == ')' ? -1 : 0;
            if (depth == 0) {
                return formula;
            }
        }
        return formula.substring(1, formula.length() - 1);
    }

    private static String number(long value) {
        return Math.abs(value) <= SMALL ? Long.toString(value) : "0x" + Long.toHexString(value == (int) value ? value & 0xffffffffL : value);
    }

    @Override
    public String in(int i) {
        return "S"+i;
    }

    @Override
    public String inLow(int i) {
        return "S"+i+".low";
    }

    @Override
    public String inHigh(int i) {
        return "S"+i+".high";
    }

    @Override
    public String inMix(int i) {
        return "float(S"+i+")";
    }

    @Override
    public String inMask(int i) {
        return "S"+i+"[lane]";
    }

    @Override
    public String old() {
        return "D";
    }

    @Override
    public void out(String value) {
        say("D = " + plain(value));
    }

    @Override
    public void out(int i, String value) {
        say("D" + (i == 0 ? "" : i) + " = " + plain(value));
    }

    @Override
    public void outMask(int i, String truth) {
        say("D" + (i == 0 ? "" : i) + "[lane] = " + plain(truth));
    }

    @Override
    public void outExec(String truth) {
        say("EXEC[lane] = " + plain(truth));
    }

    @Override
    public void outPacked(String low, String high) {
        say("D.low = " + plain(low) + "; D.high = " + plain(high));
    }

    @Override
    public void outLow(String half) {
        say("D.low = " + plain(half));
    }

    @Override
    public void outHigh(String half) {
        say("D.high = " + plain(half));
    }

    @Override
    public String inDword(int i, int k) {
        return "S"+i+"["+k+"]";
    }

    @Override
    public void outDword(int k, String word) {
        say("D[" + k + "] = " + plain(word));
    }

    @Override
    public String inRelative(int i, String offset) {
        return "S"+i+"[+"+offset+"]";
    }

    @Override
    public void outRelative(String offset, String value) {
        say("D[+" + offset + "] = " + plain(value));
    }

    @Override
    public void swap(int i, String from, String to) {
        say("exchange D[+" + to + "] and S" + i + "[+" + from + "]");
    }

    @Override
    public String scc() {
        return "SCC";
    }

    @Override
    public void scc(String truth) {
        say("SCC = " + plain(truth));
    }

    @Override
    public String vcc() {
        return "VCC[lane]";
    }

    @Override
    public String execLow() {
        return "EXEC_LO";
    }

    @Override
    public String execLong() {
        return "EXEC";
    }

    @Override
    public void execLow(String word) {
        say("EXEC_LO = " + plain(word));
    }

    @Override
    public void execLong(String value) {
        say("EXEC = " + plain(value));
    }

    @Override
    public String m0() {
        return "M0";
    }

    @Override
    public String laneId() {
        return "lane";
    }

    @Override
    public String word(int value) {
        return number(value);
    }

    @Override
    public String wide(long value) {
        return number(value);
    }

    @Override
    public String truth(boolean value) {
        return value ? "true" : "false";
    }

    @Override
    protected String integer(Operation operation, List<String> operands) {
        return formula(operation, operands);
    }

    @Override
    protected String real(Operation operation, FloatFormat format, List<String> operands) {
        return formula(operation, operands);
    }

    @Override
    public String wholeQuads(String mask) {
        return call("whole_quads", mask);
    }

    @Override
    public String wholeQuads64(String mask) {
        return wholeQuads(mask);
    }

    @Override
    public String fcompare(FloatFormat f, FloatCondition condition, String a, String b) {
        return call("compare_" + condition.name().toLowerCase(Locale.ROOT), a, b);
    }

    @Override
    public String fconvert(FloatFormat from, FloatFormat to, String a) {
        return call("convert_" + from.name().toLowerCase(Locale.ROOT) + "_to_" + to.name().toLowerCase(Locale.ROOT), a);
    }

    @Override
    public String fromSigned(FloatFormat to, String a) {
        return call("signed_to_" + to.name().toLowerCase(Locale.ROOT), a);
    }

    @Override
    public String fromUnsigned(FloatFormat to, String a) {
        return call("unsigned_to_" + to.name().toLowerCase(Locale.ROOT), a);
    }

    @Override
    public String readLane(int i, String lane) {
        return "S" + i + "[lane " + lane + "]";
    }

    @Override
    public String readFirstLane(int i) {
        return "S" + i + "[first active lane]";
    }

    @Override
    public void writeLane(String value, String lane) {
        say("D[lane " + lane + "] = " + plain(value));
    }

    @Override
    public void permuteRow(int i, String selectLow, String selectHigh, boolean across) {
        say("D = S" + i + "[lane of " + (across ? "the other row" : "the row") + " picked by four bits of " + selectLow + " and " + selectHigh + "]");
    }
}
