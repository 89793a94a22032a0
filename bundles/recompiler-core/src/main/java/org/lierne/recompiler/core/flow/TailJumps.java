package org.lierne.recompiler.core.flow;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.program.InitialRegister.Value;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.TailJump;
import org.lierne.recompiler.program.TranslationRefused;

/**
 * Finds the jump by which a vertex or pixel program ends in code that user data points to (rules ), and puts that code in its
 * place.
 */
public final class TailJumps {
    private final ShaderProgram program;
    private final FlowModes mode;
    private final List<FlowBlock> blocks;
    private final Decoded jump;
    private final int first;

    private TailJumps(ShaderProgram program, FlowModes mode, List<FlowBlock> blocks, Decoded jump) {
        this.program = program;
        this.mode = mode;
        this.blocks = blocks;
        this.jump = jump;
        this.first = jump.source(0) instanceof Operand.Sgpr pair ? pair.index() : Operand.Sgpr.NULL;
    }

    /** The mode that links tail jumps of a stage; null where none does. */
    public static @Nullable FlowModes mode(ShaderStage stage) {
        return switch (stage) {
            case VERTEX -> FlowModes.TAIL_JUMP_VERTEX;
            case PIXEL -> FlowModes.TAIL_JUMP_FRAGMENT;
            case COMPUTE, HULL, EVALUATION, GEOMETRY -> null;
        };
    }

    /**
     * The jump to code outside that ends a program; null when nothing in it jumps there.
     *
     * @throws TranslationRefused when the rules do not say where it leads
     */
    public static @Nullable TailJump find(ShaderProgram program, JumpAddress addresses) {
        FlowModes mode = mode(program.stage());
        List<FlowBlock> blocks = mode == null ? List.of() : ControlFlow.open(program, addresses).blocks();
        for (FlowBlock block : blocks) {
            Decoded last = block.instructions().getLast();
            if (mode != null && block.end() instanceof FlowEnd.End && isFlow(last, Effect.Flow.Kind.SETPC)) {
                return new TailJumps(program, mode, blocks, last).read(block);
            }
        }
        return null;
    }

    /**
     * The program with the code that it jumps to.
     *
     * @throws TranslationRefused when that code asks where it lies
     */
    public static ShaderProgram link(ShaderProgram program, TailJump jump, int[] continuation, JumpAddress addresses) {
        ShaderProgram linked = jump.link(program, continuation);
        for (FlowBlock block : ControlFlow.of(linked, addresses).blocks()) {
            for (Decoded inst : block.instructions()) {
                if (inst.pc() >= jump.pc() && isFlow(inst, Effect.Flow.Kind.GETPC)) {
                    throw refuse(linked, inst, "asks for its address behind the jump at 0x%04x, where other code lies".formatted(jump.pc()),
                            mode(program.stage()));
                }
            }
        }
        return linked;
    }

    private static boolean isFlow(Decoded inst, Effect.Flow.Kind kind) {
        return inst.row().effect() instanceof Effect.Flow flow && flow.kind() == kind;
    }

    private TailJump read(FlowBlock from) {
        for (FlowBlock block : blocks) {
            Decoded last = block.instructions().getLast();
            if (last.pc() > jump.pc()) {
                throw refuse("jumps to an address in registers, and is not the program's last instruction");
            }
            if (isFlow(last, Effect.Flow.Kind.CALL) || isFlow(last, Effect.Flow.Kind.SWAPPC)) {
                throw refuse("jumps to an address in registers in a program with calls");
            }
        }
        if (mode == FlowModes.TAIL_JUMP_VERTEX && blocks.size() > 1) {
            throw refuse("jumps to an address in registers behind branches");
        }
        EntryPair.Contents pair = new EntryPair(program, blocks, first).before(from, jump);
        if (!(pair.low() instanceof Value.UserData low)) {
            throw refuse("jumps to an address whose lower half in s%d is not the user data it was at entry".formatted(first));
        }
        Value high = pair.high();
        if (high == null || mode == FlowModes.TAIL_JUMP_VERTEX && !(high instanceof Value.UserData)) {
            throw refuse("jumps to an address whose upper half in s%d is not the user data it was at entry%s".formatted(first + 1,
                    mode == FlowModes.TAIL_JUMP_VERTEX ? "" : ", nor a constant that one instruction moves there on every way"));
        }
        return new TailJump(jump.pc(), low.dword(), high);
    }

    private TranslationRefused refuse(String reason) {
        return refuse(program, jump, reason, mode);
    }

    private static TranslationRefused refuse(ShaderProgram program, Decoded inst, String reason, @Nullable FlowModes mode) {
        return new TranslationRefused(program.stage(), program.id(), inst.pc(), inst.toString(), reason, mode == null ? null : mode.id());
    }
}
