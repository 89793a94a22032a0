package org.lierne.recompiler.core.lift;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.lierne.recompiler.isa.FloatCondition;
import org.lierne.recompiler.isa.FloatFormat;
import org.lierne.recompiler.isa.Operation;
import org.lierne.recompiler.isa.Semantics;
import org.lierne.recompiler.isa.UniformSem;

/**
 * Finds out whether an instruction treats its operands as sets of bits: whether each bit of its results follows from the same bit of
 * its operands and EXEC, and SCC from a comparison of such results.
 */
final class BitwiseSem extends UniformSem<BitwiseSem.Kind> {
    private static final Set<Operation> BITWISE = EnumSet.of(Operation.AND, Operation.OR, Operation.XOR, Operation.NOT);

    private boolean hasResult;
    private boolean isOther;

    /** What a value is. */
    enum Kind { BITS, TRUTH, OTHER }

    /** What an instruction does with sets of bits. */
    enum Use {
        /** It has something else in mind with its operands. */
        NONE,
        /** It makes a set. */
        RESULT,
        /** It compares two. */
        COMPARISON
    }

    private BitwiseSem() {
    }

    static Use use(Semantics semantics) {
        BitwiseSem sem = new BitwiseSem();
        semantics.define(sem);
        return sem.isOther ? Use.NONE : sem.hasResult ? Use.RESULT : Use.COMPARISON;
    }

    private Kind other() {
        isOther = true;
        return Kind.OTHER;
    }

    private void result(Kind value) {
        hasResult = true;
        isOther |= value != Kind.BITS;
    }

    @Override
    protected Kind integer(Operation operation, List<Kind> operands) {
        boolean bits = operands.stream().allMatch(kind -> kind == Kind.BITS);
        if (bits && BITWISE.contains(operation)) {
            return Kind.BITS;
        }
        if (bits && operation == Operation.EQ || operation == Operation.NEGATE) {
            return Kind.TRUTH;
        }
        return operation == Operation.SELECT && operands.get(1) == Kind.BITS && operands.get(2) == Kind.BITS ? Kind.BITS : other();
    }

    @Override
    public Kind wholeQuads(Kind a) {
        return a;
    }

    @Override
    public Kind wholeQuads64(Kind a) {
        return a;
    }

    @Override
    public Kind in(int i) {
        return Kind.BITS;
    }

    @Override
    public Kind old() {
        return Kind.BITS;
    }

    @Override
    public Kind execLow() {
        return Kind.BITS;
    }

    @Override
    public Kind execLong() {
        return Kind.BITS;
    }

    @Override
    public Kind scc() {
        return Kind.TRUTH;
    }

    /** Zero is the empty set; other numbers are not meant as sets. */
    @Override
    public Kind word(int value) {
        return value == 0 ? Kind.BITS : other();
    }

    @Override
    public Kind wide(long value) {
        return value == 0 ? Kind.BITS : other();
    }

    @Override
    public void out(Kind value) {
        result(value);
    }

    @Override
    public void execLow(Kind word) {
        result(word);
    }

    @Override
    public void execLong(Kind value) {
        result(value);
    }

    @Override
    public void scc(Kind truth) {
        isOther |= truth != Kind.TRUTH;
    }

    // Everything else is no matter of sets.

    @Override
    protected Kind real(Operation operation, FloatFormat format, List<Kind> operands) {
        return other();
    }

    @Override
    public Kind fcompare(FloatFormat f, FloatCondition condition, Kind a, Kind b) {
        return other();
    }

    @Override
    public Kind fconvert(FloatFormat from, FloatFormat to, Kind a) {
        return other();
    }

    @Override
    public Kind inLow(int i) {
        return other();
    }

    @Override
    public Kind inHigh(int i) {
        return other();
    }

    @Override
    public Kind inMix(int i) {
        return other();
    }

    @Override
    public Kind inMask(int i) {
        return other();
    }

    @Override
    public Kind inDword(int i, int k) {
        return other();
    }

    @Override
    public Kind inRelative(int i, Kind offset) {
        return other();
    }

    @Override
    public Kind vcc() {
        return other();
    }

    @Override
    public Kind m0() {
        return other();
    }

    @Override
    public Kind laneId() {
        return other();
    }

    @Override
    public Kind truth(boolean value) {
        return Kind.TRUTH;
    }

    @Override
    public Kind readLane(int i, Kind lane) {
        return other();
    }

    @Override
    public Kind readFirstLane(int i) {
        return other();
    }

    @Override
    public void out(int i, Kind value) {
        other();
    }

    @Override
    public void outMask(int i, Kind truth) {
        other();
    }

    @Override
    public void outExec(Kind truth) {
        other();
    }

    @Override
    public void outPacked(Kind low, Kind high) {
        other();
    }

    @Override
    public void outLow(Kind half) {
        other();
    }

    @Override
    public void outHigh(Kind half) {
        other();
    }

    @Override
    public void outDword(int k, Kind word) {
        other();
    }

    @Override
    public void outRelative(Kind offset, Kind value) {
        other();
    }

    @Override
    public void swap(int i, Kind from, Kind to) {
        other();
    }

    @Override
    public void writeLane(Kind value, Kind lane) {
        other();
    }

    @Override
    public void permuteRow(int i, Kind selectLow, Kind selectHigh, boolean across) {
        other();
    }
}
