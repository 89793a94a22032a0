package org.lierne.lib.kernel;

import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.SyncObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Sleeping on a word of memory until another thread says that it changed. Documented: system calls, section 4. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel")
public final class AddressWaitExports implements HleModule {
    private final Answers answers;
    private final SyncObjects objects;

    @Activate
    public AddressWaitExports(@Reference Answers answers, @Reference SyncObjects objects) {
        this.answers = answers;
        this.objects = objects;
    }

    @HleExport(name = "sceKernelSyncOnAddressWait", nid = "Hc4CaR6JBL0")
    @HleExport(name = "sceKernelSyncOnAddressWait32", nid = "B2n8aDorSH4")
    public int await(GuestPtr<Integer> word, int expected, @OrNull GuestPtr<Integer> microseconds) {
        return answers.encoded(() -> word.isNull() || word.address() % Integer.BYTES != 0 ? Errno.EINVAL
                : objects.addresses().await(word.address(), () -> word.get() == expected, Microseconds.toNs(microseconds)));
    }

    @HleExport(name = "sceKernelSyncOnAddressWait64", nid = "PZQhiiLXRFs")
    public int awaitLong(GuestPtr<Long> word, long expected, @OrNull GuestPtr<Integer> microseconds) {
        return answers.encoded(() -> word.isNull() || word.address() % Long.BYTES != 0 ? Errno.EINVAL
                : objects.addresses().await(word.address(), () -> word.get() == expected, Microseconds.toNs(microseconds)));
    }

    @HleExport(name = "sceKernelSyncOnAddressWake", nid = "q2y-wDIVWZA")
    public int wake(GuestPtr<Integer> word, int count) {
        if (word.isNull() || word.address() % Integer.BYTES != 0) {
            return Errno.EINVAL.encoded();
        }
        objects.addresses().wake(word.address(), count);
        return Errno.OK.encoded();
    }
}
