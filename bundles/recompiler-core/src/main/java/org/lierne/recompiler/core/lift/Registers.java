package org.lierne.recompiler.core.lift;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Undef;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.WaveOp;

/**
 * What each guest register holds in each block, in SSA form made on the fly: a read looks for the last write in the block, then
 * in the predecessors, and makes a phi where ways meet (Braun and others, "Simple and Efficient Construction of Static Single
 * Assignment Form").
 *
 * <p>Scalar registers have two faces: the word, and the lane mask (this lane's bit) that the register or aligned pair holds.
 * A write through one face leaves a note for the other, and only a read of the other makes the ballot or the bit test.
 */
final class Registers {
    static final int VCC = 106;
    static final int M0 = 124;
    static final int NULL = 125;
    static final int EXEC = 126;

    private static final int WORDS = 256;
    private static final int MASKS = 512;
    private static final int SCC = 1024;

    /** What a register variable is known to be at a block's end. */
    private sealed interface Held {
        /** A value. */
        record Known(Value value) implements Held {
        }

        /** The register was written through its other face. */
        record OtherFace() implements Held {
        }
    }

    private static final Held OTHER_FACE = new Held.OtherFace();

    private final Emit emit;
    private final boolean wide;
    private final Map<Integer, Map<Integer, Held>> held = new HashMap<>();
    private final Map<Integer, List<Integer>> predecessors = new HashMap<>();
    private final Map<Integer, Map<Integer, Ssa>> open = new HashMap<>();
    private final Map<Integer, Boolean> sealed = new HashMap<>();

    Registers(Emit emit, int waveSize) {
        this.emit = emit;
        this.wide = waveSize == 64;
    }

    /** Names a block's predecessors before anything is read in it. */
    void begin(IrBlock block, List<Integer> before) {
        predecessors.put(block.id(), before);
        held.put(block.id(), new HashMap<>());
    }

    /** Says that all predecessors of a block are complete, so that its phis can be. */
    void seal(IrBlock block) {
        sealed.put(block.id(), true);
        Map<Integer, Ssa> phis = open.remove(block.id());
        if (phis != null) {
            phis.forEach((variable, result) -> complete(block.id(), variable, result));
        }
    }

    Value vgpr(int index) {
        return read(index, emit.block().id());
    }

    void setVgpr(int index, Value value) {
        write(index, value);
    }

    /** A scalar register as a word; the null register reads zero. */
    Value word(int index) {
        return index == NULL ? Const.i32(0) : read(WORDS + index, emit.block().id());
    }

    void setWord(int index, Value value) {
        if (index == NULL) {
            return;
        }
        if (wide && blockState(emit.block().id()).get(WORDS + (index ^ 1)) instanceof Held.OtherFace) {
            word(index ^ 1); // the other half still comes from the mask that this write ends
        }
        write(WORDS + index, value);
        note(MASKS + base(index), OTHER_FACE);
    }

    /** This lane's bit of the mask in a scalar register, or in the pair that starts there. */
    Value mask(int index) {
        return index == NULL ? Const.FALSE : read(MASKS + index, emit.block().id());
    }

    void setMask(int index, Value truth) {
        if (index == NULL) {
            return;
        }
        write(MASKS + index, truth);
        note(WORDS + index, OTHER_FACE);
        if (wide) {
            note(WORDS + index + 1, OTHER_FACE);
        }
    }

    Value scc() {
        return read(SCC, emit.block().id());
    }

    void setScc(Value truth) {
        write(SCC, truth);
    }

    private int base(int index) {
        return wide ? index & ~1 : index;
    }

    private void write(int variable, Value value) {
        note(variable, new Held.Known(value));
    }

    private void note(int variable, Held what) {
        blockState(emit.block().id()).put(variable, what);
    }

    private Map<Integer, Held> blockState(int block) {
        return held.computeIfAbsent(block, _ -> new HashMap<>());
    }

    private static Type type(int variable) {
        return variable >= MASKS ? ScalarType.B1 : ScalarType.I32;
    }

    private Value read(int variable, int block) {
        Held found = blockState(block).get(variable);
        return switch (found) {
            case null -> readBefore(variable, block);
            case Held.Known known -> known.value();
            case Held.OtherFace _ -> {
                Value value = convert(variable, block);
                blockState(block).put(variable, new Held.Known(value));
                yield value;
            }
        };
    }

    /** Makes one face from the other at the end of {@code block}. */
    private Value convert(int variable, int block) {
        Value value;
        if (variable >= MASKS) {
            int index = variable - MASKS;
            Value low = read(WORDS + index, block);
            Value high = wide ? read(WORDS + index + 1, block) : Const.i32(0);
            value = inBlock(block, () -> emit.wave(WaveOp.INVERSE_BALLOT, ScalarType.B1, 0, low, high));
        } else {
            int index = variable - WORDS;
            Value mask = read(MASKS + base(index), block);
            value = inBlock(block, () -> emit.wave(WaveOp.BALLOT_WORD, ScalarType.I32, index - base(index), mask));
        }
        return value;
    }

    private Value inBlock(int block, java.util.function.Supplier<Value> make) {
        IrBlock here = emit.block();
        Pc place = emit.pc();
        emit.moveTo(emit.module().block(block));
        Value value = make.get();
        emit.moveTo(here);
        emit.at(place);
        return value;
    }

    private Value readBefore(int variable, int block) {
        List<Integer> before = predecessors.getOrDefault(block, List.of());
        Value value;
        if (!sealed.containsKey(block)) {
            Ssa result = emit.fresh(type(variable));
            open.computeIfAbsent(block, _ -> new java.util.LinkedHashMap<>()).put(variable, result);
            value = result;
        } else if (before.isEmpty()) {
            value = atEntry(variable, block);
        } else if (before.size() == 1) {
            value = read(variable, before.getFirst());
        } else {
            Ssa result = emit.fresh(type(variable));
            blockState(block).put(variable, new Held.Known(result));
            value = complete(block, variable, result);
        }
        blockState(block).put(variable, new Held.Known(value));
        return value;
    }

    private Value atEntry(int variable, int block) {
        if (variable >= MASKS && variable < SCC) {
            return convert(variable, block);
        }
        return new Undef(type(variable));
    }

    /** Fills a phi in, or answers with the one value that comes along all its edges. */
    private Value complete(int block, int variable, Ssa result) {
        List<Phi.Incoming> incoming = new ArrayList<>();
        Value only = null;
        boolean same = true;
        for (int predecessor : predecessors.getOrDefault(block, List.of())) {
            Value value = read(variable, predecessor);
            incoming.add(new Phi.Incoming(predecessor, value));
            if (!value.equals(result)) {
                same &= only == null || only.equals(value);
                only = value;
            }
        }
        Phi phi = new Phi(result, incoming, Pc.NONE);
        emit.addFirst(emit.module().block(block), phi);
        return same && only != null ? only : result;
    }
}
