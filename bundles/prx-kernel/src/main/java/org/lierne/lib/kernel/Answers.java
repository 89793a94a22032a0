package org.lierne.lib.kernel;

import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.thread.GuestThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The three forms in which one result reaches the guest. Documented: console facts, section 2. */
@Component(service = Answers.class)
public final class Answers {
    private final GuestMemory memory;
    private final PosixThreads posixThreads;
    private final GuestThreads threads;

    @Activate
    public Answers(@Reference GuestMemory memory, @Reference PosixThreads posixThreads, @Reference GuestThreads threads) {
        this.memory = memory;
        this.posixThreads = posixThreads;
        this.threads = threads;
    }

    /** A call that gives a value or throws its error. */
    interface ValueCall {
        long run() throws InterruptedException;
    }

    /** A call that gives its error, or throws it. */
    interface ErrorCall {
        Errno run() throws InterruptedException;
    }

    /** The call as a cancellation point: see {@link PosixThreads#atCancellationPoint}. */
    ErrorCall point(ErrorCall call) {
        return () -> posixThreads.atCancellationPoint(call::run);
    }

    /** The call as a cancellation point. */
    ValueCall valuePoint(ValueCall call) {
        return () -> posixThreads.atCancellationPoint(call::run);
    }

    /** {@code sceKernel} form: the value, or the encoded error in its place. */
    long encodedValue(ValueCall call) {
        try {
            return call.run();
        } catch (GuestErrno e) {
            return e.errno().encoded();
        } catch (InterruptedException e) {
            throw threads.interrupted();
        }
    }

    /** {@code sceKernel} and {@code scePthread} form. */
    int encoded(ErrorCall call) {
        return bareErrno(call).encoded();
    }

    /** {@code pthread} form. */
    int bare(ErrorCall call) {
        return bareErrno(call).number();
    }

    /** POSIX form: the value, or -1 and the thread's errno. */
    long posixValue(ValueCall call) {
        try {
            return call.run();
        } catch (GuestErrno e) {
            return failed(e.errno());
        } catch (InterruptedException e) {
            throw threads.interrupted();
        }
    }

    /** POSIX form of a call without a value: 0, or -1 and the thread's errno. */
    int posix(ErrorCall call) {
        Errno errno = bareErrno(call);
        return errno == Errno.OK ? 0 : failed(errno);
    }

    /** Sets the thread's errno. Gives -1. */
    int failed(Errno errno) {
        memory.putInt(posixThreads.current().errnoAddress(), errno.number());
        return -1;
    }

    private Errno bareErrno(ErrorCall call) {
        try {
            return call.run();
        } catch (GuestErrno e) {
            return e.errno();
        } catch (InterruptedException e) {
            throw threads.interrupted();
        }
    }
}
