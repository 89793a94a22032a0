package org.lierne.lib.kernel;

import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Waiting on descriptors. Files and devices are always ready, as POSIX says; pipes when they are. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class PollExports implements HleModule {
    private static final int IN = 0x001 | 0x040;
    private static final int OUT = 0x004 | 0x100;
    private static final int HUNG_UP = 0x010;
    private static final int INVALID = 0x020;
    private static final long MILLISECOND_NS = 1_000_000;
    private static final long MICROSECOND_NS = 1000;
    private static final int MOST_SELECTED = 1024;
    private static final int WORD_BITS = 64;

    /** One descriptor to wait on. */
    @GuestStruct(size = 0x08)
    public record Wanted(@At(0x00) int descriptor, @At(0x04) short events, @At(0x06) short found) {}

    /** Seconds and microseconds. */
    @GuestStruct(size = 0x10)
    public record Timeval(@At(0x00) long seconds, @At(0x08) long microseconds) {}

    private final Answers answers;
    private final GuestFiles files;
    private final GuestMemory memory;
    private final Polling polling;

    @Activate
    public PollExports(@Reference Answers answers, @Reference GuestFiles files, @Reference GuestMemory memory) {
        this.answers = answers;
        this.files = files;
        this.memory = memory;
        this.polling = new Polling(files);
    }

    @HleExport(name = "poll", nid = "ku7D4q1Y9PI")
    public long poll(@InOut GuestPtr<Wanted> wanted, int count, int milliseconds) {
        return answers.posixValue(answers.valuePoint(() -> {
            if (count < 0 || count > MOST_SELECTED) {
                throw new GuestErrno(Errno.EINVAL, count + " descriptors");
            }
            if (wanted.isNull() && count > 0) {
                throw new GuestErrno(Errno.EFAULT, "no descriptors");
            }
            return (long) polling.await(() -> look(wanted, count), milliseconds < 0 ? -1 : milliseconds * MILLISECOND_NS);
        }));
    }

    private int look(GuestPtr<Wanted> wanted, int count) {
        int ready = 0;
        for (int i = 0; i < count; i++) {
            Wanted one = wanted.plus(i).get();
            int found = one.descriptor() < 0 ? 0 : found(one);
            wanted.plus(i).set(new Wanted(one.descriptor(), one.events(), (short) found));
            ready += found == 0 ? 0 : 1;
        }
        return ready;
    }

    private int found(Wanted one) {
        OpenFile file;
        try {
            file = files.file(one.descriptor());
        } catch (GuestErrno e) {
            return INVALID;
        }
        int ready = (file.isReadable() ? IN : 0) | (file.isWritable() ? OUT : 0);
        return ready & one.events() | (file.isHungUp() ? HUNG_UP : 0);
    }

    @HleExport(name = "select", nid = "T8fER+tIGgk")
    public long select(int count, @InOut @OrNull GuestPtr<Long> read, @InOut @OrNull GuestPtr<Long> write,
            @InOut @OrNull GuestPtr<Long> other, @OrNull GuestPtr<Timeval> timeout) {
        return answers.posixValue(answers.valuePoint(() -> select(count, read, write, other,
                timeout.isNull() ? -1 : ns(timeout.get().seconds(), timeout.get().microseconds(), MICROSECOND_NS))));
    }

    @HleExport(name = "pselect", nid = "ZO2nWoTAv60")
    public long selectWithMask(int count, @InOut @OrNull GuestPtr<Long> read, @InOut @OrNull GuestPtr<Long> write,
            @InOut @OrNull GuestPtr<Long> other, @OrNull GuestPtr<Timespec> timeout, long mask) {
        if (mask != 0) {
            throw new HleRefusal("a signal mask for the time of a wait is not implemented");
        }
        return answers.posixValue(answers.valuePoint(() -> select(count, read, write, other,
                timeout.isNull() ? -1 : ns(timeout.get().seconds(), timeout.get().nanoseconds(), 1))));
    }

    private static long ns(long seconds, long parts, long partNs) {
        if (seconds < 0 || parts < 0 || parts >= Timespec.SECOND_NS / partNs) {
            throw new GuestErrno(Errno.EINVAL, seconds + " s and " + parts);
        }
        return new Timespec(seconds, parts * partNs).toNanoseconds();
    }

    private int select(int count, GuestPtr<Long> read, GuestPtr<Long> write, GuestPtr<Long> other, long timeoutNs)
            throws InterruptedException {
        if (count < 0 || count > MOST_SELECTED) {
            throw new GuestErrno(Errno.EINVAL, count + " descriptors");
        }
        long[] wantedRead = bits(read, count);
        long[] wantedWrite = bits(write, count);
        long[] none = new long[wantedRead.length];
        long[][] found = {none, none};
        int ready = polling.await(() -> {
            found[0] = ready(wantedRead, count, true);
            found[1] = ready(wantedWrite, count, false);
            return ones(found[0]) + ones(found[1]);
        }, timeoutNs);
        put(read, found[0]);
        put(write, found[1]);
        put(other, none);
        return ready;
    }

    private static long[] bits(GuestPtr<Long> set, int count) {
        long[] words = new long[(count + WORD_BITS - 1) / WORD_BITS];
        for (int i = 0; i < words.length && !set.isNull(); i++) {
            words[i] = set.plus(i).get();
        }
        return words;
    }

    private static void put(GuestPtr<Long> set, long[] words) {
        for (int i = 0; i < words.length && !set.isNull(); i++) {
            set.plus(i).set(words[i]);
        }
    }

    private static int ones(long[] words) {
        int ones = 0;
        for (long word : words) {
            ones += Long.bitCount(word);
        }
        return ones;
    }

    private long[] ready(long[] wanted, int count, boolean reads) {
        long[] found = new long[wanted.length];
        for (int i = 0; i < count; i++) {
            if ((wanted[i / WORD_BITS] >>> i & 1) != 0) {
                OpenFile file = files.file(i);
                if (reads ? file.isReadable() : file.isWritable()) {
                    found[i / WORD_BITS] |= 1L << i;
                }
            }
        }
        return found;
    }

    @HleExport(name = "pipe", nid = "-Jp7F+pXxNg")
    public int pipe(GuestPtr<Integer> descriptors) {
        return answers.posix(() -> {
            if (descriptors.isNull()) {
                return Errno.EFAULT;
            }
            GuestFiles.Pipe made = files.pipe();
            descriptors.set(made.reading());
            memory.putInt(descriptors.address() + Integer.BYTES, made.writing());
            return Errno.OK;
        });
    }
}
