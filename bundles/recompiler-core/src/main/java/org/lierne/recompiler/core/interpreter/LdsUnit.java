package org.lierne.recompiler.core.interpreter;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect.Lds;
import org.lierne.recompiler.isa.Effect.Lds.Action;
import org.lierne.recompiler.isa.Effect.Memory;
import org.lierne.recompiler.isa.FloatFormat;
import org.lierne.recompiler.isa.Operand;

/** Local and global data share of one wave. Lanes act in order, lane 0 first. */
final class LdsUnit {
    private static final int STRIDE_64 = 64;

    private final Workgroup group;
    private final Wave wave;
    private final LaneSem sem;

    LdsUnit(Workgroup group, Wave wave, LaneSem sem) {
        this.group = group;
        this.wave = wave;
        this.sem = sem;
    }

    private int vgpr(@Nullable Operand operand) {
        if (operand instanceof Operand.Vgpr v) {
            return v.index();
        }
        throw sem.refuse("operand is no VGPR");
    }

    private WaveMemory memory(Decoded d) {
        byte[] bytes = d.flag('g') ? group.gds : group.lds;
        return new MemoryUnit.Slice(bytes, 0, bytes.length);
    }

    private boolean isActive(int lane) {
        return (wave.exec() >>> lane & 1) != 0;
    }

    void access(Step step, Lds access) {
        Decoded d = step.decoded;
        WaveMemory memory = memory(d);
        switch (access.action()) {
            case NOP -> { }
            case SWIZZLE -> lanes(step, this::swizzled);
            case PERMUTE -> permute(step);
            case BPERMUTE -> lanes(step, this::pulled);
            case APPEND, CONSUME -> append(step, memory, access.action() == Action.APPEND);
            case ORDERED_COUNT -> orderedCount(step, memory);
            case GWS -> throw sem.refuse("global wave sync is not modelled");
            case EXCHANGE2, EXCHANGE2ST64 -> exchangeTwo(step, access, memory);
            default -> {
                for (int l = 0; l < wave.lanes; l++) {
                    if (isActive(l)) {
                        lane(step, access, memory, l);
                    }
                }
            }
        }
    }

    // Register helpers.

    private long value(@Nullable Operand operand, int bits, int lane) {
        int index = vgpr(operand);
        long low = wave.vectors[index][lane] & 0xffffffffL;
        return bits == 64 ? low | (long) wave.vectors[index + 1][lane] << 32 : low;
    }

    private void result(Step step, int dword, int bits, long value, int lane) {
        int index = vgpr(step.destinations[0]) + dword;
        wave.vectors[index][lane] = (int) value;
        if (bits == 64) {
            wave.vectors[index + 1][lane] = (int) (value >>> 32);
        }
    }

    private long address(Step step, int lane) {
        long base = step.address == null ? 0 : wave.vectors[vgpr(step.address)][lane] & 0xffffffffL;
        return base + step.decoded.offset() & 0xffffffffL;
    }

    private long address(Step step, int offset, int unit, int lane) {
        return (wave.vectors[vgpr(step.address)][lane] & 0xffffffffL) + (long) offset * unit & 0xffffffffL;
    }

    // One lane.

    private void lane(Step step, Lds access, WaveMemory memory, int lane) {
        Decoded d = step.decoded;
        int bits = access.bits();
        Action action = access.action();
        switch (action) {
            case READ -> read(step, memory, address(step, lane), bits, lane);
            case READ_SIGNED -> {
                long raw = memory.read(address(step, lane), bits / 8);
                result(step, 0, 32, bits == 8 ? (byte) raw : (short) raw, lane);
            }
            case READ_D16, READ_D16_HIGH, READ_SIGNED_D16, READ_SIGNED_D16_HIGH -> readHalf(step, action, memory, bits, lane);
            case READ2, READ2ST64 -> {
                int unit = bits / 8 * (action == Action.READ2ST64 ? STRIDE_64 : 1);
                long first = memory.read(address(step, d.offset0(), unit, lane), bits / 8);
                long second = memory.read(address(step, d.offset1(), unit, lane), bits / 8);
                result(step, 0, bits, first, lane);
                result(step, bits / 32, bits, second, lane);
            }
            case WRITE -> write(step, memory, address(step, lane), bits, lane);
            case WRITE_D16_HIGH -> memory.write(address(step, lane), bits / 8, value(step.data, 32, lane) >>> 16);
            case WRITE2, WRITE2ST64 -> {
                int unit = bits / 8 * (action == Action.WRITE2ST64 ? STRIDE_64 : 1);
                memory.write(address(step, d.offset0(), unit, lane), bits / 8, value(step.data, bits, lane));
                memory.write(address(step, d.offset1(), unit, lane), bits / 8, value(step.data2, bits, lane));
            }
            case READ_ADDTID -> result(step, 0, 32, memory.read(threadAddress(step, lane), 4), lane);
            case WRITE_ADDTID -> memory.write(threadAddress(step, lane), 4, value(step.data, 32, lane));
            default -> atomic(step, access, memory, lane);
        }
    }

    private long threadAddress(Step step, int lane) {
        return (wave.scalar(Operand.Sgpr.M0) & 0xffff) + step.decoded.offset() + 4L * lane;
    }

    private void read(Step step, WaveMemory memory, long address, int bits, int lane) {
        if (bits <= 32) {
            result(step, 0, 32, memory.read(address, bits / 8), lane);
            return;
        }
        for (int i = 0; i < bits / 32; i++) {
            result(step, i, 32, memory.read(address + 4L * i, 4), lane);
        }
    }

    private void write(Step step, WaveMemory memory, long address, int bits, int lane) {
        int data = vgpr(step.data);
        if (bits <= 32) {
            memory.write(address, bits / 8, wave.vectors[data][lane]);
            return;
        }
        for (int i = 0; i < bits / 32; i++) {
            memory.write(address + 4L * i, 4, wave.vectors[data + i][lane]);
        }
    }

    private void readHalf(Step step, Action action, WaveMemory memory, int bits, int lane) {
        boolean high = action == Action.READ_D16_HIGH || action == Action.READ_SIGNED_D16_HIGH;
        boolean signed = action == Action.READ_SIGNED_D16 || action == Action.READ_SIGNED_D16_HIGH;
        Memory.Element element = bits == 16 ? Memory.Element.SHORT_D16 : signed ? Memory.Element.SBYTE_D16 : Memory.Element.UBYTE_D16;
        int index = vgpr(step.destinations[0]);
        int raw = (int) memory.read(address(step, lane), bits / 8);
        wave.vectors[index][lane] = MemoryUnit.merged(element, raw, wave.vectors[index][lane], high);
    }

    private void atomic(Step step, Lds access, WaveMemory memory, int lane) {
        int bits = access.bits();
        long address = address(step, lane);
        long data;
        Action action = access.action();
        if (isFromLds(action)) {
            address = wave.vectors[vgpr(step.address)][lane] & 0xffffffffL;
            data = memory.read(otherAddress(step, address, bits), 4);
        } else {
            data = value(step.data, bits, lane);
        }
        if (action == Action.CONDXCHG) {
            // Rule A-058.
            if (step.decoded.flag('g')) {
                throw sem.refuse("this exchange in the global data share was not measured");
            }
            address &= 0xfff8;
        }
        if (bits == 64 && (address & 7) != 0) {
            throw sem.refuse("64-bit LDS atomic at an address that is no multiple of 8");
        }
        long second = step.data2 == null ? 0 : value(step.data2, bits, lane);
        long old = memory.read(address, bits / 8);
        memory.write(address, bits / 8, updated(action, bits, old, data, second));
        if (access.returns()) {
            result(step, 0, bits, old, lane);
        }
    }

    private static boolean isFromLds(Action action) {
        return action.compareTo(Action.ADD_SRC2) >= 0;
    }

    /** Rule C-032: the second address lies a signed 15-bit number of dwords away. */
    private long otherAddress(Step step, long address, int bits) {
        Decoded d = step.decoded;
        if ((d.offset1() & 0x80) != 0 || bits == 64 || d.flag('g')) {
            throw sem.refuse("this form of a second operand in LDS is not documented");
        }
        int dwords = (d.offset1() << 8 | d.offset0()) << 17 >> 17;
        return address + 4L * dwords & 0xffffffffL;
    }

    private long updated(Action action, int bits, long old, long data, long second) {
        FloatUnit floats = wave.floats();
        FloatFormat f = bits == 64 ? FloatFormat.F64 : FloatFormat.F32;
        return switch (action) {
            case ADD, ADD_SRC2 -> Atomics.apply(Memory.Action.ADD, floats, bits, old, data, 0);
            case SUB, SUB_SRC2 -> Atomics.apply(Memory.Action.SUB, floats, bits, old, data, 0);
            case RSUB, RSUB_SRC2 -> data - old;
            case INC, INC_SRC2 -> Atomics.apply(Memory.Action.INC, floats, bits, old, data, 0);
            case DEC, DEC_SRC2 -> Atomics.apply(Memory.Action.DEC, floats, bits, old, data, 0);
            case MIN_I, MIN_I_SRC2 -> Atomics.apply(Memory.Action.SMIN, floats, bits, old, data, 0);
            case MAX_I, MAX_I_SRC2 -> Atomics.apply(Memory.Action.SMAX, floats, bits, old, data, 0);
            case MIN_U, MIN_U_SRC2 -> Atomics.apply(Memory.Action.UMIN, floats, bits, old, data, 0);
            case MAX_U, MAX_U_SRC2 -> Atomics.apply(Memory.Action.UMAX, floats, bits, old, data, 0);
            case AND, AND_SRC2 -> old & data;
            case OR, OR_SRC2 -> old | data;
            case XOR, XOR_SRC2 -> old ^ data;
            case MSKOR -> old & ~data | second;
            case CMPST -> old == data ? second : old;
            case CMPST_F -> floats.atomicEquals(f, old, data) ? second : old;
            case MIN_F, MIN_F_SRC2 -> floats.atomicMinMax(f, old, data, false);
            case MAX_F, MAX_F_SRC2 -> floats.atomicMinMax(f, old, data, true);
            case ADD_F, ADD_F_SRC2 -> floats.atomicAdd(old, data);
            case EXCHANGE, WRITE_SRC2 -> data;
            case WRAP -> Long.compareUnsigned(old, data) >= 0 ? old - data : old + second;
            case CONDXCHG -> conditional((int) old, (int) data) | conditional((int) (old >>> 32), (int) (data >>> 32)) << 32;
            default -> throw sem.refuse("is not modelled");
        };
    }

    /** A dword is exchanged where the data's top bit is set; the stored value has it cleared. */
    private static long conditional(int old, int data) {
        return (data < 0 ? data & Integer.MAX_VALUE : old) & 0xffffffffL;
    }

    /** Every lane's first exchange, then every lane's second (rule A-057). */
    private void exchangeTwo(Step step, Lds access, WaveMemory memory) {
        Decoded d = step.decoded;
        int bits = access.bits();
        int unit = bits / 8 * (access.action() == Action.EXCHANGE2ST64 ? STRIDE_64 : 1);
        long[] first = new long[wave.lanes];
        long[] second = new long[wave.lanes];
        for (int l = 0; l < wave.lanes; l++) {
            if (isActive(l)) {
                first[l] = exchange(memory, address(step, d.offset0(), unit, l), bits, value(step.data, bits, l));
            }
        }
        for (int l = 0; l < wave.lanes; l++) {
            if (isActive(l)) {
                second[l] = exchange(memory, address(step, d.offset1(), unit, l), bits, value(step.data2, bits, l));
            }
        }
        for (int l = 0; l < wave.lanes; l++) {
            if (isActive(l)) {
                result(step, 0, bits, first[l], l);
                result(step, bits / 32, bits, second[l], l);
            }
        }
    }

    private static long exchange(WaveMemory memory, long address, int bits, long value) {
        long old = memory.read(address, bits / 8);
        memory.write(address, bits / 8, value);
        return old;
    }

    // Across lanes.

    /** Which lane a lane reads, or -1. */
    @FunctionalInterface
    private interface Pick {
        int from(Step step, int lane);
    }

    /** Every active lane takes the value of another; an inactive one gives zero. */
    private void lanes(Step step, Pick pick) {
        int from = step.data == null ? vgpr(step.address) : vgpr(step.data);
        int to = vgpr(step.destinations[0]);
        int[] before = wave.vectors[from].clone();
        int[] picked = new int[wave.lanes];
        for (int l = 0; l < wave.lanes; l++) {
            int source = pick.from(step, l);
            picked[l] = source >= 0 && isActive(source) ? before[source] : 0;
        }
        for (int l = 0; l < wave.lanes; l++) {
            if (isActive(l)) {
                wave.vectors[to][l] = picked[l];
            }
        }
    }

    private int swizzled(Step step, int lane) {
        return Swizzle.source(step.decoded.offset(), lane);
    }

    /** Each half of a 64-lane wave by itself. */
    private int pulled(Step step, int lane) {
        long address = (wave.vectors[vgpr(step.address)][lane] & 0xffffffffL) + step.decoded.offset();
        return lane & ~31 | (int) (address >>> 2) & 31;
    }

    private void permute(Step step) {
        int data = vgpr(step.data);
        int address = vgpr(step.address);
        int[] pushed = new int[wave.lanes];
        for (int l = 0; l < wave.lanes; l++) {
            if (isActive(l)) {
                long at = (wave.vectors[address][l] & 0xffffffffL) + step.decoded.offset();
                pushed[l & ~31 | (int) (at >>> 2) & 31] = wave.vectors[data][l];
            }
        }
        int to = vgpr(step.destinations[0]);
        for (int l = 0; l < wave.lanes; l++) {
            if (isActive(l)) {
                wave.vectors[to][l] = pushed[l];
            }
        }
    }

    /** Adds or takes the number of active lanes; every lane gets the old count. */
    private void append(Step step, WaveMemory memory, boolean add) {
        int m0 = wave.scalar(Operand.Sgpr.M0);
        long address = (step.decoded.flag('g') ? m0 >>> 16 : m0 & 0xffff) + step.decoded.offset();
        int count = Long.bitCount(wave.exec());
        long old = memory.read(address, 4);
        memory.write(address, 4, add ? old + count : old - count);
        for (int l = 0; l < wave.lanes; l++) {
            if (isActive(l)) {
                result(step, 0, 32, old, l);
            }
        }
    }

    /** Rule C-033: the first active lane's value, added or exchanged. */
    private void orderedCount(Step step, WaveMemory memory) {
        Decoded d = step.decoded;
        int control = d.offset1();
        if (control >>> 6 != 0) {
            throw sem.refuse("ordered count of more than one dword is not modelled");
        }
        if (!d.flag('g')) {
            throw sem.refuse("ordered count in LDS is not modelled");
        }
        long exec = wave.exec();
        if (exec == 0) {
            return;
        }
        long value = wave.vectors[vgpr(step.address)][Long.numberOfTrailingZeros(exec)];
        long old = memory.read(d.offset0(), 4);
        memory.write(d.offset0(), 4, (control & 16) != 0 ? value : old + value);
        for (int l = 0; l < wave.lanes; l++) {
            if (isActive(l)) {
                result(step, 0, 32, old, l);
            }
        }
    }
}
