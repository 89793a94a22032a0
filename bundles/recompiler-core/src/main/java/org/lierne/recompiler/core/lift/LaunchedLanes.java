package org.lierne.recompiler.core.lift;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.StageInput;

/**
 * What the host has of each of a program's waves (rule A-012).
 *
 * @param count lanes, the lowest ones
 */
public record LaunchedLanes(int count) {
    /** Whole waves. */
    static LaunchedLanes all(ShaderProgram program) {
        return new LaunchedLanes(program.waveSize());
    }

    /**
     * Puts these counts in place of the words that the program is launched with.
     *
     * @return whether the program looks at them
     */
    public boolean tell(IrModule module) {
        Map<Ssa, Value> told = new HashMap<>();
        for (IrBlock.Editor at = module.entry().editor(); at.hasNext(); ) {
            if (at.next() instanceof Input input) {
                Const word = word(input.input());
                if (word != null) {
                    told.put(input.result(), word);
                    at.remove();
                }
            }
        }
        boolean isRead = module.blocks().stream().flatMap(block -> block.instructions().stream())
                .anyMatch(inst -> inst.operands().stream().anyMatch(told::containsKey));
        module.replace(told);
        return isRead;
    }

    private @Nullable Const word(StageInput input) {
        return switch (input) {
            case MERGED_WAVE_INFO -> Const.i32(count | count << 8);
            case GS_GROUP_INFO -> Const.i32(count << 12 | count << 22);
            default -> null;
        };
    }
}
