package org.lierne.recompiler.core.flow;

import java.util.List;
import org.lierne.recompiler.isa.Decoded;

/**
 * Instructions that run one after the other; none where a call through a table is told apart.
 *
 * @param index        place in {@link ControlFlow#blocks()}
 * @param pc           byte offset of the first instruction
 * @param instructions all of them, a branch at the end included
 * @param end          how control leaves
 */
public record FlowBlock(int index, int pc, List<Decoded> instructions, FlowEnd end) {
    public FlowBlock {
        instructions = List.copyOf(instructions);
    }
}
