package org.lierne.lib.ampr;

import java.util.function.Supplier;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.memory.GuestMemory;

/** Puts commands into a buffer after the checks that all of them share, in order: object, memory, the command's own, room. */
final class Recorder {
    private final GuestMemory memory;

    Recorder(GuestMemory memory) {
        this.memory = memory;
    }

    int record(GuestPtr<CommandBuffer> buffer, boolean isValid, Supplier<Command> command) {
        if (buffer.isNull()) {
            return Errno.EINVAL.encoded();
        }
        CommandBuffer b = buffer.get();
        if (b.memory() == 0) {
            return Errno.EPERM.encoded();
        }
        if (!isValid) {
            return Errno.EINVAL.encoded();
        }
        Command c = command.get();
        if (c.bytes() > b.size() - b.offset()) {
            return Errno.EBUSY.encoded();
        }
        int[] words = c.words();
        for (int i = 0; i < words.length; i++) {
            memory.putInt(b.memory() + Integer.toUnsignedLong(b.offset()) + 4L * i, words[i]);
        }
        buffer.set(b.grown(c.bytes()));
        return 0;
    }

    /** A read, after which gathers and scatters are legal. */
    int recordRead(GuestPtr<CommandBuffer> buffer, boolean isValid, Supplier<Command> command) {
        int result = record(buffer, isValid, command);
        if (result == 0) {
            buffer.set(buffer.get().withChain(true));
        }
        return result;
    }

    /** A command that goes on with the last read. */
    int recordChained(GuestPtr<CommandBuffer> buffer, boolean isValid, Supplier<Command> command) {
        boolean hasChain = !buffer.isNull() && buffer.get().hasChain();
        return record(buffer, isValid && hasChain, command);
    }

    int recordReset(GuestPtr<CommandBuffer> buffer) {
        int result = record(buffer, true, Command.ResetChain::new);
        if (result == 0) {
            buffer.set(buffer.get().withChain(false));
        }
        return result;
    }
}
