package org.lierne.lib.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.thread.SignalHandler;
import org.lierne.kernel.thread.SignalMask;
import org.lierne.lib.kernel.SignalSetExports.SignalSet;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Signals as POSIX has them; the numbers are those of the system's ancestor. Assumed: kernel.exception-handlers. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class SignalExports implements HleModule {
    private static final int KILL = 9;
    private static final int STOP = 17;
    private static final int WITH_INFORMATION = 0x40;
    private static final int WITHOUT_ITSELF_MASKED = 0x10;
    private static final int BLOCK = 1;
    private static final int UNBLOCK = 2;
    private static final int SET = 3;
    private static final SignalMask NEVER_MASKED = SignalMask.of(KILL).or(SignalMask.of(STOP));

    /** What to do about a signal. */
    @GuestStruct(size = 0x20)
    public record Action(@At(0x00) long handler, @At(0x08) int flags, @At(value = 0x0C, length = 16) byte[] masked) {
        SignalMask mask() {
            ByteBuffer words = ByteBuffer.wrap(masked).order(ByteOrder.LITTLE_ENDIAN);
            return new SignalMask(words.getLong(), words.getLong());
        }
    }

    private final Answers answers;
    private final SignalActions actions;
    private final GuestThreads threads;

    @Activate
    public SignalExports(@Reference Answers answers, @Reference SignalActions actions, @Reference GuestThreads threads) {
        this.answers = answers;
        this.actions = actions;
        this.threads = threads;
    }

    @HleExport(name = "sigaction", nid = "KiJEPEWRyUY")
    public int action(int signal, @OrNull GuestPtr<Action> wanted, @Out @OrNull GuestPtr<Action> old) {
        return answers.posix(() -> {
            if (!SignalMask.isSignal(signal) || !wanted.isNull() && NEVER_MASKED.contains(signal)) {
                return Errno.EINVAL;
            }
            Action before = known(signal);
            if (!wanted.isNull()) {
                take(signal, wanted.get());
            }
            if (!old.isNull()) {
                old.set(before);
            }
            return Errno.OK;
        });
    }

    private Action known(int signal) {
        Optional<SignalHandler> handler = actions.handler(signal);
        if (handler.isEmpty()) {
            return new Action(actions.isIgnored(signal) ? SignalActions.IGNORE : SignalActions.DEFAULT, 0, new byte[16]);
        }
        SignalMask masked = handler.get().masked();
        byte[] bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(masked.low()).putLong(masked.high()).array();
        return new Action(handler.get().function(),
                handler.get().form() == SignalHandler.Form.POSIX_WITH_INFORMATION ? WITH_INFORMATION : 0, bytes);
    }

    private void take(int signal, Action wanted) {
        if (wanted.handler() == SignalActions.DEFAULT) {
            actions.reset(signal);
        } else if (wanted.handler() == SignalActions.IGNORE) {
            actions.ignore(signal);
        } else {
            SignalMask own = (wanted.flags() & WITHOUT_ITSELF_MASKED) != 0 ? SignalMask.NONE : SignalMask.of(signal);
            actions.set(signal, new SignalHandler(wanted.handler(), (wanted.flags() & WITH_INFORMATION) != 0
                    ? SignalHandler.Form.POSIX_WITH_INFORMATION : SignalHandler.Form.POSIX, wanted.mask().or(own)));
        }
    }

    /** Gives the handler before, or -1. */
    @HleExport(name = "signal", nid = "VADc3MNQ3cM")
    public long handle(int signal, long handler) {
        return answers.posixValue(() -> {
            if (!SignalMask.isSignal(signal) || NEVER_MASKED.contains(signal)) {
                throw new GuestErrno(Errno.EINVAL, "signal " + signal);
            }
            long before = known(signal).handler();
            take(signal, new Action(handler, 0, new byte[16]));
            return before;
        });
    }

    @HleExport(name = "sigprocmask", nid = "aPcyptbOiZs")
    @HleExport(name = "_sigprocmask", nid = "6xVpy0Fdq+I")
    public int mask(int how, @OrNull GuestPtr<SignalSet> set, @Out @OrNull GuestPtr<SignalSet> old) {
        return answers.posix(() -> changeMask(how, set, old));
    }

    @HleExport(name = "pthread_sigmask", nid = "JZKw5+Wrnaw")
    public int maskBare(int how, @OrNull GuestPtr<SignalSet> set, @Out @OrNull GuestPtr<SignalSet> old) {
        return answers.bare(() -> changeMask(how, set, old));
    }

    private Errno changeMask(int how, GuestPtr<SignalSet> set, GuestPtr<SignalSet> old) {
        SignalMask before = threads.signalMask();
        if (!set.isNull()) {
            SignalMask given = set.get().mask();
            switch (how) {
                case BLOCK -> threads.setSignalMask(before.or(given.without(NEVER_MASKED)));
                case UNBLOCK -> threads.setSignalMask(before.without(given));
                case SET -> threads.setSignalMask(given.without(NEVER_MASKED));
                default -> {
                    return Errno.EINVAL;
                }
            }
        }
        if (!old.isNull()) {
            old.set(SignalSet.of(before));
        }
        return Errno.OK;
    }

    @HleExport(name = "raise", nid = "0t0-MxQNwK4", library = "libc")
    public int raise(int signal) {
        return answers.posix(() -> send(threads.current(), signal));
    }

    /** Signal 0 only asks whether the process is there. */
    @HleExport(name = "kill", nid = "W0xkN0+ZkCE")
    public int kill(int process, int signal) {
        return answers.posix(() -> process == ProcessExports.PROCESS_ID ? send(threads.current(), signal) : Errno.ESRCH);
    }

    @HleExport(name = "pthread_kill", nid = "yH-uQW3LbX0")
    public int killThread(long thread, int signal) {
        return answers.bare(() -> {
            Optional<GuestThread> target = actions.thread(thread);
            return target.isPresent() ? send(target.get(), signal) : Errno.ESRCH;
        });
    }

    private Errno send(GuestThread target, int signal) {
        if (signal == 0) {
            return Errno.OK;
        }
        if (!SignalMask.isSignal(signal)) {
            return Errno.EINVAL;
        }
        actions.send(target, signal);
        return Errno.OK;
    }

    /** Handlers are called without code in the guest that returns from them. */
    @HleExport(name = "_is_signal_return", nid = "crb5j7mkk1c")
    public int isReturn(long address) {
        return 0;
    }
}
