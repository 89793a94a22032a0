package org.lierne.lib.ampr;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.event.EventFilter;
import org.lierne.kernel.event.EventQueues;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.GuestMemoryFault;

/** Runs submitted buffers, each on a host thread of its own, so that one that waits holds up no other. */
final class Executor {
    private static final int COUNTERS = 128;
    private static final long POLL_NS = 50_000;

    /** How a submission ended: 0, or the encoded error, and the offset of the command. */
    record Result(int error, int offset) {}

    /** Told on the host thread when a submission ends. */
    interface Completion {
        void ended(Result result);
    }

    private final GuestMemory memory;
    private final EventQueues queues;
    private final FileIds files;
    private final Mapper mapper;
    private final Counters counters = new Counters(COUNTERS);
    private volatile boolean isStopped;

    Executor(GuestMemory memory, EventQueues queues, FileIds files, Mapper mapper) {
        this.memory = memory;
        this.queues = queues;
        this.files = files;
        this.mapper = mapper;
    }

    void stop() {
        isStopped = true;
    }

    /** Starts a buffer's commands, which must stay as they are until the end. */
    void start(long commands, int bytes, Completion completion) {
        Thread.ofPlatform().daemon().name("file reads").start(() -> completion.ended(run(commands, bytes)));
    }

    Result run(long commands, int bytes) {
        int at = 0;
        Chain chain = new Chain();
        try {
            if (bytes < 0 || !memory.isMapped(commands, bytes, Access.READ)) {
                throw new GuestErrno(Errno.EFAULT, "no %d bytes of commands at 0x%x".formatted(Integer.toUnsignedLong(bytes), commands));
            }
            int[] words = new int[bytes / 4];
            for (int i = 0; i < words.length; i++) {
                words[i] = memory.getInt(commands + 4L * i);
            }
            writesAtStart(words);
            while (at < words.length) {
                Command command = Command.decode(words, at);
                execute(command, chain);
                at += command.bytes() / 4;
            }
            return new Result(0, 0);
        } catch (GuestErrno e) {
            return new Result(e.errno().encoded(), 4 * at);
        } catch (GuestMemoryFault e) {
            return new Result(Errno.EFAULT.encoded(), 4 * at);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return new Result(Errno.EINVAL.encoded(), 4 * at);
        }
    }

    /** Where the last read was: gathers and scatters go on from there. */
    private static final class Chain {
        private int file;
        private long target;
        private long offset;
    }

    private void writesAtStart(int[] words) {
        for (int at = 0; at < words.length; ) {
            Command command = Command.decode(words, at);
            if (isAtStart(command)) {
                write(command);
            }
            at += command.bytes() / 4;
        }
    }

    private static boolean isAtStart(Command command) {
        return switch (command) {
            case Command.WriteAddress w -> w.atStart();
            case Command.WriteTime w -> w.atStart();
            case Command.WriteCounter w -> w.atStart();
            case Command.AddressFromCounter w -> w.atStart();
            case Command.PostEvent w -> w.atStart();
            default -> false;
        };
    }

    private void execute(Command command, Chain chain) {
        switch (command) {
            case Command.Nop _ -> { }
            case Command.ReadFile r -> {
                chain.file = r.file();
                read(chain, r.target(), r.length(), r.offset());
            }
            case Command.Gather g -> read(chain, chain.target, g.length(), g.offset());
            case Command.Scatter s -> read(chain, s.target(), s.length(), chain.offset);
            case Command.GatherScatter g -> read(chain, g.target(), g.length(), g.offset());
            case Command.ResetChain _ -> chain.file = 0;
            case Command.WaitAddress w -> await(() -> Compare.holds(memory.getLong(w.address()), w.reference(), w.compare()));
            case Command.WaitCounter w -> await(() -> Compare.holds(counters.get(w.counter(), w.access()) & w.mask(), w.reference(),
                    w.compare(), Counters.bits(w.access())));
            case Command.Mapping m -> mapper.run(m);
            default -> {
                if (!isAtStart(command)) {
                    write(command);
                }
            }
        }
    }

    private void write(Command command) {
        switch (command) {
            case Command.WriteAddress w -> memory.putLong(w.address(), w.value());
            case Command.WriteTime w -> memory.putLong(w.address(), System.nanoTime());
            case Command.AddressFromCounter w -> memory.putLong(w.address(), counters.get(w.counter(), w.isPair() ? Counters.PAIR : Counters.WORD));
            case Command.WriteCounter w -> counters.change(w.counter(), w.access(), w.operation(), w.value());
            case Command.PostEvent w -> queues.trigger(w.queue(), w.id(), EventFilter.AMPR, w.data());
            default -> throw new IllegalArgumentException(command + " writes nothing");
        }
    }

    /** Reads all of it or fails: a read past the end is an error. */
    private void read(Chain chain, long target, long length, long offset) {
        OpenFile file = files.file(chain.file);
        long done = 0;
        while (done < length) {
            long piece = Math.min(length - done, 1 << 30);
            int read = file.read(memory.view(target + done, piece, Access.WRITE).asByteBuffer(), offset + done);
            if (read <= 0) {
                throw new GuestErrno(Errno.EIO, "%s ends before 0x%x".formatted(file.path(), offset + length));
            }
            done += read;
        }
        chain.target = target + length;
        chain.offset = offset + length;
    }

    private void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (isStopped) {
                throw new GuestErrno(Errno.ECANCELED, "the title ends");
            }
            LockSupport.parkNanos(POLL_NS);
        }
    }
}
