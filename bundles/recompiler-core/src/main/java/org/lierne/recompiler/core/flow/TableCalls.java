package org.lierne.recompiler.core.flow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.program.InitialRegister.Value;
import org.lierne.recompiler.program.LinkedCall;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TableCall;
import org.lierne.recompiler.program.TranslationRefused;

/**
 * Finds the calls of a program that go through tables of addresses (rule A-019), and puts copies of what a table holds behind the program. The
 * address is loaded in the same block, from behind a pointer that is untouched user data; an index may be added to the pointer. Calls of fetch
 * programs, whose address is untouched user data itself (rule C-037), are found and linked in the same way.
 */
public final class TableCalls {
    private TableCalls() {
    }

    /** The calls through tables, by rising place. */
    public static List<TableCall> find(ShaderProgram program, JumpAddress addresses) {
        List<FlowBlock> blocks = ControlFlow.open(program, addresses).blocks();
        List<TableCall> found = new ArrayList<>();
        for (FlowBlock block : blocks) {
            Decoded call = block.instructions().getLast();
            if (isSwap(call) && block.end() instanceof FlowEnd.Jump jump && blocks.get(jump.target()).pc() == call.nextPc()) {
                TableCall table = table(program, blocks, block, call);
                if (table != null) {
                    found.add(table);
                }
            }
        }
        return found;
    }

    private static boolean isSwap(Decoded inst) {
        return inst.row().effect() instanceof Effect.Flow flow && flow.kind() == Effect.Flow.Kind.SWAPPC;
    }

    private static @Nullable TableCall table(ShaderProgram program, List<FlowBlock> blocks, FlowBlock block, Decoded call) {
        if (!(call.source(0) instanceof Operand.Sgpr target)) {
            return null;
        }
        for (Decoded inst : block.instructions().reversed()) {
            if (inst == call || !EntryPair.writes(inst, target.index()) && !EntryPair.writes(inst, target.index() + 1)) {
                continue;
            }
            boolean isLoad = inst.row().effect() instanceof Effect.Memory memory && memory.space() == Effect.Memory.Space.SCALAR
                    && EntryPair.writes(inst, target.index()) && EntryPair.writes(inst, target.index() + 1);
            if (!isLoad || !(inst.destination(0) instanceof Operand.Sgpr loaded) || !(inst.source(0) instanceof Operand.Sgpr base)
                    || !(inst.source(1) instanceof Operand.MemoryOffset offset)) {
                return null;
            }
            EntryPair.Contents pointer = new EntryPair(program, blocks, base.index()).before(block, inst);
            return pointer.low() instanceof Value.UserData low && pointer.high() instanceof Value.UserData high
                    ? new TableCall(call.pc(), low.dword(), high.dword(), offset.immediate() + 4 * (target.index() - loaded.index()),
                            call.field('d')) : null;
        }
        return fetches(program) ? fetch(new EntryPair(program, blocks, target.index()).before(block, call), call) : null;
    }

    private static @Nullable TableCall fetch(EntryPair.Contents address, Decoded call) {
        return address.low() instanceof Value.UserData low && address.high() instanceof Value.UserData high
                ? new TableCall(call.pc(), low.dword(), high.dword(), 0, call.field('d'), true) : null;
    }

    /** Whether programs of this kind get what they fetch from programs that they call. */
    static boolean fetches(ShaderProgram program) {
        return program.stage() != ShaderStage.PIXEL
                && !(program.state().details() instanceof StageState.Compute compute && compute.primitives() == null);
    }

    /**
     * The program with copies of what its tables hold.
     *
     * @param targets for each call the code that may be called, by its guest address
     * @param stops   whether an invocation ends that calls anything else
     * @throws TranslationRefused when such code asks where it lies
     */
    public static ShaderProgram link(ShaderProgram program, List<TableCall> tables, List<Map<Long, int[]>> targets, boolean stops,
            JumpAddress addresses) {
        int[] words = program.words();
        List<LinkedCall> calls = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            List<LinkedCall.Copy> copies = new ArrayList<>();
            for (Map.Entry<Long, int[]> target : targets.get(i).entrySet()) {
                int at = words.length;
                words = Arrays.copyOf(words, at + target.getValue().length);
                System.arraycopy(target.getValue(), 0, words, at, target.getValue().length);
                copies.add(new LinkedCall.Copy(target.getKey(), 4 * at));
            }
            calls.add(new LinkedCall(tables.get(i).pc(), copies, stops));
        }
        ShaderProgram linked = new ShaderProgram(program.stage(), program.waveSize(), words, program.entryDword(), program.codeAddress(),
                program.state(), calls);
        for (FlowBlock block : ControlFlow.of(linked, addresses).blocks()) {
            for (Decoded inst : block.instructions()) {
                if (inst.pc() >= 4 * program.wordCount() && inst.row().effect() instanceof Effect.Flow flow
                        && flow.kind() == Effect.Flow.Kind.GETPC) {
                    boolean fetches = tables.get(called(calls, inst.pc())).fetches();
                    throw new TranslationRefused(program.stage(), program.id(), inst.pc(), inst.toString(), "asks for its address in "
                            + (fetches ? "a fetch program" : "code that is called through a table") + ", which runs as a copy",
                            (fetches ? FlowModes.FETCH_PROGRAM : FlowModes.CALL_LINKER).id());
                }
            }
        }
        return linked;
    }

    /** Which of the calls a place in a copy belongs to: copies stand one behind another. */
    private static int called(List<LinkedCall> calls, int pc) {
        int last = calls.size() - 1;
        while (calls.get(last).copies().isEmpty() || calls.get(last).copies().getFirst().pc() > pc) {
            last--;
        }
        return last;
    }
}
