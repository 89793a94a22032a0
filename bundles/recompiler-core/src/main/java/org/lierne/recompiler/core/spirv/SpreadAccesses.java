package org.lierne.recompiler.core.spirv;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Barrier;
import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.program.ShaderStage;

/**
 * Looks for accesses whose order among the lanes of one wave shows: on the guest they are made one instruction after the other, in host
 * subgroups that share a wave's lanes they are not. Reads of what was written before, and writes of what was read, with no barrier of the
 * workgroup between them, may belong to different lanes; whether they do is not known.
 */
final class SpreadAccesses {
    private static final int READ = 1;
    private static final int WRITTEN = 2;
    /** Keys of what has no resource; resources have their index. */
    private static final int LDS = -1;
    private static final int ADDRESSES = -2;

    /**
     * @param key   what is accessed
     * @param reads whether that is all it does
     */
    private record Access(int key, boolean reads) {
        static Access of(int key, MemoryOp op) {
            return new Access(key, op == MemoryOp.LOAD);
        }

        int adds() {
            return reads ? READ : WRITTEN;
        }

        /** Whether it may show that this came before what was done before it. */
        boolean meets(int before) {
            return (before & (reads ? WRITTEN : READ)) != 0;
        }
    }

    private final Map<Integer, Map<Integer, Integer>> arriving = new HashMap<>();
    private @Nullable Pc first;

    private SpreadAccesses(IrModule module) {
        for (boolean changed = true; changed; ) {
            changed = false;
            for (IrBlock block : module.blocks()) {
                Map<Integer, Integer> leaving = after(block);
                for (int target : block.terminator().targets()) {
                    Map<Integer, Integer> known = arriving.computeIfAbsent(target, _ -> new HashMap<>());
                    for (Map.Entry<Integer, Integer> each : leaving.entrySet()) {
                        int before = known.getOrDefault(each.getKey(), 0);
                        changed |= (before | each.getValue()) != before;
                        known.put(each.getKey(), before | each.getValue());
                    }
                }
            }
        }
    }

    /** The first access whose order shows, null when there is none. */
    static @Nullable Pc find(IrModule module) {
        return new SpreadAccesses(module).first;
    }

    /** Asks for the mode where waves are spread and the order of some access shows. */
    static void require(Emission emission) {
        Pc found = emission.program.stage() == ShaderStage.COMPUTE
                && WaveLayout.of(emission.program, emission.host()).kind() == WaveLayout.Kind.SPANNED ? find(emission.ir) : null;
        if (found != null) {
            emission.require(MemoryModes.SPREAD_WAVES, found, "lanes of a wave that several host subgroups share access memory in an order that may show");
        }
    }

    private Map<Integer, Integer> after(IrBlock block) {
        Map<Integer, Integer> state = new HashMap<>(arriving.getOrDefault(block.id(), Map.of()));
        for (Inst inst : block.instructions()) {
            if (inst instanceof Barrier barrier && barrier.workgroup()) {
                state.clear();
            }
            Access access = access(inst);
            if (access == null) {
                continue;
            }
            if (first == null && access.meets(state.getOrDefault(access.key(), 0))) {
                first = inst.pc();
            }
            state.merge(access.key(), access.adds(), (a, b) -> a | b);
        }
        return state;
    }

    private static @Nullable Access access(Inst inst) {
        return switch (inst) {
            case BufferAccess access -> Access.of(key(access.buffer()), access.op());
            case GlobalAccess access when access.segment() == GlobalAccess.Segment.SCRATCH -> null;
            case GlobalAccess access -> Access.of(key(access.place()), access.op());
            case LdsAccess access -> Access.of(LDS, access.op());
            case ImageAccess access -> new Access(key(access.image()), !access.hasEffect());
            default -> null;
        };
    }

    private static int key(Place place) {
        return place instanceof Place.ResourceRef resource ? resource.index() : ADDRESSES;
    }
}
