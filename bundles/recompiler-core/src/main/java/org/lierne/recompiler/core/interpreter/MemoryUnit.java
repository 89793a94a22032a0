package org.lierne.recompiler.core.interpreter;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect.Memory;
import org.lierne.recompiler.isa.Effect.Memory.Action;
import org.lierne.recompiler.isa.Effect.Memory.Element;
import org.lierne.recompiler.isa.Operand;

/** Scalar, buffer, flat, global and scratch memory of one wave. */
final class MemoryUnit {
    private static final int UNIFIED_LDS_LIMIT = 1 << 16;

    private final Workgroup group;
    private final Wave wave;
    private final LaneSem sem;
    private final byte[] scratch;

    MemoryUnit(Workgroup group, Wave wave, LaneSem sem) {
        this.group = group;
        this.wave = wave;
        this.sem = sem;
        this.scratch = new byte[group.scratchBytesPerLane * wave.lanes];
    }

    void access(Step step, Memory access) {
        switch (access.space()) {
            case SCALAR, SCALAR_BUFFER, SCALAR_SCRATCH -> scalar(step, access);
            case BUFFER, TYPED_BUFFER -> buffer(step, access);
            case FLAT, GLOBAL, SCRATCH -> flat(step, access);
        }
    }

    private int sgpr(@Nullable Operand operand) {
        if (operand instanceof Operand.Sgpr s) {
            return s.index();
        }
        throw sem.refuse("operand is no scalar register");
    }

    private int vgpr(@Nullable Operand operand) {
        if (operand instanceof Operand.Vgpr v) {
            if (v.index() + v.type().dwords(wave.lanes) > wave.vectorCount) {
                throw sem.refuse("v" + v.index() + " is past the " + wave.vectorCount + " registers of this wave");
            }
            return v.index();
        }
        throw sem.refuse("operand is no VGPR");
    }

    // Scalar.

    private void scalar(Step step, Memory access) {
        if (!(step.memoryOffset instanceof Operand.MemoryOffset offset) || access.space() == Memory.Space.SCALAR_SCRATCH) {
            throw sem.refuse("scalar scratch is not modelled");
        }
        int from = sgpr(step.scalarBase);
        long by = (wave.scalar(offset.register()) & 0xffffffffL) + offset.immediate();
        boolean buffer = access.space() == Memory.Space.SCALAR_BUFFER;
        int data = access.action() == Action.LOAD ? sgpr(step.destinations[0]) : sgpr(step.data);
        long base = wave.scalarPair(from);
        long limit = Long.MAX_VALUE;
        if (buffer) {
            BufferResource r = BufferResource.of(wave.scalar(from), wave.scalar(from + 1), wave.scalar(from + 2), wave.scalar(from + 3));
            limit = r.strideBytes() == 0 ? r.records() & 0xffffffffL : (r.records() & 0xffffffffL) * r.strideBytes();
            base = r.base();
        }
        long start = (base & ~3L) + (by & ~3L);
        if (access.action().isAtomic()) {
            scalarAtomic(step, access, start, (by & ~3L) + 4L * access.dwords() <= limit, data);
            return;
        }
        int[] loaded = new int[access.dwords()];
        for (int i = 0; i < access.dwords(); i++) {
            boolean inside = (by & ~3L) + 4L * i + 4 <= limit && (!buffer || by >= 0);
            if (access.action() == Action.STORE) {
                if (inside) {
                    group.memory.write(start + 4L * i, 4, wave.scalar(data + i));
                }
            } else {
                loaded[i] = inside ? (int) group.memory.read(start + 4L * i, 4) : 0;
            }
        }
        if (access.action() == Action.LOAD) {
            for (int i = 0; i < loaded.length; i++) {
                wave.scalar(data == Operand.Sgpr.NULL ? data : data + i, loaded[i]);
            }
        }
    }

    private void scalarAtomic(Step step, Memory access, long address, boolean inside, int data) {
        boolean pair = access.action() == Action.CMPSWAP || access.action() == Action.FCMPSWAP;
        int bits = 32 * (pair ? access.dwords() / 2 : access.dwords());
        long value = bits == 64 ? wave.scalarPair(data) : wave.scalar(data) & 0xffffffffL;
        long compare = !pair ? 0 : bits == 64 ? wave.scalarPair(data + 2) : wave.scalar(data + 1) & 0xffffffffL;
        long old = inside ? atomic(access.action(), bits, address, value, compare) : 0;
        if (step.decoded.glc()) {
            if (bits == 64) {
                wave.scalarPair(data, old);
            } else {
                wave.scalar(data, (int) old);
            }
        }
    }

    /** Does the operation and gives the old value. A 32-bit one acts on the dword that holds its address (C-027). */
    private long atomic(Action action, int bits, long address, long value, long compare) {
        if (bits == 64 && (address & 7) != 0) {
            throw sem.refuse("64-bit atomic at an address that is no multiple of 8");
        }
        long at = bits == 32 ? address & ~3L : address;
        long old = group.memory.read(at, bits / 8);
        group.memory.write(at, bits / 8, Atomics.apply(action, wave.floats(), bits, old, value, compare));
        return old;
    }

    // Buffers.

    private int scalarOffset(Step step) {
        return switch (step.scalarOffset) {
            case Operand.Sgpr s -> wave.scalar(s.index());
            case Operand.Constant c -> (int) c.bits();
            case null, default -> throw sem.refuse("scalar offset cannot be read");
        };
    }

    private void buffer(Step step, Memory access) {
        Decoded d = step.decoded;
        boolean intoLds = d.flag('L');
        int r = sgpr(step.resource);
        BufferResource resource = BufferResource.of(wave.scalar(r), wave.scalar(r + 1), wave.scalar(r + 2), wave.scalar(r + 3));
        int scalarOffset = scalarOffset(step);
        int data = intoLds ? 0 : vgpr(step.data);
        boolean hasIndex = d.flag('x');
        boolean hasOffset = d.flag('f');
        int address = hasIndex || hasOffset ? vgpr(step.address) : 0;
        int[] index = hasIndex ? wave.vectors[address] : NONE;
        int[] offsets = hasOffset ? wave.vectors[hasIndex ? address + 1 : address] : NONE;
        long exec = wave.exec();
        for (int l = 0; l < wave.lanes; l++) {
            if ((exec >>> l & 1) != 0) {
                int record = (hasIndex ? index[l] : 0) + (resource.addLaneId() ? l : 0);
                int offset = (hasOffset ? offsets[l] : 0) + d.offset();
                int before = wave.vectors[data][l];
                bufferLane(step, access, resource, record, offset, scalarOffset, data, l);
                if (intoLds) {
                    toLds(d, l, wave.vectors[data][l]);
                    wave.vectors[data][l] = before;
                }
            }
        }
        if (d.flag('t') && access.action() == Action.LOAD) {
            for (int l = 0; l < wave.lanes; l++) {
                if ((exec >>> l & 1) != 0) {
                    wave.vectors[data + access.dwords()][l] = 0;
                }
            }
        }
    }

    private static final int[] NONE = {};

    /**
     * Puts a lane's dword where a load into LDS has it: the low half of M0, the instruction's offset, and four bytes a lane. Documented:
     * RDNA 2 ISA, "Memory Buffer Load to LDS".
     */
    private void toLds(Decoded d, int lane, int value) {
        long address = (wave.scalar(Operand.Sgpr.M0) & 0xffff) + d.offset() + 4L * lane;
        new Slice(group.lds, 0, group.lds.length).write(address, 4, value);
    }

    private void bufferLane(Step step, Memory access, BufferResource resource, int record, int offset, int scalarOffset, int data, int lane) {
        Element element = access.element();
        if (element == Element.FORMAT || element == Element.FORMAT_D16) {
            formatted(step, access, resource, record, offset, scalarOffset, data, lane);
        } else if (access.action().isAtomic()) {
            boolean pair = access.action() == Action.CMPSWAP || access.action() == Action.FCMPSWAP;
            int bits = 32 * (pair ? access.dwords() / 2 : access.dwords());
            boolean outside = resource.isOutside(record, offset, scalarOffset, bits / 8);
            long address = outside ? 0 : resource.address(record, offset, scalarOffset);
            vectorAtomic(step, access, outside, address, data, data, lane);
        } else if (element == null) {
            for (int i = 0; i < access.dwords(); i++) {
                boolean outside = resource.isOutside(record, offset + 4 * i, scalarOffset, 4);
                long address = outside ? 0 : resource.address(record, offset + 4 * i, scalarOffset);
                if (access.action() == Action.LOAD) {
                    wave.vectors[data + i][lane] = outside ? 0 : (int) group.memory.read(address, 4);
                } else if (!outside) {
                    group.memory.write(address, 4, wave.vectors[data + i][lane]);
                }
            }
        } else {
            int bytes = bytes(element);
            boolean outside = resource.isOutside(record, offset, scalarOffset, bytes);
            narrow(access, element, outside, outside ? 0 : resource.address(record, offset, scalarOffset), data, lane);
        }
    }

    private static int bytes(Element element) {
        return switch (element) {
            case UBYTE, SBYTE, UBYTE_D16, SBYTE_D16 -> 1;
            default -> 2;
        };
    }

    /** Bytes and halves. */
    private void narrow(Memory access, Element element, boolean outside, long address, int data, int lane) {
        int bytes = bytes(element);
        int[] register = wave.vectors[data];
        if (access.action() == Action.STORE) {
            if (!outside) {
                group.memory.write(address, bytes, access.high() ? register[lane] >>> 16 : register[lane]);
            }
            return;
        }
        int raw = outside ? 0 : (int) group.memory.read(address, bytes);
        register[lane] = merged(element, raw, register[lane], access.high());
    }

    static int merged(Element element, int raw, int old, boolean high) {
        int value = switch (element) {
            case SBYTE, SBYTE_D16 -> (byte) raw;
            case SSHORT -> (short) raw;
            default -> raw;
        };
        return switch (element) {
            case UBYTE_D16, SBYTE_D16, SHORT_D16 -> high ? old & 0xffff | value << 16 : old & 0xffff0000 | value & 0xffff;
            default -> value;
        };
    }

    private void vectorAtomic(Step step, Memory access, boolean outside, long address, int data, int result, int lane) {
        boolean pair = access.action() == Action.CMPSWAP || access.action() == Action.FCMPSWAP;
        int words = pair ? access.dwords() / 2 : access.dwords();
        long value = register(data, words, lane);
        long compare = pair ? register(data + words, words, lane) : 0;
        long old = outside ? 0 : atomic(access.action(), 32 * words, address, value, compare);
        if (step.decoded.glc()) {
            wave.vectors[result][lane] = (int) old;
            if (words == 2) {
                wave.vectors[result + 1][lane] = (int) (old >>> 32);
            }
        }
    }

    private long register(int index, int words, int lane) {
        long low = wave.vectors[index][lane] & 0xffffffffL;
        return words == 2 ? low | (long) wave.vectors[index + 1][lane] << 32 : low;
    }

    private void formatted(Step step, Memory access, BufferResource resource, int record, int offset, int scalarOffset, int data, int lane) {
        boolean typed = access.space() == Memory.Space.TYPED_BUFFER;
        BufferFormat format = BufferFormat.of(typed ? step.decoded.field('F') : resource.format());
        boolean half = access.element() == Element.FORMAT_D16;
        int channels = access.channels();
        boolean outside = format == null || resource.isOutside(record, offset, scalarOffset, format.bytes());
        long address = outside ? 0 : resource.address(record, offset, scalarOffset);
        if (access.action() == Action.LOAD) {
            int[] memory = format == null || outside ? new int[4] : loaded(format, address);
            for (int c = 0; c < channels; c++) {
                int value = format == null || outside ? 0 : selected(format, memory, resource.selectors() >>> 3 * c & 7);
                put(data, c, value, half, format != null && format.isInteger(), access.high(), lane);
            }
        } else if (format != null && !outside) {
            int[] memory = new int[4];
            for (int c = 0; c < channels; c++) {
                int to = (resource.selectors() >>> 3 * c & 7) - 4;
                if (to >= 0 && to < format.bits().length) {
                    memory[to] = format.encode(to, taken(data, c, half, format.isInteger(), access.high(), lane));
                }
            }
            stored(format, address, memory);
        }
    }

    private void put(int data, int channel, int value, boolean half, boolean integer, boolean high, int lane) {
        if (!half) {
            wave.vectors[data + channel][lane] = value;
            return;
        }
        int bits = integer ? value & 0xffff : (int) wave.floats().convert(org.lierne.recompiler.isa.FloatFormat.F32,
                org.lierne.recompiler.isa.FloatFormat.F16, value & 0xffffffffL);
        int[] register = wave.vectors[data + channel / 2];
        boolean upper = high || (channel & 1) != 0;
        register[lane] = upper ? register[lane] & 0xffff | bits << 16 : register[lane] & 0xffff0000 | bits;
    }

    private int taken(int data, int channel, boolean half, boolean integer, boolean high, int lane) {
        if (!half) {
            return wave.vectors[data + channel][lane];
        }
        int register = wave.vectors[data + channel / 2][lane];
        int bits = (high || (channel & 1) != 0 ? register >>> 16 : register) & 0xffff;
        return integer ? (short) bits : Float.floatToRawIntBits(Float.float16ToFloat((short) bits));
    }

    private static int selected(BufferFormat format, int[] memory, int select) {
        int one = format.isInteger() ? 1 : 0x3f800000;
        if (select < 4) {
            return select == 1 ? one : 0;
        }
        int channel = select - 4;
        return channel < format.bits().length ? memory[channel] : channel == 3 ? one : 0;
    }

    private int[] loaded(BufferFormat format, long address) {
        int[] channels = new int[4];
        int bit = 0;
        for (int c = 0; c < format.bits().length; c++) {
            int width = format.bits()[c];
            channels[c] = format.decode(c, bits(address, format.bytes(), bit, width));
            bit += width;
        }
        return channels;
    }

    private int bits(long address, int elementBytes, int bit, int width) {
        if (width >= 8 && width % 8 == 0 && bit % 8 == 0) {
            return (int) group.memory.read(address + bit / 8, width / 8);
        }
        long word = group.memory.read(address, elementBytes);
        return (int) (word >>> bit & (1L << width) - 1);
    }

    private void stored(BufferFormat format, long address, int[] channels) {
        long word = 0;
        int bit = 0;
        boolean whole = format.bits()[0] % 8 == 0;
        for (int c = 0; c < format.bits().length; c++) {
            int width = format.bits()[c];
            if (whole) {
                group.memory.write(address + bit / 8, width / 8, channels[c]);
            } else {
                word |= (channels[c] & (1L << width) - 1) << bit;
            }
            bit += width;
        }
        if (!whole) {
            group.memory.write(address, format.bytes(), word);
        }
    }

    // Flat, global, scratch.

    private void flat(Step step, Memory access) {
        Decoded d = step.decoded;
        if (d.flag('L')) {
            throw sem.refuse("loads into LDS are not modelled");
        }
        boolean loads = access.action() == Action.LOAD;
        int data = loads ? vgpr(step.destinations[0]) : vgpr(step.data);
        int result = !loads && step.destinations.length > 0 ? vgpr(step.destinations[0]) : data;
        long exec = wave.exec();
        for (int l = 0; l < wave.lanes; l++) {
            if ((exec >>> l & 1) != 0) {
                long address = flatAddress(step, access, l);
                WaveMemory memory = memoryOf(access, address, l);
                long at = localAddress(access, address);
                flatLane(step, access, memory, at, data, result, l);
            }
        }
    }

    private long flatAddress(Step step, Memory access, int lane) {
        long offset = step.decoded.offset();
        long scalar = step.scalarAddress instanceof Operand.Sgpr s
                ? access.space() == Memory.Space.GLOBAL ? wave.scalarPair(s.index()) : wave.scalar(s.index()) & 0xffffffffL : 0;
        long vector = step.address instanceof Operand.Vgpr v ? register(v.index(), v.type().dwords(wave.lanes), lane) : 0;
        return scalar + vector + offset;
    }

    private static int high(long address) {
        return (int) (address >>> 32);
    }

    private WaveMemory memoryOf(Memory access, long address, int lane) {
        boolean flat = access.space() == Memory.Space.FLAT;
        if (access.space() == Memory.Space.SCRATCH || flat && high(address) == wave.apertures.privateHigh()) {
            return new Slice(scratch, lane * group.scratchBytesPerLane, group.scratchBytesPerLane);
        }
        if (flat && high(address) == wave.apertures.sharedHigh()) {
            return new Slice(group.lds, 0, Math.min(group.lds.length, UNIFIED_LDS_LIMIT));
        }
        return group.memory;
    }

    private long localAddress(Memory access, long address) {
        boolean aperture = high(address) == wave.apertures.privateHigh() || high(address) == wave.apertures.sharedHigh();
        boolean local = access.space() == Memory.Space.SCRATCH || access.space() == Memory.Space.FLAT && aperture;
        return local ? address & 0xffffffffL : address;
    }

    private void flatLane(Step step, Memory access, WaveMemory memory, long address, int data, int result, int lane) {
        Element element = access.element();
        if (access.action().isAtomic()) {
            boolean pair = access.action() == Action.CMPSWAP || access.action() == Action.FCMPSWAP;
            int words = pair ? access.dwords() / 2 : access.dwords();
            long value = register(data, words, lane);
            long compare = pair ? register(data + words, words, lane) : 0;
            // Rule B-004: in a window an unaligned one faults, and changes nothing.
            boolean isDone = memory == group.memory || address % (4L * words) == 0;
            long old = isDone ? memory.read(address, 4 * words) : 0;
            if (isDone) {
                memory.write(address, 4 * words, Atomics.apply(access.action(), wave.floats(), 32 * words, old, value, compare));
            }
            if (step.decoded.glc()) {
                wave.vectors[result][lane] = (int) old;
                if (words == 2) {
                    wave.vectors[result + 1][lane] = (int) (old >>> 32);
                }
            }
        } else if (element == null) {
            for (int i = 0; i < access.dwords(); i++) {
                if (access.action() == Action.LOAD) {
                    wave.vectors[data + i][lane] = (int) memory.read(address + 4L * i, 4);
                } else {
                    memory.write(address + 4L * i, 4, wave.vectors[data + i][lane]);
                }
            }
        } else if (access.action() == Action.STORE) {
            int value = wave.vectors[data][lane];
            memory.write(address, bytes(element), access.high() ? value >>> 16 : value);
        } else {
            int raw = (int) memory.read(address, bytes(element));
            wave.vectors[data][lane] = merged(element, raw, wave.vectors[data][lane], access.high());
        }
    }

    /** Part of an array as memory that starts at 0; outside reads zero and drops writes. */
    record Slice(byte[] bytes, int start, int length) implements WaveMemory {
        private boolean isInside(long address, int count) {
            return address >= 0 && address + count <= length;
        }

        @Override
        public long read(long address, int count) {
            long value = 0;
            if (isInside(address, count)) {
                for (int i = 0; i < count; i++) {
                    value |= (bytes[start + (int) address + i] & 0xffL) << 8 * i;
                }
            }
            return value;
        }

        @Override
        public void write(long address, int count, long value) {
            if (isInside(address, count)) {
                for (int i = 0; i < count; i++) {
                    bytes[start + (int) address + i] = (byte) (value >>> 8 * i);
                }
            }
        }
    }
}
