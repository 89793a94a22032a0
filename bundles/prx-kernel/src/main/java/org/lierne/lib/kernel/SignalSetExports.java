package org.lierne.lib.kernel;

import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.thread.SignalMask;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Sets of signals: 128 bits, signal 1 the lowest. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class SignalSetExports implements HleModule {
    /** A set. */
    @GuestStruct(size = 0x10)
    public record SignalSet(@At(0x00) long low, @At(0x08) long high) {
        static SignalSet of(SignalMask mask) {
            return new SignalSet(mask.low(), mask.high());
        }

        SignalMask mask() {
            return new SignalMask(low, high);
        }
    }

    private final Answers answers;

    @Activate
    public SignalSetExports(@Reference Answers answers) {
        this.answers = answers;
    }

    @HleExport(name = "sigemptyset", nid = "+F7C-hdk7+E")
    public int clear(@Out GuestPtr<SignalSet> set) {
        return answers.posix(() -> {
            if (set.isNull()) {
                return Errno.EFAULT;
            }
            set.set(SignalSet.of(SignalMask.NONE));
            return Errno.OK;
        });
    }

    @HleExport(name = "sigaddset", nid = "JUimFtKe0Kc")
    public int add(@InOut GuestPtr<SignalSet> set, int signal) {
        return answers.posix(() -> {
            if (!SignalMask.isSignal(signal)) {
                return Errno.EINVAL;
            }
            if (set.isNull()) {
                return Errno.EFAULT;
            }
            set.set(SignalSet.of(set.get().mask().or(SignalMask.of(signal))));
            return Errno.OK;
        });
    }
}
