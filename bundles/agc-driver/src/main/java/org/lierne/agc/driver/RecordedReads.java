package org.lierne.agc.driver;

import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorWalker.BadRead;
import org.lierne.recompiler.program.DescriptorWalker.Origin;

/**
 * What happens to words that could not be read when work was recorded. A null pointer in user data gives zero (rule A-068); any other
 * pointer there that leads nowhere refuses the work; a bad pointer that was itself read from memory, or a buffer that lies
 * nowhere, gives zero.
 */
final class RecordedReads {
    private RecordedReads() {}

    /** @throws WorkRefused with the first read that the work cannot do without */
    static void check(DescriptorWalker walker, Modes modes, String where) {
        for (BadRead read : walker.badReads()) {
            if (read.origin() == Origin.USER_DATA && !(read.isNull() && modes.acts(GraphicsCompat.NULL_USER_POINTER, where))) {
                throw new WorkRefused("refused at draw: %s: a scalar load through %s%s".formatted(where, read, read.isNull()
                        ? " (" + GraphicsCompat.NULL_USER_POINTER.id() + " is off)" : ""));
            }
        }
    }
}
