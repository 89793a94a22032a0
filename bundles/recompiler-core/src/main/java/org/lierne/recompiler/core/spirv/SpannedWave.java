package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import org.lierne.recompiler.program.HostFeature;

/**
 * A guest wave spread over several host subgroups of its workgroup. Lanes are numbered by the local index and talk through workgroup
 * memory: each writes its slot, all wait, each reads what it needs, all wait again. Branches of such programs are taken by whole waves,
 * so every lane of a wave comes to each exchange.
 *
 * <p>Subgroups hold consecutive local indices; their own ballots fill the slots of masks, one slot a subgroup.
 */
final class SpannedWave {
    private final Emission emission;
    private final Code code;
    private final ModuleBuilder module;
    private final StageEmitter stage;
    private final WaveLayout layout;
    private final int subgroup;
    private int slots;
    private int masks;

    SpannedWave(Emission emission, StageEmitter stage, WaveLayout layout) {
        this.emission = emission;
        this.code = emission.code;
        this.module = emission.module;
        this.stage = stage;
        this.layout = layout;
        this.subgroup = Math.min(emission.host().subgroupSize(), 32);
    }

    private int threads() {
        return stage.workgroup().invocations();
    }

    private boolean hasBallots() {
        return emission.host().has(HostFeature.SUBGROUPS_COMPUTE) && emission.host().has(HostFeature.SUBGROUP_BALLOT)
                && emission.host().subgroupSize() <= 32;
    }

    /** Value of lane {@code lane} of this lane's wave; 0 for a lane that the workgroup does not have. */
    int fetch(int value, int lane) {
        if (slots == 0) {
            slots = module.variable(Spv.StorageClass.Workgroup, module.typeArray(code.word(), threads()));
            module.name(slots, "lanes");
        }
        int own = layout.localIndex(emission, stage);
        code.store(slot(slots, own), value);
        barrier();
        int base = code.and(own, code.constant(-layout.lanes()));
        int read = read(slots, code.add(base, lane), threads());
        barrier();
        return read;
    }

    private int slot(int array, int index) {
        return code.chain(module.typePointer(Spv.StorageClass.Workgroup, code.word()), array, index);
    }

    private int read(int array, int index, int count) {
        if (threads() % layout.lanes() == 0) {
            return code.load(code.word(), slot(array, index));
        }
        int exists = code.lessUnsigned(index, code.constant(count));
        int loaded = code.load(code.word(), slot(array, code.selectWord(exists, index, code.constant(0))));
        return code.selectWord(exists, loaded, code.constant(0));
    }

    private void barrier() {
        int workgroup = code.constant(Spv.Scope.Workgroup.code());
        int semantics = Spv.MemorySemantics.AcquireRelease.code() | Spv.MemorySemantics.WorkgroupMemory.code()
                | Spv.MemorySemantics.UniformMemory.code();
        code.effect(OpControlBarrier, workgroup, workgroup, code.constant(semantics));
    }

    /** Both words of the wave's mask of a condition; the second is 0 for waves of 32 lanes. */
    int[] ballot(int condition) {
        int width = hasBallots() ? subgroup : 1;
        int count = (threads() + width - 1) / width;
        if (masks == 0) {
            masks = module.variable(Spv.StorageClass.Workgroup, module.typeArray(code.word(), count));
            module.name(masks, "masks");
        }
        int own = layout.localIndex(emission, stage);
        code.store(slot(masks, code.shiftRightConstant(own, Integer.numberOfTrailingZeros(width))), part(condition, width));
        barrier();
        int base = code.shiftRightConstant(code.and(own, code.constant(-layout.lanes())), Integer.numberOfTrailingZeros(width));
        int[] words = {code.constant(0), code.constant(0)};
        for (int lane = 0; lane < layout.lanes(); lane += width) {
            int bits = read(masks, code.addConstant(base, lane / width), count);
            int placed = lane % 32 == 0 ? bits : code.shiftLeft(bits, code.constant(lane % 32));
            words[lane / 32] = lane % 32 == 0 ? placed : code.or(words[lane / 32], placed);
        }
        barrier();
        return words;
    }

    private int part(int condition, int width) {
        if (width == 1) {
            return code.selectWord(condition, code.constant(1), code.constant(0));
        }
        module.capability(Spv.Capability.GroupNonUniform);
        module.capability(Spv.Capability.GroupNonUniformBallot);
        int words = code.op(OpGroupNonUniformBallot, module.typeVector(code.word(), 4), code.constant(Spv.Scope.Subgroup.code()), condition);
        return code.extract(code.word(), words, 0);
    }

    int ballotWord(int condition, int word) {
        return word * 32 < layout.lanes() ? ballot(condition)[word] : code.constant(0);
    }

    int any(int condition) {
        int[] words = ballot(condition);
        return code.notEqual(layout.lanes() == 32 ? words[0] : code.or(words[0], words[1]), code.constant(0));
    }

    /** Whether the condition holds for some invocation of the workgroup. */
    int groupAny(int condition) {
        int vote = module.variable(Spv.StorageClass.Workgroup, code.word());
        module.name(vote, "vote");
        int first = code.equal(layout.localIndex(emission, stage), code.constant(0));
        code.when(first, () -> code.store(vote, code.constant(0)));
        barrier();
        code.when(condition, () -> code.store(vote, code.constant(1)));
        barrier();
        int result = code.load(code.word(), vote);
        barrier();
        return code.notEqual(result, code.constant(0));
    }

    /** Whether a lane's condition holds. */
    int bitOf(int condition, int lane) {
        int[] words = ballot(condition);
        int word = layout.lanes() == 32 ? words[0] : code.selectWord(code.lessUnsigned(lane, code.constant(32)), words[0], words[1]);
        int bit = code.and(code.shiftRight(word, code.and(lane, code.constant(31))), code.constant(1));
        return code.notEqual(bit, code.constant(0));
    }

    /** Lanes below this one whose condition holds. */
    int countBelow(int condition, int lane) {
        int[] words = ballot(condition);
        int below = code.sub(code.shiftLeft(code.constant(1), code.and(lane, code.constant(31))), code.constant(1));
        int isLow = code.lessUnsigned(lane, code.constant(32));
        int low = code.and(words[0], code.selectWord(isLow, below, code.constant(-1)));
        int count = code.op(OpBitCount, code.word(), low);
        if (layout.lanes() == 32) {
            return count;
        }
        int high = code.and(words[1], code.selectWord(isLow, code.constant(0), below));
        return code.add(count, code.op(OpBitCount, code.word(), high));
    }

    int readFirstLane(int value, int active) {
        int[] words = ballot(active);
        int inLow = code.glsl(Spv.Glsl.FindILsb, code.word(), words[0]);
        int first = inLow;
        if (layout.lanes() == 64) {
            int inHigh = code.addConstant(code.glsl(Spv.Glsl.FindILsb, code.word(), words[1]), 32);
            first = code.selectWord(code.notEqual(words[0], code.constant(0)), inLow, inHigh);
        }
        int some = code.notEqual(code.or(words[0], words[1]), code.constant(0));
        return fetch(value, code.selectWord(some, first, code.constant(0)));
    }
}
