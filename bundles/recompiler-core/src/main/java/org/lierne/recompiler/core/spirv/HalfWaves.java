package org.lierne.recompiler.core.spirv;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Folding;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;

/** What is known of lanes 32 to 63 in a module whose host has the lower half of each wave alone: the two shapes of rule B-009. */
final class HalfWaves {
    private static final int HALF = 32;
    private static final int WHOLE = 64;
    /** DPP16 controls: {@code row_shr:0}, the quad's own lanes, the bit that makes lanes without a source read zero. */
    private static final int ROW_SHR = 0x110;
    private static final int QUAD_IDENTITY = 0xe4;
    private static final int CONTROL = 0x1ff;
    private static final int BOUND_CONTROL = 1 << 11;
    /** All banks of all rows are written; the last banks of rows 1 and 3 are. */
    private static final int WHOLE_MASKS = 0xff << 16;
    private static final int LAST_LANES_MASKS = 0xa8 << 16;
    /** Modifiers of permlanes. */
    private static final int FETCH_INACTIVE = 1;
    private static final int PERMLANE_BOUND_CONTROL = 2;
    private static final Set<AluOp> REDUCTIONS = Set.of(AluOp.OR, AluOp.AND, AluOp.IADD, AluOp.UMAX, AluOp.UMIN, AluOp.SMAX, AluOp.SMIN);
    /** Reductions of which zero is the identity. */
    private static final Set<AluOp> KEEPING_ZERO = Set.of(AluOp.OR, AluOp.IADD, AluOp.UMAX);

    private final Map<Ssa, Inst> definitions = new HashMap<>();
    private final Map<Value, Boolean> zeroAbove = new HashMap<>();
    private final Folding folding;

    HalfWaves(IrModule module) {
        module.blocks().forEach(block -> block.instructions().forEach(inst -> {
            if (inst.result() != null) {
                definitions.put(inst.result(), inst);
            }
        }));
        this.folding = new Folding(module, definitions::get);
    }

    /**
     * A scan over the lower half of a wave.
     *
     * @param op   how two lanes are combined
     * @param keys what the lanes bring
     */
    record Scan(AluOp op, Value keys) {}

    /** The scan of which {@code value} is what row 1 or 3 has at its end: steps by 1, 2, 4 and 8 lanes in each row, then the row across. */
    @Nullable Scan scan(Value value) {
        Alu last = combination(value);
        Value rows = last == null ? null : rowsBefore(value, last);
        AluOp op = last == null ? AluOp.OR : last.op();
        for (int by = 8; by > 0 && rows != null; by /= 2) {
            rows = before(rows, op, by);
        }
        return rows == null ? null : new Scan(op, rows);
    }

    private @Nullable Inst definition(Value value) {
        return value instanceof Ssa ssa ? definitions.get(ssa) : null;
    }

    /** The reduction that gives a value, or that gives it where lanes write. */
    private @Nullable Alu combination(Value value) {
        return definition(value) instanceof Alu alu ? alu.op() == AluOp.SELECT ? reduction(alu.operand(1)) : reduction(value) : null;
    }

    private @Nullable Alu reduction(Value value) {
        return definition(value) instanceof Alu alu && REDUCTIONS.contains(alu.op()) ? alu : null;
    }

    /** What rows hold before each is combined with the last lane of the one across. */
    private @Nullable Value rowsBefore(Value value, Alu last) {
        boolean isWhole = definition(value) == last;
        for (int own = 0; own < 2; own++) {
            Value rows = last.operand(own);
            Value across = last.operand(1 - own);
            Wave move = definition(across) instanceof Wave wave && writesLastLanes(wave) ? wave : null;
            if (isAcross(move == null ? across : move.operands().getFirst(), rows)
                    && (isWhole || move != null && isKeptWithoutSource(value, rows, move.immediate()))) {
                return rows;
            }
        }
        return null;
    }

    private static boolean writesLastLanes(Wave move) {
        return move.op() == WaveOp.DPP16 && (move.immediate() & (CONTROL | LAST_LANES_MASKS)) == (QUAD_IDENTITY | LAST_LANES_MASKS);
    }

    private boolean isAcross(Value moved, Value rows) {
        return definition(moved) instanceof Wave across && across.op() == WaveOp.PERMLANEX16 && across.operands().getFirst().equals(rows)
                && across.operands().get(1).equals(Const.i32(-1)) && across.operands().get(2).equals(Const.i32(-1));
    }

    /** What lanes hold before each is combined with the one {@code by} lanes below in its row. */
    private @Nullable Value before(Value value, AluOp op, int by) {
        Alu combined = combination(value);
        if (combined == null || combined.op() != op) {
            return null;
        }
        boolean isWhole = definition(value) == combined;
        for (int own = 0; own < 2; own++) {
            Value kept = combined.operand(own);
            if (definition(combined.operand(1 - own)) instanceof Wave moved && moved.op() == WaveOp.DPP16
                    && (moved.immediate() & (CONTROL | WHOLE_MASKS)) == (ROW_SHR + by | WHOLE_MASKS) && moved.operands().getFirst().equals(kept)
                    && (isWhole ? (moved.immediate() & BOUND_CONTROL) != 0 && KEEPING_ZERO.contains(op) : isKeptWithoutSource(value, kept, moved.immediate()))) {
                return kept;
            }
        }
        return null;
    }

    /** Whether just those lanes keep what they had that a move does not write: the choice is by a move of ones into zeros. */
    private boolean isKeptWithoutSource(Value value, Value kept, int move) {
        return definition(value) instanceof Alu select && select.operand(2).equals(kept)
                && definition(select.operand(0)) instanceof Alu writes && writes.op() == AluOp.INE && writes.operand(1).equals(Const.i32(0))
                && definition(writes.operand(0)) instanceof Wave probe && probe.op() == WaveOp.DPP16
                && probe.immediate() == move && probe.operands().getFirst().equals(Const.i32(1)) && probe.operands().get(1).equals(Const.i32(0));
    }

    /** Whether a value is zero in each of the lanes 32 to 63, by its lane's number. */
    boolean isZeroAbove(Value value) {
        Boolean known = zeroAbove.get(value);
        if (known == null) {
            known = IntStream.range(HALF, WHOLE).allMatch(lane -> Const.i32(0).equals(in(lane, value, new HashMap<>())));
            zeroAbove.put(value, known);
        }
        return known;
    }

    /** A value in one lane as far as it is known there. */
    private Value in(int lane, Value value, Map<Value, Value> known) {
        Value before = known.get(value);
        if (before != null) {
            return before;
        }
        Value result = switch (definition(value)) {
            case Alu alu -> {
                List<Value> operands = alu.operands().stream().map(each -> in(lane, each, known)).toList();
                Value folded = folding.alu(alu.op(), alu.result().type(), operands);
                yield folded == null ? value : folded;
            }
            case Wave wave when wave.op() == WaveOp.LANE_ID -> Const.i32(lane);
            // No row leaves its half of the wave.
            case Wave wave when movesInHalf(wave) && isZeroAbove(wave.operands().getFirst()) && (replacesAll(wave) || isZeroAbove(old(wave))) -> Const.i32(0);
            case null, default -> value;
        };
        known.put(value, result);
        return result;
    }

    private static boolean movesInHalf(Wave wave) {
        return wave.op() == WaveOp.DPP16 || wave.op() == WaveOp.PERMLANE16 || wave.op() == WaveOp.PERMLANEX16;
    }

    /** Whether no lane keeps what it had: each lane that it could read is active, or read all the same, or gives zero. */
    private static boolean replacesAll(Wave wave) {
        return wave.op() != WaveOp.DPP16 && ((wave.immediate() & (FETCH_INACTIVE | PERMLANE_BOUND_CONTROL)) != 0 || wave.operands().get(4).equals(Const.TRUE));
    }

    private static Value old(Wave wave) {
        return wave.operands().get(wave.op() == WaveOp.DPP16 ? 1 : 3);
    }
}
