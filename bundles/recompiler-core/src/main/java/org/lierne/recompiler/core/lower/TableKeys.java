package org.lierne.recompiler.core.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarLoad;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;
import org.lierne.recompiler.program.DescriptorPath;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.MemoryReader;
import org.lierne.recompiler.program.WordSource;
import org.lierne.recompiler.program.WordSource.Operator;

/**
 * Descriptors that the program loads from a place it computes: records of a table whose pointer or buffer the host can follow, chosen
 * by a key that it cannot. All words of one have to hang on the same key.
 */
final class TableKeys {
    private static final int DEPTH = 16;

    /**
     * A descriptor in a table.
     *
     * @param path its words, with the key in them
     * @param key  the value in the program
     */
    record Found(DescriptorPath path, Value key) {
        /** Whether its words follow each other, as those of one record do. */
        boolean isRecord() {
            return new DescriptorWalker(new int[0], MemoryReader.NONE).isRun(path);
        }
    }

    private final Sources sources;
    private final ChangingKeys changing;
    private @Nullable Value key;
    private boolean isThrough;
    private @Nullable Lane lane;
    private final boolean looksThroughLanes;

    /** A value of the lanes of a mask whose first one is read. */
    private record Lane(Value value, Value mask) {}

    /** @param looksThroughLanes whether bounds and places of keys pass through selections and reads of the first lane (rule A-030) */
    TableKeys(Sources sources, ChangingKeys changing, boolean looksThroughLanes) {
        this.looksThroughLanes = looksThroughLanes;
        this.sources = sources;
        this.changing = changing;
    }

    /** The table behind a descriptor's words, null where they are no record of one. */
    @Nullable Found of(List<Value> words) {
        Found found = of(words, false);
        Found behind = found == null && looksThroughLanes ? of(words, true) : found;
        return behind == null || !behind.isRecord() ? null : behind;
    }

    /** @param isThrough whether what is read from the first lane is looked at in that lane */
    private @Nullable Found of(List<Value> words, boolean isThrough) {
        this.isThrough = isThrough;
        key = null;
        lane = null;
        List<WordSource> path = new ArrayList<>();
        for (Value word : words) {
            WordSource source = word instanceof Ssa ssa && sources.definition(ssa) instanceof ScalarLoad load ? loaded(load) : null;
            if (source == null) {
                return null;
            }
            path.add(source);
        }
        Value found = key;
        return found == null ? null : new Found(new DescriptorPath(path), found);
    }

    private @Nullable WordSource loaded(ScalarLoad load) {
        WordSource offset = keyed(load.offset(), DEPTH);
        if (offset == null) {
            return null;
        }
        WordSource total = load.offsetBytes() == 0 ? offset
                : WordSource.operation(Operator.ADD, offset, WordSource.literal(load.offsetBytes()));
        return switch (load.place()) {
            case Place.Address address -> {
                WordSource low = sources.half(address.address(), false);
                WordSource high = sources.half(address.address(), true);
                yield low == null || high == null ? null : new WordSource.Loaded(low, high, total);
            }
            case Place.DescriptorWords descriptor -> {
                List<WordSource> buffer = new ArrayList<>();
                for (Value word : descriptor.words()) {
                    WordSource source = sources.of(word);
                    if (source == null) {
                        yield null;
                    }
                    buffer.add(source);
                }
                yield new WordSource.BufferLoaded(buffer, total);
            }
            case Place.ResourceRef _ -> null;
        };
    }

    /** An offset with the key in it: sums, and products and shifts by what the host knows, are taken apart. */
    private @Nullable WordSource keyed(Value value, int depth) {
        WordSource known = sources.of(value);
        if (known != null && !changing.isChanging(known)) {
            return known;
        }
        if (value instanceof Ssa ssa && sources.definition(ssa) instanceof Alu alu && depth > 0) {
            Operator operator = switch (alu.op()) {
                case IADD -> Operator.ADD;
                case ISUB -> Operator.SUB;
                case IMUL -> Operator.MUL;
                case SHL -> Operator.SHIFT_LEFT;
                default -> null;
            };
            boolean isTaken = operator == Operator.ADD || operator == Operator.SUB || operator != null
                    && (sources.of(alu.operand(1)) != null || operator == Operator.MUL && sources.of(alu.operand(0)) != null);
            if (operator != null && isTaken) {
                WordSource a = keyed(alu.operand(0), depth - 1);
                WordSource b = keyed(alu.operand(1), depth - 1);
                return a == null || b == null ? null : WordSource.operation(operator, a, b);
            }
        }
        if (isThrough && value instanceof Ssa ssa && sources.definition(ssa) instanceof Wave wave && wave.op() == WaveOp.READ_FIRST_LANE) {
            return ofLane(wave.operands().getFirst(), wave.operands().get(1), value, DEPTH);
        }
        if (key != null && !key.equals(value) || value.type() != ScalarType.I32) {
            return null;
        }
        key = value;
        return new WordSource.Key(bits(value, DEPTH));
    }

    /**
     * What the first lane of a mask has: sums and shifts by constants may be done before it is read as well as behind, and of a
     * selection that the mask decides it has the first arm (rule A-030).
     */
    private @Nullable WordSource ofLane(Value value, Value mask, @Nullable Value read, int depth) {
        Lane found = new Lane(value, mask);
        boolean isKnown = lane == null ? read != null : found.equals(lane);
        if (!isKnown && value instanceof Ssa ssa && sources.definition(ssa) instanceof Alu alu && depth > 0) {
            if (alu.op() == AluOp.SELECT && isImplied(alu.operand(0), mask)) {
                return ofLane(alu.operand(1), mask, null, depth - 1);
            }
            if ((alu.op() == AluOp.IADD || alu.op() == AluOp.SHL) && alu.operand(1) instanceof Const by) {
                WordSource inner = ofLane(alu.operand(0), mask, null, depth - 1);
                return inner == null ? null : WordSource.operation(alu.op() == AluOp.IADD ? Operator.ADD : Operator.SHIFT_LEFT, inner,
                        WordSource.literal((int) by.bits()));
            }
        }
        if (lane != null && !lane.equals(found)) {
            return null;
        }
        lane = found;
        key = read == null ? key : read;
        return new WordSource.Key(bits(value, DEPTH));
    }

    /** Whether a condition holds in every lane of a mask: the mask is a conjunction of its parts and others. */
    boolean isImplied(Value condition, Value mask) {
        Set<Value> given = new HashSet<>();
        conjuncts(mask, given);
        Set<Value> asked = new HashSet<>();
        conjuncts(condition, asked);
        return given.containsAll(asked);
    }

    private void conjuncts(Value value, Set<Value> into) {
        if (value instanceof Ssa ssa && sources.definition(ssa) instanceof Alu alu && alu.op() == AluOp.AND
                && alu.result().type() == ScalarType.B1) {
            alu.operands().forEach(operand -> conjuncts(operand, into));
        } else {
            into.add(value);
        }
    }

    /** Bits that may be set in a word (rule A-030): selections, lane reads and phis pass bounds on. */
    int bits(Value value, int depth) {
        if (value instanceof Const constant) {
            return (int) constant.bits();
        }
        Inst definition = value instanceof Ssa ssa ? sources.definition(ssa) : null;
        if (depth == 0 || definition == null) {
            return -1;
        }
        return switch (definition) {
            case Wave wave when looksThroughLanes && (wave.op() == WaveOp.READ_FIRST_LANE || wave.op() == WaveOp.READ_LANE) ->
                    bits(wave.operands().getFirst(), depth - 1);
            case Phi phi -> phi.incoming().stream().mapToInt(edge -> bits(edge.value(), Math.max(0, depth - 4))).reduce(0, (a, b) -> a | b);
            case Alu alu -> bits(alu, depth - 1);
            default -> -1;
        };
    }

    private int bits(Alu alu, int depth) {
        return switch (alu.op()) {
            case AND -> bits(alu.operand(0), depth) & bits(alu.operand(1), depth);
            case OR, XOR -> bits(alu.operand(0), depth) | bits(alu.operand(1), depth);
            case SELECT -> looksThroughLanes ? bits(alu.operand(1), depth) | bits(alu.operand(2), depth) : -1;
            case UMIN -> Math.min(ones(bits(alu.operand(0), depth)), ones(bits(alu.operand(1), depth)));
            case SHL -> alu.operand(1) instanceof Const by ? bits(alu.operand(0), depth) << (int) by.bits() : -1;
            case SHR_U -> alu.operand(1) instanceof Const by ? bits(alu.operand(0), depth) >>> (int) by.bits() : -1;
            case UBFE -> alu.operand(2) instanceof Const width && width.bits() < 32 ? (1 << (int) width.bits()) - 1 : -1;
            default -> -1;
        };
    }

    /** All bits up to the highest that is set; -1 counts as no bound. */
    private static int ones(int bits) {
        return bits < 0 ? Integer.MAX_VALUE : bits == 0 ? 0 : 2 * Integer.highestOneBit(bits) - 1;
    }
}
