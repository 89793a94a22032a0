package org.lierne.lib.kernel;

import java.util.concurrent.ConcurrentHashMap;
import java.util.Map;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Hints about memory, which need nothing done here: guest pages are never written back anywhere. And the windows of partially resident
 * textures, which are only remembered. Documented: system calls, section 1.
 */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class AdviceExports implements HleModule, TitleListener {
    private static final int WINDOWS = 3;
    private static final int WINDOW_ALIGNMENT = 4096;

    private record Window(long address, long bytes) {}

    private final Answers answers;
    private final AddressSpace space;
    private final Map<Integer, Window> windows = new ConcurrentHashMap<>();

    @Activate
    public AdviceExports(@Reference Answers answers, @Reference AddressSpace space) {
        this.answers = answers;
        this.space = space;
    }

    @Override
    public void titleStarting(Title title) {
        windows.clear();
    }

    private Errno mapped(long address) {
        if (space.mapping(address, false).isEmpty()) {
            throw new GuestErrno(Errno.ENOMEM, "nothing at 0x" + Long.toHexString(address));
        }
        return Errno.OK;
    }

    @HleExport(name = "madvise", nid = "Jahsnh4KKkg")
    public int advise(long address, long bytes, int advice) {
        return answers.posix(() -> mapped(address));
    }

    @HleExport(name = "mlock", nid = "mTBZfEal2Bw")
    @HleExport(name = "munlock", nid = "OG4RsDwLguo")
    public int pin(long address, long bytes) {
        return answers.posix(() -> mapped(address));
    }

    @HleExport(name = "sceKernelMsync", nid = "DkNebxmJyVI")
    public int sync(long address, long bytes, int flags) {
        return answers.encoded(() -> mapped(address));
    }

    @HleExport(name = "sceKernelSetPrtAperture", nid = "BohYr-F7-is")
    public int setWindow(int index, long address, long bytes) {
        if (index < 0 || index >= WINDOWS || address % WINDOW_ALIGNMENT != 0) {
            return Errno.EINVAL.encoded();
        }
        windows.put(index, new Window(address, bytes));
        return Errno.OK.encoded();
    }

    @HleExport(name = "sceKernelGetPrtAperture", nid = "L0v2Go5jOuM")
    public int window(int index, @Out GuestPtr<Long> address, @Out GuestPtr<Long> bytes) {
        if (index < 0 || index >= WINDOWS || address.isNull() || bytes.isNull()) {
            return Errno.EINVAL.encoded();
        }
        Window window = windows.getOrDefault(index, new Window(0, 0));
        address.set(window.address());
        bytes.set(window.bytes());
        return Errno.OK.encoded();
    }
}
