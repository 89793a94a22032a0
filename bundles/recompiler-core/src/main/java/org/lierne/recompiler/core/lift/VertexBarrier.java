package org.lierne.recompiler.core.lift;

import org.lierne.recompiler.core.flow.ControlFlow;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.TranslationRefused;

/**
 * Rule A-013: a barrier of a vertex program is dropped where it can order nothing, either because the program leaves nothing that other
 * waves could see, or because nothing stands before it.
 */
final class VertexBarrier {
    private VertexBarrier() {}

    /** @throws TranslationRefused when the barrier orders something */
    static void drop(ShaderProgram program, ControlFlow flow, Decoded barrier) {
        boolean silent = flow.blocks().stream().flatMap(block -> block.instructions().stream()).noneMatch(VertexBarrier::isSeen);
        if (!silent && !isFirst(flow, barrier)) {
            throw new TranslationRefused(program.stage(), program.id(), barrier.pc(), barrier.toString(),
                    "the barrier of a vertex program orders accesses of LDS or memory before it, and the host's vertex stage has none",
                    TranslationRefused.VERTEX_BARRIER);
        }
    }

    /** Whether other waves could see what the instruction does. */
    private static boolean isSeen(Decoded inst) {
        return switch (inst.row().effect()) {
            case Effect.Lds _ -> true;
            case Effect.Memory memory -> memory.action() == Effect.Memory.Action.STORE || memory.action().isAtomic();
            case Effect.Image image -> image.action().isAtomic() || image.action().isStore();
            default -> false;
        };
    }

    /** Whether the barrier stands on the entry's straight line with no access before it. */
    private static boolean isFirst(ControlFlow flow, Decoded barrier) {
        for (Decoded inst : flow.blocks().getFirst().instructions()) {
            if (inst.pc() == barrier.pc()) {
                return true;
            }
            boolean accesses = switch (inst.row().effect()) {
                case Effect.Lds _, Effect.Memory _, Effect.Image _ -> true;
                default -> false;
            };
            if (accesses) {
                return false;
            }
        }
        return false;
    }
}
