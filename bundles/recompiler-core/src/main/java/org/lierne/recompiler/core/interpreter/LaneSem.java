package org.lierne.recompiler.core.interpreter;

import java.util.Arrays;
import java.util.Objects;
import org.lierne.recompiler.isa.DataType;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Encoding;
import org.lierne.recompiler.isa.FloatCondition;
import org.lierne.recompiler.isa.FloatFormat;
import org.lierne.recompiler.isa.Form;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.isa.Sem;
import org.lierne.recompiler.program.Apertures;

/**
 * Runs an instruction's semantics on the lanes of a wave. A value is one long a lane (one for scalar instructions): words and halves
 * zero-extended, truths 0 or 1. Values live until the next instruction.
 */
final class LaneSem implements Sem<long[]> {
    private static final long WORD = 0xffffffffL;
    private static final int POOL = 1024;
    private static final int MAX_SOURCES = 4;

    private final Wave wave;
    private final long[][] pool = new long[POOL][];
    private final long[][] read = new long[MAX_SOURCES][];
    private final long[] laneIds;
    private int used;
    private int lanes;
    private Step step;
    private FloatUnit floats;
    /** Lanes that DPP keeps from writing, and the lane each reads; made when source 0 is. */
    private long dppDisabled;
    /** Under an integer clamp words are kept unwrapped and limited at the end. */
    private boolean unwrapped;

    @SuppressWarnings("NullAway.Init")
    LaneSem(Wave wave) {
        this.wave = wave;
        this.laneIds = new long[wave.lanes];
        for (int i = 0; i < wave.lanes; i++) {
            laneIds[i] = i;
        }
    }

    /** Prepares for an instruction. */
    void begin(Step next) {
        step = next;
        used = 0;
        lanes = next.scalar ? 1 : wave.lanes;
        floats = wave.floats();
        dppDisabled = 0;
        unwrapped = next.integerClamp;
        Arrays.fill(read, null);
    }

    private long[] fresh() {
        if (used == POOL) {
            throw refuse("semantics use more than " + POOL + " values");
        }
        long[] value = pool[used];
        if (value == null) {
            value = new long[wave.lanes];
            pool[used] = value;
        }
        used++;
        return value;
    }

    InterpreterRefusal refuse(String reason) {
        return new InterpreterRefusal(step.decoded.pc(), step.decoded.toString(), reason);
    }

    private long[] all(long value) {
        long[] r = fresh();
        Arrays.fill(r, 0, lanes, value);
        return r;
    }

    // Sources.

    @Override
    public long[] in(int i) {
        long[] known = read[i];
        if (known == null) {
            known = source(i);
            read[i] = known;
        }
        return known;
    }

    private long[] source(int i) {
        Step.Source source = step.sources[i];
        long[] r = raw(source);
        if (source.dpp) {
            r = dpp(r);
        }
        Decoded d = step.decoded;
        if (d.form() == Form.SDWA) {
            select(r, source);
        } else if (source.type.is16() && !(source.operand instanceof Operand.Constant)) {
            int shift = source.high ? 16 : 0;
            for (int l = 0; l < lanes; l++) {
                r[l] = r[l] >>> shift & 0xffff;
            }
        }
        modify(r, source);
        if (unwrapped && source.type.isSigned()) {
            for (int l = 0; l < lanes; l++) {
                r[l] = source.type.is16() ? (short) r[l] : source.type == DataType.I32 ? (int) r[l] : r[l];
            }
        }
        return r;
    }

    private void select(long[] r, Step.Source source) {
        int select = source.select;
        int width = select < 4 ? 8 : select < 6 ? 16 : 32;
        int shift = select < 4 ? 8 * select : select == 5 ? 16 : 0;
        for (int l = 0; l < lanes; l++) {
            long part = r[l] >>> shift & (1L << width) - 1;
            r[l] = (source.extended ? part << 64 - width >> 64 - width : part) & (source.type.is16() ? 0xffff : WORD);
        }
    }

    private void modify(long[] r, Step.Source source) {
        if (!source.neg && !source.abs || !source.type.isFloat()) {
            return;
        }
        long sign = FloatUnit.signBit(Objects.requireNonNull(source.type.format()));
        for (int l = 0; l < lanes; l++) {
            long x = source.abs ? r[l] & ~sign : r[l];
            r[l] = source.neg ? x ^ sign : x;
        }
    }

    /** The operand's bits: a word, or a long for 64-bit types. */
    private long[] raw(Step.Source source) {
        boolean wide = source.type.dwords(32) == 2;
        return switch (source.operand) {
            case Operand.Vgpr v -> vector(v.index(), wide);
            case Operand.Sgpr s -> all(wide ? wave.scalarPair(s.index()) : wave.scalar(s.index()) & WORD);
            case Operand.Constant c -> all(wide ? c.bits() : c.bits() & WORD);
            case Operand.Special s -> all(wide ? special(s) : special(s) & WORD);
            default -> throw refuse("operand cannot be read as a number");
        };
    }

    private long special(Operand.Special s) {
        return switch (s.source()) {
            case SCC -> wave.scc ? 1 : 0;
            case VCCZ -> wave.vcc() == 0 ? 1 : 0;
            case EXECZ -> wave.exec() == 0 ? 1 : 0;
            case SHARED_BASE -> Apertures.base(wave.apertures.sharedHigh());
            case SHARED_LIMIT -> Apertures.limit(wave.apertures.sharedHigh());
            case PRIVATE_BASE -> Apertures.base(wave.apertures.privateHigh());
            case PRIVATE_LIMIT -> Apertures.limit(wave.apertures.privateHigh());
            default -> throw refuse(s.source().text() + " is not modelled");
        };
    }

    private long[] vector(int index, boolean wide) {
        long[] r = fresh();
        int[] low = wave.vectors[checked(index)];
        if (!wide) {
            for (int l = 0; l < lanes; l++) {
                r[l] = low[l] & WORD;
            }
            return r;
        }
        int[] high = wave.vectors[checked(index + 1)];
        for (int l = 0; l < lanes; l++) {
            r[l] = low[l] & WORD | (long) high[l] << 32;
        }
        return r;
    }

    private int checked(int index) {
        if (index >= wave.vectorCount) {
            throw refuse("v" + index + " is past the " + wave.vectorCount + " registers of this wave");
        }
        return index;
    }

    private long[] dpp(long[] r) {
        long[] moved = fresh();
        Decoded d = step.decoded;
        long exec = wave.exec();
        boolean eight = d.form() == Form.DPP8;
        for (int l = 0; l < lanes; l++) {
            int from = eight ? l & ~7 | d.dpp8Lane(l & 7) : DppLanes.source(d.dppControl(), l);
            boolean readable = from >= 0 && (d.fetchInactive() || (exec >>> from & 1) != 0);
            if (readable) {
                moved[l] = r[from];
            } else {
                moved[l] = 0;
                if (!eight && !d.boundControl()) {
                    dppDisabled |= 1L << l;
                }
            }
            if (!eight && ((d.rowMask() >>> l / 16 & 1) == 0 || (d.bankMask() >>> l / 4 % 4 & 1) == 0)) {
                dppDisabled |= 1L << l;
            }
        }
        return moved;
    }

    @Override
    public long[] inLow(int i) {
        Step.Source source = step.sources[i];
        return half(raw(source), source.high, source.neg, source.type);
    }

    @Override
    public long[] inHigh(int i) {
        Step.Source source = step.sources[i];
        return half(raw(source), source.packedHigh, source.negHigh, source.type);
    }

    private long[] half(long[] r, boolean high, boolean negate, DataType type) {
        long flip = negate && type == DataType.PK_F16 ? 0x8000 : 0;
        for (int l = 0; l < lanes; l++) {
            long half = (high ? r[l] >>> 16 : r[l]) & 0xffff ^ flip;
            r[l] = unwrapped && type == DataType.PK_I16 ? (short) half : half;
        }
        return r;
    }

    @Override
    public long[] inMix(int i) {
        Step.Source source = step.sources[i];
        long[] r = raw(source);
        boolean isHalf = source.packedHigh;
        for (int l = 0; l < lanes; l++) {
            long x = isHalf ? (source.high ? r[l] >>> 16 : r[l]) & 0xffff : r[l];
            long sign = isHalf ? 0x8000 : 0x80000000L;
            x = source.negHigh ? x & ~sign : x;
            x = source.neg ? x ^ sign : x;
            r[l] = isHalf ? floats.mixSource(x) : x;
        }
        return r;
    }

    @Override
    public long[] inMask(int i) {
        long mask = step.sources[i].operand instanceof Operand.Sgpr s ? wave.mask(s.index()) : 0;
        return bits(mask);
    }

    private long[] bits(long mask) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = mask >>> l & 1;
        }
        return r;
    }

    @Override
    public long[] inDword(int i, int k) {
        if (!(step.sources[i].operand instanceof Operand.Vgpr v)) {
            throw refuse("only VGPRs have single dwords");
        }
        return vector(v.index() + k, false);
    }

    @Override
    public long[] old() {
        DataType type = step.destinationTypes[0];
        boolean wide = type.dwords(32) == 2;
        return switch (step.destinations[0]) {
            case Operand.Vgpr v -> {
                long[] r = vector(v.index(), wide);
                if (type.is16()) {
                    int shift = step.decoded.opSel(3) ? 16 : 0;
                    for (int l = 0; l < lanes; l++) {
                        r[l] = r[l] >>> shift & 0xffff;
                    }
                }
                yield r;
            }
            case Operand.Sgpr s -> all(wide ? wave.scalarPair(s.index()) : wave.scalar(s.index()) & WORD);
            default -> throw refuse("destination cannot be read");
        };
    }

    // Results.

    @Override
    public void out(long[] value) {
        out(0, value);
    }

    @Override
    public void out(int i, long[] value) {
        DataType type = step.destinationTypes[i];
        switch (step.destinations[i]) {
            case Operand.Sgpr s -> {
                if (type.dwords(32) == 2) {
                    wave.scalarPair(s.index(), value[0]);
                } else {
                    wave.scalar(s.index(), (int) value[0]);
                }
            }
            case Operand.Vgpr v -> vectorOut(v.index(), type, value);
            default -> throw refuse("destination cannot be written");
        }
    }

    private long active() {
        return wave.exec() & ~dppDisabled;
    }

    private void vectorOut(int index, DataType type, long[] value) {
        Decoded d = step.decoded;
        long[] result = value;
        FloatFormat format = type.isFloat() ? type.format() : null;
        if (format != null && (d.omod() != 0 || d.clamp())) {
            result = modified(format, value);
        } else if (unwrapped) {
            result = limited(type, value);
        }
        if (type.dwords(32) == 2) {
            store(index, result, 0);
            store(index + 1, result, 32);
        } else if (d.form() == Form.SDWA) {
            merge(index, type, result);
        } else if (type.is16()) {
            halfOut(index, result, d.opSel(3));
        } else {
            store(index, result, 0);
        }
    }

    private long[] modified(FloatFormat format, long[] value) {
        Decoded d = step.decoded;
        boolean always = d.row().is(Instruction.Trait.OMOD_ALWAYS);
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            long x = floats.outputModifier(format, value[l], d.omod(), always);
            r[l] = d.clamp() ? floats.clamp(format, x) : x;
        }
        return r;
    }

    private long[] limited(DataType type, long[] value) {
        if (type.dwords(32) == 2) {
            throw refuse("integer clamp of 64 bits is not modelled");
        }
        boolean signed = type.isSigned();
        int width = type.is16() ? 16 : 32;
        long high = signed ? (1L << width - 1) - 1 : (1L << width) - 1;
        long low = signed ? -(1L << width - 1) : 0;
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = Math.max(low, Math.min(high, value[l])) & (1L << width) - 1;
        }
        return r;
    }

    private void store(int index, long[] value, int shift) {
        int[] to = wave.vectors[checked(index)];
        long active = active();
        if (active == (lanes == 64 ? -1L : WORD)) {
            for (int l = 0; l < lanes; l++) {
                to[l] = (int) (value[l] >>> shift);
            }
        } else {
            for (int l = 0; l < lanes; l++) {
                if ((active >>> l & 1) != 0) {
                    to[l] = (int) (value[l] >>> shift);
                }
            }
        }
    }

    /** A 16-bit result goes into one half and keeps the other. */
    private void halfOut(int index, long[] value, boolean high) {
        int[] to = wave.vectors[checked(index)];
        long active = active();
        for (int l = 0; l < lanes; l++) {
            if ((active >>> l & 1) != 0) {
                int half = (int) value[l] & 0xffff;
                to[l] = high ? to[l] & 0xffff | half << 16 : to[l] & 0xffff0000 | half;
            }
        }
    }

    /** SDWA: the selected part takes the result; the rest is zero, the result's sign, or kept. */
    private void merge(int index, DataType type, long[] value) {
        Decoded d = step.decoded;
        int[] to = wave.vectors[checked(index)];
        int select = d.destinationSelect();
        int width = select < 4 ? 8 : select < 6 ? 16 : 32;
        int shift = select < 4 ? 8 * select : select == 5 ? 16 : 0;
        int mask = width == 32 ? -1 : (1 << width) - 1;
        long active = active();
        for (int l = 0; l < lanes; l++) {
            if ((active >>> l & 1) != 0) {
                int part = (int) value[l] & mask;
                to[l] = switch (d.destinationUnused()) {
                    case 1 -> (width == 32 ? part : part << 32 - width >> 32 - width) << shift;
                    case 2 -> to[l] & ~(mask << shift) | part << shift;
                    default -> part << shift;
                };
            }
        }
    }

    @Override
    public void outDword(int k, long[] word) {
        if (step.destinations[0] instanceof Operand.Vgpr v) {
            store(v.index() + k, word, 0);
        }
    }

    @Override
    public void outMask(int i, long[] truth) {
        if (step.destinations[i] instanceof Operand.Sgpr s) {
            wave.mask(s.index(), gather(truth) & active());
        }
    }

    private long gather(long[] truth) {
        long mask = 0;
        for (int l = 0; l < lanes; l++) {
            mask |= truth[l] << l;
        }
        return mask;
    }

    @Override
    public void outExec(long[] truth) {
        wave.exec(gather(truth) & active());
    }

    @Override
    public void outPacked(long[] low, long[] high) {
        Decoded d = step.decoded;
        long[] r = fresh();
        boolean clamp = d.clamp() && step.destinationTypes[0] == DataType.PK_F16;
        for (int l = 0; l < lanes; l++) {
            long a = low[l];
            long b = high[l];
            if (unwrapped) {
                a = limitHalf(a);
                b = limitHalf(b);
            } else if (clamp) {
                a = floats.clamp(FloatFormat.F16, a);
                b = floats.clamp(FloatFormat.F16, b);
            }
            r[l] = a & 0xffff | (b & 0xffff) << 16;
        }
        if (step.destinations[0] instanceof Operand.Vgpr v) {
            if (d.form() == Form.SDWA) {
                merge(v.index(), DataType.B32, r);
            } else {
                store(v.index(), r, 0);
            }
        }
    }

    private long limitHalf(long value) {
        return step.destinationTypes[0] == DataType.PK_I16 ? Math.max(-0x8000, Math.min(0x7fff, value))
                : Math.max(0, Math.min(0xffff, value));
    }

    @Override
    public void outLow(long[] half) {
        mixedOut(half, false);
    }

    @Override
    public void outHigh(long[] half) {
        mixedOut(half, true);
    }

    private void mixedOut(long[] half, boolean high) {
        long[] r = step.decoded.clamp() ? modified(FloatFormat.F16, half) : half;
        if (step.destinations[0] instanceof Operand.Vgpr v) {
            halfOut(v.index(), r, high);
        }
    }

    // Relative registers and scalar state.

    /** The register an unsigned offset behind another one, -1 where there is none of that many. */
    private static int behind(int base, long[] offset, int count) {
        long index = base + (offset[0] & WORD);
        return index < count ? (int) index : -1;
    }

    /** How many scalar registers may be the first of one word, or of two. */
    private static int scalars(boolean wide) {
        return Operand.Sgpr.VCC_HI + (wide ? 0 : 1);
    }

    @Override
    public long[] inRelative(int i, long[] offset) {
        boolean wide = step.sources[i].type.dwords(32) == 2;
        return switch (step.sources[i].operand) {
            case Operand.Vgpr v -> reached(step.sources[i], vector(Math.max(0, behind(v.index(), offset, wave.vectorCount)), wide));
            case Operand.Sgpr s -> {
                int from = Math.max(0, behind(s.index(), offset, scalars(wide)));
                yield all(wide ? wave.scalarPair(from) : wave.scalar(from) & WORD);
            }
            default -> throw refuse("relative addressing of what is no register");
        };
    }

    /** A register that was reached through M0, as the form reads its first source: from another lane, or a part of it. */
    private long[] reached(Step.Source source, long[] value) {
        long[] r = source.dpp ? dpp(value) : value;
        if (step.decoded.form() == Form.SDWA) {
            select(r, source);
        }
        return r;
    }

    @Override
    public void outRelative(long[] offset, long[] value) {
        DataType type = step.destinationTypes[0];
        boolean wide = type.dwords(32) == 2;
        switch (step.destinations[0]) {
            case Operand.Vgpr v -> {
                int index = behind(v.index(), offset, wave.vectorCount);
                if (index >= 0) {
                    vectorOut(index, type, value);
                }
            }
            case Operand.Sgpr s -> {
                int index = behind(s.index(), offset, scalars(wide));
                if (index >= 0 && wide) {
                    wave.scalarPair(index, value[0]);
                } else if (index >= 0) {
                    wave.scalar(index, (int) value[0]);
                }
            }
            default -> throw refuse("relative addressing of what is no register");
        }
    }

    @Override
    public void swap(int i, long[] from, long[] to) {
        if (!(step.sources[i].operand instanceof Operand.Vgpr a) || !(step.destinations[0] instanceof Operand.Vgpr b)) {
            throw refuse("only VGPRs can be exchanged");
        }
        int first = behind(a.index(), from, wave.vectorCount);
        int second = behind(b.index(), to, wave.vectorCount);
        if (first < 0 || second < 0) {
            return;
        }
        long[] kept = vector(first, false);
        store(first, vector(second, false), 0);
        store(second, kept, 0);
    }

    @Override
    public long[] scc() {
        return all(wave.scc ? 1 : 0);
    }

    @Override
    public void scc(long[] truth) {
        for (int i = 0; i < step.sources.length; i++) {
            if (step.sources[i].operand instanceof Operand.Special) {
                in(i);
            }
        }
        wave.scc = truth[0] != 0;
    }

    @Override
    public long[] vcc() {
        return bits(wave.vcc());
    }

    @Override
    public long[] execLow() {
        return all(wave.scalar(Operand.Sgpr.EXEC_LO) & WORD);
    }

    @Override
    public long[] execLong() {
        return all(wave.scalarPair(Operand.Sgpr.EXEC_LO));
    }

    @Override
    public void execLow(long[] word) {
        wave.scalar(Operand.Sgpr.EXEC_LO, (int) word[0]);
    }

    @Override
    public void execLong(long[] value) {
        wave.scalarPair(Operand.Sgpr.EXEC_LO, value[0]);
    }

    @Override
    public long[] m0() {
        return all(wave.scalar(Operand.Sgpr.M0) & WORD);
    }

    @Override
    public long[] laneId() {
        return laneIds;
    }

    @Override
    public long[] word(int value) {
        return all(value & WORD);
    }

    @Override
    public long[] wide(long value) {
        return all(value);
    }

    @Override
    public long[] truth(boolean value) {
        return all(value ? 1 : 0);
    }

    // Words.

    @Override
    public long[] add(long[] a, long[] b) {
        long[] r = fresh();
        long mask = unwrapped ? -1 : WORD;
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] + b[l] & mask;
        }
        return r;
    }

    @Override
    public long[] sub(long[] a, long[] b) {
        long[] r = fresh();
        long mask = unwrapped ? -1 : WORD;
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] - b[l] & mask;
        }
        return r;
    }

    @Override
    public long[] mul(long[] a, long[] b) {
        long[] r = fresh();
        long mask = unwrapped ? -1 : WORD;
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] * b[l] & mask;
        }
        return r;
    }

    @Override
    public long[] mulHighUnsigned(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (a[l] & WORD) * (b[l] & WORD) >>> 32;
        }
        return r;
    }

    @Override
    public long[] mulHighSigned(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (long) (int) a[l] * (int) b[l] >> 32 & WORD;
        }
        return r;
    }

    @Override
    public long[] and(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] & b[l] & WORD;
        }
        return r;
    }

    @Override
    public long[] or(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (a[l] | b[l]) & WORD;
        }
        return r;
    }

    @Override
    public long[] xor(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (a[l] ^ b[l]) & WORD;
        }
        return r;
    }

    @Override
    public long[] not(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = ~a[l] & WORD;
        }
        return r;
    }

    @Override
    public long[] shl(long[] a, long[] by) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] << (by[l] & 31) & WORD;
        }
        return r;
    }

    @Override
    public long[] lshr(long[] a, long[] by) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (a[l] & WORD) >>> (by[l] & 31);
        }
        return r;
    }

    @Override
    public long[] ashr(long[] a, long[] by) {
        long[] r = fresh();
        long mask = unwrapped ? -1 : WORD;
        for (int l = 0; l < lanes; l++) {
            r[l] = (long) ((int) a[l] >> (by[l] & 31)) & mask;
        }
        return r;
    }

    @Override
    public long[] smin(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = Math.min((int) a[l], (int) b[l]) & WORD;
        }
        return r;
    }

    @Override
    public long[] smax(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = Math.max((int) a[l], (int) b[l]) & WORD;
        }
        return r;
    }

    @Override
    public long[] umin(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = Math.min(a[l] & WORD, b[l] & WORD);
        }
        return r;
    }

    @Override
    public long[] umax(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = Math.max(a[l] & WORD, b[l] & WORD);
        }
        return r;
    }

    @Override
    public long[] eq(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (int) a[l] == (int) b[l] ? 1 : 0;
        }
        return r;
    }

    @Override
    public long[] slt(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (int) a[l] < (int) b[l] ? 1 : 0;
        }
        return r;
    }

    @Override
    public long[] ult(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (a[l] & WORD) < (b[l] & WORD) ? 1 : 0;
        }
        return r;
    }

    @Override
    public long[] bitCount(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = Integer.bitCount((int) a[l]);
        }
        return r;
    }

    @Override
    public long[] reverse(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = Integer.reverse((int) a[l]) & WORD;
        }
        return r;
    }

    @Override
    public long[] lowestBit(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (int) a[l] == 0 ? WORD : Integer.numberOfTrailingZeros((int) a[l]);
        }
        return r;
    }

    @Override
    public long[] leadingZeros(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (int) a[l] == 0 ? WORD : Integer.numberOfLeadingZeros((int) a[l]);
        }
        return r;
    }

    @Override
    public long[] signExtend8(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (byte) a[l] & WORD;
        }
        return r;
    }

    @Override
    public long[] signExtend16(long[] a) {
        long[] r = fresh();
        long mask = unwrapped ? -1 : WORD;
        for (int l = 0; l < lanes; l++) {
            r[l] = (short) a[l] & mask;
        }
        return r;
    }

    @Override
    public long[] extractUnsigned(long[] a, long[] offset, long[] width) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (a[l] & WORD) >>> offset[l] & (1L << width[l]) - 1;
        }
        return r;
    }

    @Override
    public long[] extractSigned(long[] a, long[] offset, long[] width) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            int w = (int) width[l];
            long field = (long) (int) a[l] >> offset[l];
            r[l] = w == 0 ? 0 : field << 64 - w >> 64 - w & WORD;
        }
        return r;
    }

    // Longs.

    @Override
    public long[] add64(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] + b[l];
        }
        return r;
    }

    @Override
    public long[] sub64(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] - b[l];
        }
        return r;
    }

    @Override
    public long[] and64(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] & b[l];
        }
        return r;
    }

    @Override
    public long[] or64(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] | b[l];
        }
        return r;
    }

    @Override
    public long[] xor64(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] ^ b[l];
        }
        return r;
    }

    @Override
    public long[] not64(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = ~a[l];
        }
        return r;
    }

    @Override
    public long[] shl64(long[] a, long[] by) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] << (by[l] & 63);
        }
        return r;
    }

    @Override
    public long[] lshr64(long[] a, long[] by) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] >>> (by[l] & 63);
        }
        return r;
    }

    @Override
    public long[] ashr64(long[] a, long[] by) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] >> (by[l] & 63);
        }
        return r;
    }

    @Override
    public long[] eq64(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] == b[l] ? 1 : 0;
        }
        return r;
    }

    @Override
    public long[] slt64(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] < b[l] ? 1 : 0;
        }
        return r;
    }

    @Override
    public long[] ult64(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = Long.compareUnsigned(a[l], b[l]) < 0 ? 1 : 0;
        }
        return r;
    }

    @Override
    public long[] bitCount64(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = Long.bitCount(a[l]);
        }
        return r;
    }

    @Override
    public long[] reverse64(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = Long.reverse(a[l]);
        }
        return r;
    }

    @Override
    public long[] lowestBit64(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] == 0 ? WORD : Long.numberOfTrailingZeros(a[l]);
        }
        return r;
    }

    @Override
    public long[] leadingZeros64(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] == 0 ? WORD : Long.numberOfLeadingZeros(a[l]);
        }
        return r;
    }

    @Override
    public long[] low(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] & WORD;
        }
        return r;
    }

    @Override
    public long[] high(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] >>> 32;
        }
        return r;
    }

    @Override
    public long[] pair(long[] low, long[] high) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = low[l] & WORD | high[l] << 32;
        }
        return r;
    }

    @Override
    public long[] widenUnsigned(long[] a) {
        return low(a);
    }

    @Override
    public long[] widenSigned(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (int) a[l];
        }
        return r;
    }

    @Override
    public long[] mulWideUnsigned(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (a[l] & WORD) * (b[l] & WORD);
        }
        return r;
    }

    @Override
    public long[] mulWideSigned(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = (long) (int) a[l] * (int) b[l];
        }
        return r;
    }

    // Truths.

    @Override
    public long[] both(long[] a, long[] b) {
        return and64(a, b);
    }

    @Override
    public long[] either(long[] a, long[] b) {
        return or64(a, b);
    }

    @Override
    public long[] differ(long[] a, long[] b) {
        return xor64(a, b);
    }

    @Override
    public long[] negate(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = a[l] ^ 1;
        }
        return r;
    }

    @Override
    public long[] select(long[] truth, long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = truth[l] != 0 ? a[l] : b[l];
        }
        return r;
    }

    // Floats.

    /** Whether an f32 is a normal number, so that the host's arithmetic applies. */
    private static boolean isNormal(int bits) {
        return (bits + 0x00800000 & 0x7f000000) != 0;
    }

    @Override
    public long[] fadd(FloatFormat f, long[] a, long[] b) {
        long[] r = fresh();
        boolean fast = f == FloatFormat.F32 && floats.isNearest32();
        for (int l = 0; l < lanes; l++) {
            int x = (int) a[l];
            int y = (int) b[l];
            if (fast && isNormal(x) && isNormal(y)) {
                int sum = Float.floatToRawIntBits(Float.intBitsToFloat(x) + Float.intBitsToFloat(y));
                r[l] = isNormal(sum) ? sum & WORD : floats.add(f, a[l], b[l]);
            } else {
                r[l] = floats.add(f, a[l], b[l]);
            }
        }
        return r;
    }

    @Override
    public long[] fsub(FloatFormat f, long[] a, long[] b) {
        long[] negated = fresh();
        long sign = FloatUnit.signBit(f);
        for (int l = 0; l < lanes; l++) {
            negated[l] = b[l] ^ sign;
        }
        return fadd(f, a, negated);
    }

    @Override
    public long[] fmul(FloatFormat f, long[] a, long[] b) {
        long[] r = fresh();
        boolean fast = f == FloatFormat.F32 && floats.isNearest32();
        for (int l = 0; l < lanes; l++) {
            int x = (int) a[l];
            int y = (int) b[l];
            if (fast && isNormal(x) && isNormal(y)) {
                int product = Float.floatToRawIntBits(Float.intBitsToFloat(x) * Float.intBitsToFloat(y));
                r[l] = isClear(product) ? product & WORD : floats.mul(f, a[l], b[l]);
            } else {
                r[l] = floats.mul(f, a[l], b[l]);
            }
        }
        return r;
    }

    /** Normal, and not the smallest exponent, where tininess before and after rounding may differ. */
    private static boolean isClear(int bits) {
        int exponent = bits >>> 23 & 0xff;
        return exponent > 1 && exponent < 255;
    }

    @Override
    public long[] fmulLegacy(long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.mulLegacy(a[l], b[l]);
        }
        return r;
    }

    @Override
    public long[] ffma(FloatFormat f, long[] a, long[] b, long[] c) {
        long[] r = fresh();
        boolean fast = f == FloatFormat.F32 && floats.isNearest32();
        for (int l = 0; l < lanes; l++) {
            if (fast && isNormal((int) a[l]) && isNormal((int) b[l]) && isNormal((int) c[l])) {
                int sum = Float.floatToRawIntBits(Math.fma(Float.intBitsToFloat((int) a[l]), Float.intBitsToFloat((int) b[l]),
                        Float.intBitsToFloat((int) c[l])));
                r[l] = isClear(sum) ? sum & WORD : floats.fma(f, a[l], b[l], c[l]);
            } else {
                r[l] = floats.fma(f, a[l], b[l], c[l]);
            }
        }
        return r;
    }

    @Override
    public long[] fmad(long[] a, long[] b, long[] c) {
        long[] r = fresh();
        boolean fast = floats.isNearest32();
        for (int l = 0; l < lanes; l++) {
            r[l] = fast ? mad((int) a[l], (int) b[l], (int) c[l], false) : floats.mad(a[l], b[l], c[l]);
        }
        return r;
    }

    private long mad(int a, int b, int c, boolean legacy) {
        if (isNormal(a) && isNormal(b) && isNormal(c)) {
            float product = Float.intBitsToFloat(a) * Float.intBitsToFloat(b);
            if (isClear(Float.floatToRawIntBits(product))) {
                int sum = Float.floatToRawIntBits(product + Float.intBitsToFloat(c));
                if (isNormal(sum)) {
                    return sum & WORD;
                }
            }
        }
        return legacy ? floats.madLegacy(a & WORD, b & WORD, c & WORD) : floats.mad(a & WORD, b & WORD, c & WORD);
    }

    @Override
    public long[] fmadLegacy(long[] a, long[] b, long[] c) {
        long[] r = fresh();
        boolean fast = floats.isNearest32();
        for (int l = 0; l < lanes; l++) {
            r[l] = fast ? mad((int) a[l], (int) b[l], (int) c[l], true) : floats.madLegacy(a[l], b[l], c[l]);
        }
        return r;
    }

    @Override
    public long[] fmullit(long[] a, long[] b, long[] c) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.mullit(a[l], b[l], c[l]);
        }
        return r;
    }

    @Override
    public long[] fmin(FloatFormat f, long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.min(f, a[l], b[l]);
        }
        return r;
    }

    @Override
    public long[] fmax(FloatFormat f, long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.max(f, a[l], b[l]);
        }
        return r;
    }

    @Override
    public long[] fmin3(FloatFormat f, long[] a, long[] b, long[] c) {
        return fmin(f, fmin(f, a, b), c);
    }

    @Override
    public long[] fmax3(FloatFormat f, long[] a, long[] b, long[] c) {
        return fmax(f, fmax(f, a, b), c);
    }

    @Override
    public long[] fmed3(FloatFormat f, long[] a, long[] b, long[] c) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.med3(f, a[l], b[l], c[l]);
        }
        return r;
    }

    @Override
    public long[] fcompare(FloatFormat f, FloatCondition condition, long[] a, long[] b) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = condition.holds(floats.compare(f, a[l], b[l])) ? 1 : 0;
        }
        return r;
    }

    @Override
    public long[] fclass(FloatFormat f, long[] a, long[] classes) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = FloatUnit.isOfClass(f, a[l], (int) classes[l]) ? 1 : 0;
        }
        return r;
    }

    private long[] integral(FloatFormat f, long[] a, int rounding) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.integral(f, a[l], rounding);
        }
        return r;
    }

    @Override
    public long[] ftrunc(FloatFormat f, long[] a) {
        return integral(f, a, Exact.ZERO);
    }

    @Override
    public long[] fceil(FloatFormat f, long[] a) {
        return integral(f, a, Exact.UP);
    }

    @Override
    public long[] ffloor(FloatFormat f, long[] a) {
        return integral(f, a, Exact.DOWN);
    }

    @Override
    public long[] frndne(FloatFormat f, long[] a) {
        return integral(f, a, Exact.NEAREST);
    }

    @Override
    public long[] ffract(FloatFormat f, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.fract(f, a[l]);
        }
        return r;
    }

    @Override
    public long[] frcp(FloatFormat f, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.rcp(f, a[l]);
        }
        return r;
    }

    @Override
    public long[] frsq(FloatFormat f, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.rsq(f, a[l]);
        }
        return r;
    }

    @Override
    public long[] fsqrt(FloatFormat f, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.sqrt(f, a[l]);
        }
        return r;
    }

    @Override
    public long[] flog(FloatFormat f, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.log(f, a[l]);
        }
        return r;
    }

    @Override
    public long[] fexp(FloatFormat f, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.exp(f, a[l]);
        }
        return r;
    }

    @Override
    public long[] fsin(FloatFormat f, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.sin(f, a[l]);
        }
        return r;
    }

    @Override
    public long[] fcos(FloatFormat f, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.cos(f, a[l]);
        }
        return r;
    }

    @Override
    public long[] fldexp(FloatFormat f, long[] a, long[] by) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            int exponent = f == FloatFormat.F16 ? (short) by[l] : (int) by[l];
            r[l] = floats.ldexp(f, a[l], exponent);
        }
        return r;
    }

    @Override
    public long[] frexpMantissa(FloatFormat f, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.frexpMantissa(f, a[l]);
        }
        return r;
    }

    @Override
    public long[] frexpExponent(FloatFormat f, long[] a) {
        long[] r = fresh();
        long mask = f == FloatFormat.F16 ? 0xffff : WORD;
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.frexpExponent(f, a[l]) & mask;
        }
        return r;
    }

    @Override
    public long[] fdivScale(FloatFormat f, long[] a, long[] denominator, long[] numerator) {
        long[] r = fresh();
        long[] scaled = fresh();
        boolean[] flag = new boolean[1];
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.divScale(f, a[l], denominator[l], numerator[l], flag);
            scaled[l] = flag[0] ? 1 : 0;
        }
        outMask(1, scaled);
        return r;
    }

    @Override
    public long[] fdivFmas(FloatFormat f, long[] a, long[] b, long[] c) {
        long[] r = fresh();
        long vcc = wave.vcc();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.divFmas(f, a[l], b[l], c[l], (vcc >>> l & 1) != 0);
        }
        return r;
    }

    @Override
    public long[] fdivFixup(FloatFormat f, long[] quotient, long[] denominator, long[] numerator) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.divFixup(f, quotient[l], denominator[l], numerator[l]);
        }
        return r;
    }

    @Override
    public long[] fcubeId(long[] x, long[] y, long[] z) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.cubeId(x[l], y[l], z[l]);
        }
        return r;
    }

    @Override
    public long[] fcubeS(long[] x, long[] y, long[] z) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.cubeS(x[l], y[l], z[l]);
        }
        return r;
    }

    @Override
    public long[] fcubeT(long[] x, long[] y, long[] z) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.cubeT(x[l], y[l], z[l]);
        }
        return r;
    }

    @Override
    public long[] fcubeMajor(long[] x, long[] y, long[] z) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.cubeMajor(x[l], y[l], z[l]);
        }
        return r;
    }

    @Override
    public long[] ftrigPreop(long[] a, long[] segment) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.trigPreop(a[l], (int) segment[l]);
        }
        return r;
    }

    @Override
    public long[] fdot2(long[] aLow, long[] aHigh, long[] bLow, long[] bHigh, long[] c) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.dot2(aLow[l], aHigh[l], bLow[l], bHigh[l], c[l]);
        }
        return r;
    }

    @Override
    public long[] fconvert(FloatFormat from, FloatFormat to, long[] a) {
        long[] r = fresh();
        boolean clampFirst = to == FloatFormat.F16 && step.decoded.clamp();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.convert(from, to, clampFirst ? floats.clamp(from, a[l]) : a[l]);
        }
        return r;
    }

    @Override
    public long[] fconvertToHalfTowardZero(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.halfTowardZero(a[l]);
        }
        return r;
    }

    @Override
    public long[] fromSigned(FloatFormat to, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.fromInteger(to, to == FloatFormat.F16 ? (short) a[l] : (int) a[l]);
        }
        return r;
    }

    @Override
    public long[] fromUnsigned(FloatFormat to, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.fromInteger(to, a[l] & WORD);
        }
        return r;
    }

    @Override
    public long[] toSigned(FloatFormat from, long[] a) {
        long[] r = fresh();
        boolean half = from == FloatFormat.F16;
        long low = half ? Short.MIN_VALUE : Integer.MIN_VALUE;
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.toInteger(from, a[l], Exact.ZERO, low, -low - 1, 0) & (half ? 0xffff : WORD);
        }
        return r;
    }

    @Override
    public long[] toUnsigned(FloatFormat from, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.toInteger(from, a[l], Exact.ZERO, 0, from == FloatFormat.F16 ? 0xffff : WORD, 0);
        }
        return r;
    }

    @Override
    public long[] toSignedRoundUp(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.roundHalfUp(a[l]) & WORD;
        }
        return r;
    }

    @Override
    public long[] toSignedFloor(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.toInteger(FloatFormat.F32, a[l], Exact.DOWN, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE) & WORD;
        }
        return r;
    }

    @Override
    public long[] toSnorm16(FloatFormat from, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.toNorm(from, a[l], true);
        }
        return r;
    }

    @Override
    public long[] toUnorm16(FloatFormat from, long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.toNorm(from, a[l], false);
        }
        return r;
    }

    @Override
    public long[] toByte(long[] a) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.toByte(a[l]);
        }
        return r;
    }

    @Override
    public long[] fcanonical(long[] half) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.canonical(half[l]);
        }
        return r;
    }

    @Override
    public long[] fmixToHalf(long[] a, long[] b, long[] c) {
        long[] r = fresh();
        for (int l = 0; l < lanes; l++) {
            r[l] = floats.mixToHalf(a[l], b[l], c[l]);
        }
        return r;
    }

    // Lanes.

    @Override
    public long[] readLane(int i, long[] lane) {
        return all(in(i)[(int) lane[0] & wave.lanes - 1]);
    }

    @Override
    public long[] readFirstLane(int i) {
        long exec = wave.exec();
        return all(in(i)[exec == 0 ? 0 : Long.numberOfTrailingZeros(exec)]);
    }

    @Override
    public void writeLane(long[] value, long[] lane) {
        if (step.destinations[0] instanceof Operand.Vgpr v) {
            wave.vectors[checked(v.index())][(int) lane[0] & wave.lanes - 1] = (int) value[0];
        }
    }

    @Override
    public void permuteRow(int i, long[] selectLow, long[] selectHigh, boolean across) {
        Decoded d = step.decoded;
        boolean fetchInactive = d.opSel(0);
        boolean boundControl = d.opSel(1);
        long[] value = in(i);
        long[] r = fresh();
        long exec = wave.exec();
        long picks = selectLow[0] & WORD | selectHigh[0] << 32;
        for (int l = 0; l < lanes; l++) {
            int row = across ? l & ~15 ^ 16 : l & ~15;
            int from = row | (int) (picks >>> 4 * (l & 15)) & 15;
            if (fetchInactive || (exec >>> from & 1) != 0) {
                r[l] = value[from];
            } else {
                r[l] = 0;
                dppDisabled |= boundControl ? 0 : 1L << l;
            }
        }
        if (step.destinations[0] instanceof Operand.Vgpr v) {
            store(v.index(), r, 0);
        }
    }

    /** Whether the instruction at hand stands in the given encoding; for callers that treat forms apart. */
    boolean isIn(Encoding encoding) {
        return step.decoded.row().encoding() == encoding;
    }
}
