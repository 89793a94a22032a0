package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;

/**
 * Where a program's LDS lies: in workgroup memory; where the device has too little of that, in a buffer that holds a part for every
 * workgroup of the dispatch (rule C-023); outside of compute programs in each invocation (rule C-025).
 */
final class LocalShare {
    private static final int WORKGROUP = Spv.Scope.Workgroup.code();

    private final Emission emission;
    private final Code code;
    private final ModuleBuilder module;
    private final MemoryUse use;
    private final StageEmitter stage;
    private final boolean isInMemory;
    private final int words;
    private @Nullable WordStore store;
    private @Nullable WordBounds bounds;
    /** Byte of the buffer at which this workgroup's part begins. */
    private int start;

    LocalShare(Emission emission, MemoryUse use, StageEmitter stage, WaveLayout layout) {
        this.emission = emission;
        this.code = emission.code;
        this.module = emission.module;
        this.use = use;
        this.stage = stage;
        this.words = Math.max(1, (emission.program.state().ldsBytes() + 3) / 4);
        this.isInMemory = use.hasLds() && emission.program.stage() == ShaderStage.COMPUTE
                && sharedBytes(layout) > emission.host().maxSharedBytes();
    }

    boolean isInMemory() {
        return isInMemory;
    }

    /** Bytes of workgroup memory for LDS, its lock, and what spread waves exchange: a word of values and one of masks a lane. */
    private long sharedBytes(WaveLayout layout) {
        long waves = layout.kind() == WaveLayout.Kind.SPANNED ? 8L * stage.workgroup().invocations() : 0;
        return 4L * words + (use.hasLdsPairs() ? 4 : 0) + waves;
    }

    /** What has to happen before the program's own instructions. */
    void begin() {
        if (isInMemory) {
            int row = code.add(code.mul(group(2), groups(ConstantWord.DrawValue.GROUPS_Y)), group(1));
            int number = code.add(code.mul(row, groups(ConstantWord.DrawValue.GROUPS_X)), group(0));
            start = code.mul(number, code.constant(emission.program.state().ldsStride()));
        } else if (use.hasLdsPairs() && emission.program.stage() == ShaderStage.COMPUTE) {
            clearLock(store(Pc.NONE));
        }
    }

    private int group(int dimension) {
        return stage.component(Spv.BuiltIn.WorkgroupId, dimension);
    }

    private int groups(ConstantWord.DrawValue dimension) {
        return emission.constant(new ConstantWord.Draw(dimension));
    }

    WordStore store(Pc pc) {
        WordStore known = store;
        if (known == null) {
            known = emission.program.stage() != ShaderStage.COMPUTE ? inInvocation(pc) : isInMemory ? inMemory(pc) : inWorkgroup();
            store = known;
        }
        return known;
    }

    /** Where a byte of LDS lies in the store. */
    int byteAddress(int address) {
        return isInMemory ? code.add(start, address) : address;
    }

    /** Whether a byte of LDS is one; null for always. */
    @Nullable Integer inRange(LdsAccess access, int block, int address) {
        return staysInside(access, block) ? null : (Integer) code.lessUnsigned(code.shiftRightConstant(address, 2), code.constant(words));
    }

    /** Whether all that the access touches is known to lie inside, so that no check is needed. */
    private boolean staysInside(LdsAccess access, int block) {
        WordBounds known = bounds;
        if (known == null) {
            known = new WordBounds(emission.ir, emission.program.state().details() instanceof StageState.Compute group ? group : null);
            bounds = known;
        }
        long end = known.of(access.address(), block, access.guard()) + access.offsetBytes() + access.element().bits() / 8L * access.element().count();
        return end <= 4L * words;
    }

    private WordStore inWorkgroup() {
        int lock = 0;
        if (use.hasLdsPairs()) {
            lock = module.variable(Spv.StorageClass.Workgroup, code.word());
            module.name(lock, "lds_lock");
        }
        int variable = module.variable(Spv.StorageClass.Workgroup, module.typeArray(code.word(), words));
        module.name(variable, "lds");
        return new WordStore(variable, Spv.StorageClass.Workgroup, WORKGROUP, lock, 0, MemoryModes.FLOAT_ATOMICS);
    }

    /** No lock: atomics on two words need the device's own. Other lanes see every store, as they do of workgroup memory. */
    private WordStore inMemory(Pc pc) {
        emission.require(MemoryModes.LDS_IN_MEMORY, pc, "the program's workgroup has %d bytes of LDS, the device's %d"
                .formatted(emission.program.state().ldsBytes(), emission.host().maxSharedBytes()));
        if (use.hasLdsPairs() && !emission.host().has(HostFeature.BUFFER_INT64_ATOMICS)) {
            throw emission.refuse(pc, "LDS lies in device memory, and the device has no 64-bit atomics in buffers (shaderBufferInt64Atomics)",
                    MemoryModes.LDS_IN_MEMORY.id());
        }
        int variable = module.wordBuffer(32);
        module.decorate(variable, Spv.Decoration.Coherent);
        int number = emission.bindNext(variable, next -> new HostBinding(emission.set(), next, HostBinding.Kind.LOCAL_SHARE, -1, true, null), "lds");
        int pairs = 0;
        if (use.hasLdsPairs()) {
            pairs = module.wordBuffer(64);
            module.decorate(variable, Spv.Decoration.Aliased);
            module.decorate(pairs, Spv.Decoration.Aliased);
            module.decorate(pairs, Spv.Decoration.Coherent);
            emission.bindAgain(pairs, number, "lds");
        }
        return new WordStore(variable, Spv.StorageClass.StorageBuffer, Spv.Scope.Device.code(), 0, pairs, MemoryModes.FLOAT_ATOMICS);
    }

    /** Rule C-025: what one lane writes no other sees. Zero at the start. */
    private WordStore inInvocation(Pc pc) {
        emission.require(MemoryModes.PRIVATE_LDS, pc, "LDS of the " + emission.program.stage().tag() + " stage is private to each lane");
        int variable = module.clearedVariable(Spv.StorageClass.Private, module.typeArray(code.word(), words));
        module.name(variable, "lds");
        return new WordStore(variable, Spv.StorageClass.Private, null, 0, 0, MemoryModes.FLOAT_ATOMICS);
    }

    /** Every lane frees the lock before any comes to it. */
    private void clearLock(WordStore shared) {
        int workgroup = code.constant(WORKGROUP);
        code.effect(OpAtomicStore, shared.lock(), workgroup, code.constant(0), code.constant(0));
        int semantics = Spv.MemorySemantics.AcquireRelease.code() | Spv.MemorySemantics.WorkgroupMemory.code();
        code.effect(OpControlBarrier, workgroup, workgroup, code.constant(semantics));
    }
}
