package org.lierne.recompiler.core.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.HostWord;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarLoad;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.UserData;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;
import org.lierne.recompiler.program.WordSource;
import org.lierne.recompiler.program.WordSource.Operator;

/** Follows values back to what the host can compute when work is recorded. */
final class Sources {
    private static final int DEPTH = 64;

    private final Map<Ssa, Inst> definitions;
    private final Map<Ssa, WordSource> words = new HashMap<>();
    private final Set<Ssa> hopeless = new HashSet<>();
    private int depth;

    Sources(IrModule module) {
        this.definitions = Cleanup.definitions(module);
    }

    /** The word's source, null when the host cannot compute it. */
    @Nullable WordSource of(Value value) {
        if (value instanceof Const constant) {
            return WordSource.literal((int) constant.bits());
        }
        if (!(value instanceof Ssa ssa) || hopeless.contains(ssa) || depth > DEPTH) {
            return null;
        }
        WordSource found = words.get(ssa);
        if (found == null) {
            depth++;
            found = follow(ssa);
            depth--;
            if (found == null) {
                hopeless.add(ssa);
            } else {
                words.put(ssa, found);
            }
        }
        return found;
    }

    /** What defines a value, null for a value of no instruction. */
    @Nullable Inst definition(Ssa value) {
        return definitions.get(value);
    }

    /** The wide values whose sum a wide value is: itself, or the operands of an addition. */
    List<Value> parts(Value wide) {
        return wide instanceof Ssa ssa && definitions.get(ssa) instanceof Alu alu && alu.op() == AluOp.IADD ? alu.operands()
                : List.of(wide);
    }

    /** The value that is one half of a wide one put together from two, null for any other. */
    @Nullable Value halfValue(Value wide, boolean high) {
        if (wide instanceof Ssa ssa && definitions.get(ssa) instanceof Alu alu && alu.op() == AluOp.PACK_64) {
            return alu.operand(high ? 1 : 0);
        }
        return null;
    }

    /** The first instruction on the way that the host cannot follow, as text; where the way is a circle, one of it. */
    String obstacle(Value value) {
        Set<Value> seen = new HashSet<>();
        Value at = value;
        while (true) {
            Inst inst = at instanceof Ssa ssa ? definitions.get(ssa) : null;
            if (inst == null) {
                return at.word();
            }
            Value next = inst.operands().stream().filter(o -> o instanceof Ssa ssa && hopeless.contains(ssa)).findFirst().orElse(null);
            if (next == null || !seen.add(at)) {
                return IrText.print(inst);
            }
            at = next;
        }
    }

    private @Nullable WordSource follow(Ssa ssa) {
        return switch (definitions.get(ssa)) {
            case UserData data -> WordSource.userData(data.dword());
            case HostWord word -> word.source();
            case ScalarLoad load -> load(load);
            case Wave wave when wave.op() == WaveOp.READ_FIRST_LANE || wave.op() == WaveOp.READ_LANE ->
                    of(wave.operands().getFirst());
            case Alu alu -> alu(alu);
            case null, default -> null;
        };
    }

    private @Nullable WordSource load(ScalarLoad load) {
        WordSource offset = of(load.offset());
        if (offset == null) {
            return null;
        }
        WordSource total = sum(offset, WordSource.literal(load.offsetBytes()));
        return switch (load.place()) {
            case Place.Address address -> {
                WordSource low = half(address.address(), false);
                WordSource high = half(address.address(), true);
                yield low == null || high == null ? null : new WordSource.Loaded(low, high, total);
            }
            case Place.DescriptorWords descriptor -> {
                List<WordSource> all = new ArrayList<>();
                for (Value word : descriptor.words()) {
                    WordSource source = of(word);
                    if (source == null) {
                        yield null;
                    }
                    all.add(source);
                }
                yield new WordSource.BufferLoaded(all, total);
            }
            case Place.ResourceRef _ -> null;
        };
    }

    private static WordSource sum(WordSource a, WordSource b) {
        if (a instanceof WordSource.Literal x && b instanceof WordSource.Literal y) {
            return WordSource.literal(x.word() + y.word());
        }
        return b instanceof WordSource.Literal zero && zero.word() == 0 ? a : WordSource.operation(Operator.ADD, a, b);
    }

    private @Nullable WordSource alu(Alu alu) {
        if (alu.result().type() == ScalarType.I64) {
            return null;
        }
        if (alu.op() == AluOp.LOW_32 || alu.op() == AluOp.HIGH_32) {
            return half(alu.operand(0), alu.op() == AluOp.HIGH_32);
        }
        if (alu.operands().stream().anyMatch(each -> each.type() == ScalarType.I64 || each.type().component().isFloat())) {
            return null;
        }
        Operator operator = operator(alu.op());
        if (operator == null) {
            return field(alu);
        }
        WordSource[] arguments = new WordSource[operator.arguments()];
        for (int i = 0; i < arguments.length; i++) {
            WordSource argument = of(alu.operand(i));
            if (argument == null) {
                return null;
            }
            arguments[i] = argument;
        }
        WordSource result = WordSource.operation(operator, arguments);
        return switch (alu.op()) {
            case INE -> WordSource.operation(Operator.EQUAL, result, WordSource.literal(0));
            default -> result;
        };
    }

    private @Nullable WordSource field(Alu alu) {
        WordSource value = of(alu.operand(0));
        if (value == null) {
            return null;
        }
        return switch (alu.op()) {
            case UBFE -> alu.operand(1) instanceof Const start && alu.operand(2) instanceof Const width && width.bits() < 32
                    ? WordSource.operation(Operator.AND,
                            WordSource.operation(Operator.SHIFT_RIGHT, value, WordSource.literal((int) start.bits())),
                            WordSource.literal((1 << (int) width.bits()) - 1))
                    : null;
            case BITCAST -> value;
            case NOT -> alu.result().type() == ScalarType.B1
                    ? WordSource.operation(Operator.EQUAL, value, WordSource.literal(0)) : WordSource.operation(Operator.NOT, value);
            default -> null;
        };
    }

    private static @Nullable Operator operator(AluOp op) {
        return switch (op) {
            case IADD -> Operator.ADD;
            case ISUB -> Operator.SUB;
            case IMUL -> Operator.MUL;
            case UMUL_HI -> Operator.MUL_HIGH_UNSIGNED;
            case SMUL_HI -> Operator.MUL_HIGH_SIGNED;
            case AND -> Operator.AND;
            case OR -> Operator.OR;
            case XOR -> Operator.XOR;
            case SHL -> Operator.SHIFT_LEFT;
            case SHR_U -> Operator.SHIFT_RIGHT;
            case SHR_S -> Operator.SHIFT_RIGHT_SIGNED;
            case UMIN -> Operator.MIN_UNSIGNED;
            case UMAX -> Operator.MAX_UNSIGNED;
            case SMIN -> Operator.MIN_SIGNED;
            case SMAX -> Operator.MAX_SIGNED;
            case IEQ, INE -> Operator.EQUAL;
            case ULT -> Operator.LESS_UNSIGNED;
            case SLT -> Operator.LESS_SIGNED;
            case UADD_CARRY -> Operator.CARRY;
            case USUB_BORROW -> Operator.BORROW;
            case SELECT -> Operator.SELECT;
            default -> null;
        };
    }

    /** Half of a 64-bit value. */
    @Nullable WordSource half(Value wide, boolean high) {
        if (wide instanceof Const constant) {
            return WordSource.literal((int) (high ? constant.bits() >>> 32 : constant.bits()));
        }
        if (!(wide instanceof Ssa ssa) || !(definitions.get(ssa) instanceof Alu alu)) {
            return null;
        }
        return switch (alu.op()) {
            case PACK_64 -> of(alu.operand(high ? 1 : 0));
            case IADD -> {
                WordSource lowA = half(alu.operand(0), false);
                WordSource lowB = half(alu.operand(1), false);
                if (lowA == null || lowB == null) {
                    yield null;
                }
                if (!high) {
                    yield WordSource.operation(Operator.ADD, lowA, lowB);
                }
                WordSource highA = half(alu.operand(0), true);
                WordSource highB = half(alu.operand(1), true);
                yield highA == null || highB == null ? null : WordSource.operation(Operator.ADD,
                        WordSource.operation(Operator.ADD, highA, highB), WordSource.operation(Operator.CARRY, lowA, lowB));
            }
            case AND, OR, XOR -> {
                WordSource a = half(alu.operand(0), high);
                WordSource b = half(alu.operand(1), high);
                Operator operator = operator(alu.op());
                yield a == null || b == null || operator == null ? null : WordSource.operation(operator, a, b);
            }
            default -> null;
        };
    }
}
