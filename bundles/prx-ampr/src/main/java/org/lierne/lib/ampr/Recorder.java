package org.lierne.lib.ampr;

import java.util.List;
import java.util.function.Predicate;
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
        return recordAll(buffer, isValid, _ -> true, () -> List.of(command.get()));
    }

    /** Not inside a map group: reads must have ended by then. */
    int recordOutside(GuestPtr<CommandBuffer> buffer, boolean isValid, Supplier<Command> command) {
        return recordAll(buffer, isValid, b -> !b.isMapping(), () -> List.of(command.get()));
    }

    /** All or none. @param isLegal whether the buffer is in a state for it */
    int recordAll(GuestPtr<CommandBuffer> buffer, boolean isValid, Predicate<CommandBuffer> isLegal, Supplier<List<Command>> commands) {
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
        if (!isLegal.test(b)) {
            return Errno.EPERM.encoded();
        }
        List<Command> all = commands.get();
        if (all.stream().mapToInt(Command::bytes).sum() > b.size() - b.offset()) {
            return Errno.EBUSY.encoded();
        }
        for (Command command : all) {
            int[] words = command.words();
            for (int i = 0; i < words.length; i++) {
                memory.putInt(b.memory() + Integer.toUnsignedLong(b.offset()) + 4L * i, words[i]);
            }
            b = b.grown(command.bytes());
        }
        buffer.set(b);
        return 0;
    }

    /** A group of reads into memory that is mapped for them. */
    int recordBegin(GuestPtr<CommandBuffer> buffer, boolean isValid, Supplier<Command> command) {
        int result = recordOutside(buffer, isValid, command);
        if (result == 0) {
            buffer.set(buffer.get().withMapping(true));
        }
        return result;
    }

    int recordEnd(GuestPtr<CommandBuffer> buffer) {
        int result = recordAll(buffer, true, CommandBuffer::isMapping,
                () -> List.of(new Command.Mapping(Command.MappingKind.END, 0, 0, 0, 0, 0, 0)));
        if (result == 0) {
            buffer.set(buffer.get().withMapping(false));
        }
        return result;
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
