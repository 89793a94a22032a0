package org.lierne.recompiler.core.lift;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.core.flow.FlowBlock;
import org.lierne.recompiler.isa.DataType;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.FloatFormat;
import org.lierne.recompiler.isa.HardwareRegister;
import org.lierne.recompiler.isa.OperandSpec;
import org.lierne.recompiler.program.FloatMode;

/**
 * What the MODE register is known to hold at each instruction (rule A-063): the mode at entry, changed by immediate writes that are
 * followed through the control flow. Bits that come from a register, or differ between the ways to a place, are unknown there.
 */
final class ModeTracking {
    /** The bits that a program is entered with: rounding and denormals, DX10_CLAMP, IEEE, FP16_OVFL. */
    private static final int ENTERED = 0x8003ff;
    private static final int ROUND = 0x0f;
    private static final int DENORMALS = 0xf0;
    private static final int DX10_CLAMP = 1 << 8;
    private static final int IEEE = 1 << 9;
    private static final int FP16_OVFL = 1 << 23;

    private record State(int bits, int known) {
        State with(int mask, int value) {
            return new State(bits & ~mask | value & mask, known | mask);
        }

        State without(int mask) {
            return new State(bits & ~mask, known & ~mask);
        }

        State merged(State other) {
            int agreed = known & other.known & ~(bits ^ other.bits);
            return new State(bits & agreed, agreed);
        }
    }

    private final State entry;
    private final List<@Nullable State> atStart = new ArrayList<>();
    private State now;

    ModeTracking(List<FlowBlock> blocks, FloatMode mode) {
        this.entry = new State(mode.bits() & 0xff | (mode.dx10Clamp() ? DX10_CLAMP : 0) | (mode.ieee() ? IEEE : 0)
                | (mode.fp16Overflow() ? FP16_OVFL : 0), ENTERED);
        this.now = entry;
        blocks.forEach(_ -> atStart.add(null));
        atStart.set(0, entry);
        Deque<Integer> open = new ArrayDeque<>(List.of(0));
        while (!open.isEmpty()) {
            FlowBlock block = blocks.get(open.remove());
            enter(block.index());
            block.instructions().forEach(this::pass);
            for (int target : block.end().targets()) {
                State before = atStart.get(target);
                State after = before == null ? now : before.merged(now);
                if (!after.equals(before)) {
                    atStart.set(target, after);
                    open.add(target);
                }
            }
        }
    }

    /** Starts a walk through a block. */
    void enter(int block) {
        State start = atStart.get(block);
        now = start == null ? entry : start;
    }

    /** Takes an instruction's write of MODE into account and goes on to the next one. */
    void pass(Decoded inst) {
        if (!(inst.row().effect() instanceof Effect.Flow flow)) {
            return;
        }
        switch (flow.kind()) {
            case ROUND_MODE -> now = now.with(ROUND, inst.field('i'));
            case DENORM_MODE -> now = now.with(DENORMALS, inst.field('i') << 4);
            case SETREG_LITERAL -> {
                HardwareRegister field = HardwareRegister.of(inst.field('i'));
                if (field.id() == HardwareRegister.MODE) {
                    now = now.with(field.mask(), field.write(0, inst.literal()));
                }
            }
            case SETREG -> {
                HardwareRegister field = HardwareRegister.of(inst.field('i'));
                if (field.id() == HardwareRegister.MODE) {
                    now = now.without(field.mask());
                }
            }
            default -> { }
        }
    }

    /** The value of a field of MODE; null where some of its bits are unknown. */
    @Nullable Integer read(HardwareRegister field) {
        return (field.mask() & ~now.known) == 0 ? field.read(now.bits) : null;
    }

    /**
     * Why an instruction cannot be translated under the mode it runs in, or null.
     *
     * @param follows whether its translation follows a rounding mode that the program sets
     */
    @Nullable String objection(Decoded inst, boolean follows) {
        if (now.equals(entry)) {
            return null;
        }
        int round = roundingOf(inst);
        if (round == 0) {
            return null;
        }
        int used = round | DENORMALS | DX10_CLAMP | IEEE | FP16_OVFL;
        if ((used & ~now.known) != 0) {
            return "runs under a float mode that is not known here: bits 0x%x of MODE come from a register or differ between the ways to it"
                    .formatted(used & ~now.known);
        }
        int changed = (now.bits ^ entry.bits) & used;
        if ((changed & ~ROUND) != 0) {
            return "runs under MODE 0x%x, whose bits 0x%x the program has changed".formatted(now.bits, changed & ~ROUND);
        }
        boolean directed = (now.bits & round) != 0;
        return changed != 0 && directed && !follows
                ? "runs under the rounding mode 0x%x that the program has set, which it is not translated for".formatted(now.bits & ROUND)
                : null;
    }

    /** How results of a format are rounded, coded as MODE has it, where the program has changed that; else null. */
    @Nullable Integer changedRounding(FloatFormat format) {
        int mask = field(format);
        return ((now.bits ^ entry.bits) & mask) == 0 ? null : Integer.valueOf(format == FloatFormat.F32 ? now.bits & 3 : now.bits >>> 2 & 3);
    }

    private static int field(FloatFormat format) {
        return format == FloatFormat.F32 ? 0x3 : 0xc;
    }

    /** The rounding fields that govern an instruction: none for one that works on no floats. */
    private static int roundingOf(Decoded inst) {
        if (inst.row().effect() instanceof Effect.Interpolate) {
            return ROUND;
        }
        if (!(inst.row().effect() instanceof Effect.Alu)) {
            return 0;
        }
        return Stream.concat(inst.row().destinations().stream(), inst.row().sources().stream()).map(OperandSpec::type)
                .map(DataType::format).filter(java.util.Objects::nonNull).mapToInt(ModeTracking::field).reduce(0, (a, b) -> a | b);
    }
}
