package org.lierne.recompiler.core.lift;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.lierne.recompiler.core.flow.ControlFlow;
import org.lierne.recompiler.core.flow.FlowBlock;
import org.lierne.recompiler.isa.DataType;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.Operand;

/**
 * Which scalar registers hold lane masks, found before the lift by following writes through the control flow. The answer decides
 * only how an instruction is expressed: a mask taken for a number, or the other way round, costs a ballot but stays right.
 */
final class MaskKinds {
    private static final byte UNKNOWN = 0;
    /** All ones or zero: both. */
    private static final byte CONSTANT = 1;
    private static final byte NUMBER = 2;
    private static final byte MASK = 3;

    private final byte[][] atStart;
    private final byte[] now = new byte[128];

    MaskKinds(ControlFlow flow) {
        List<FlowBlock> blocks = flow.blocks();
        atStart = new byte[blocks.size()][];
        Deque<Integer> open = new ArrayDeque<>();
        byte[] first = new byte[128];
        Arrays.fill(first, NUMBER);
        first[Registers.EXEC] = MASK;
        atStart[0] = first;
        open.add(0);
        while (!open.isEmpty()) {
            FlowBlock block = blocks.get(open.remove());
            enter(block.index());
            block.instructions().forEach(this::pass);
            for (int target : block.end().targets()) {
                if (merge(target)) {
                    open.add(target);
                }
            }
        }
    }

    private boolean merge(int target) {
        byte[] into = atStart[target];
        if (into == null) {
            atStart[target] = now.clone();
            return true;
        }
        boolean changed = false;
        for (int i = 0; i < now.length; i++) {
            byte joined = (byte) Math.max(into[i], now[i]);
            changed |= joined != into[i];
            into[i] = joined;
        }
        return changed;
    }

    /** Starts a walk through a block. */
    void enter(int block) {
        byte[] start = atStart[block];
        if (start == null) {
            Arrays.fill(now, UNKNOWN);
        } else {
            System.arraycopy(start, 0, now, 0, now.length);
        }
    }

    /** Whether an instruction, at the place of the walk, works on masks. */
    boolean worksOnMasks(Decoded inst) {
        if (!MaskRows.isBitwise(inst) && !MaskRows.isComparison(inst)) {
            return false;
        }
        if (MaskRows.writesExec(inst) || writesExec(inst)) {
            return true;
        }
        return inst.sources().stream().anyMatch(this::isMask)
                || inst.row().is(Instruction.Trait.READS_DESTINATION) && isMask(inst.destination(0));
    }

    private static boolean writesExec(Decoded inst) {
        return inst.destinations().stream().anyMatch(
                operand -> operand instanceof Operand.Sgpr sgpr && sgpr.index() == Registers.EXEC);
    }

    private boolean isMask(Operand operand) {
        return operand instanceof Operand.Sgpr sgpr && now[sgpr.index()] == MASK;
    }

    /** Takes an instruction's writes into account and goes on to the next one. */
    void pass(Decoded inst) {
        boolean masks = worksOnMasks(inst);
        boolean constant = MaskRows.isBitwise(inst)
                && inst.sources().stream().allMatch(each -> each instanceof Operand.Constant it && (it.bits() == 0 || isOnes(it)));
        for (Operand operand : inst.destinations()) {
            if (operand instanceof Operand.Sgpr sgpr) {
                if (sgpr.type() == DataType.MASK || masks) {
                    set(sgpr.index(), 1, MASK);
                } else {
                    set(sgpr.index(), Math.max(1, sgpr.type().dwords(inst.waveSize())), constant ? CONSTANT : NUMBER);
                }
            }
        }
        if (inst.row().effect() instanceof Effect.Memory memory && isScalar(memory.space())) {
            for (Operand operand : inst.destinations()) {
                if (operand instanceof Operand.Sgpr sgpr) {
                    set(sgpr.index(), memory.dwords(), NUMBER);
                }
            }
        }
        now[Registers.EXEC] = MASK;
    }

    static boolean isOnes(Operand.Constant constant) {
        return constant.bits() == -1 || constant.bits() == 0xffffffffL;
    }

    private static boolean isScalar(Effect.Memory.Space space) {
        return space == Effect.Memory.Space.SCALAR || space == Effect.Memory.Space.SCALAR_BUFFER
                || space == Effect.Memory.Space.SCALAR_SCRATCH;
    }

    private void set(int index, int count, byte kind) {
        for (int i = index; i < index + count && i < now.length; i++) {
            now[i] = kind;
        }
    }
}
