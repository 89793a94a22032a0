package org.lierne.lib.kernel;

import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.file.GuestFiles;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Modes and times of files, which a title may set and which its trees do not keep. Assumed: kernel.file-modes. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class FileModeExports implements HleModule {
    private final Answers answers;
    private final GuestFiles files;

    @Activate
    public FileModeExports(@Reference Answers answers, @Reference GuestFiles files) {
        this.answers = answers;
        this.files = files;
    }

    private Errno exists(GuestString path) {
        files.checkReachable(FileCalls.path(path));
        return Errno.OK;
    }

    private Errno isOpen(int descriptor) {
        files.file(descriptor);
        return Errno.OK;
    }

    @HleExport(name = "sceKernelChmod", nid = "fgIsQ10xYVA")
    @HleExport(name = "sceKernelUtimes", nid = "0Cq8ipKr9n0")
    @SilentStub("kernel.file-modes")
    public int set(GuestString path) {
        return answers.encoded(() -> exists(path));
    }

    @HleExport(name = "chmod", nid = "z0dtnPxYgtg")
    @HleExport(name = "utimes", nid = "GDuV00CHrUg")
    @SilentStub("kernel.file-modes")
    public int setPosix(GuestString path) {
        return answers.posix(() -> exists(path));
    }

    @HleExport(name = "sceKernelFchmod", nid = "UtszJWHrDcA")
    @SilentStub("kernel.file-modes")
    public int set(int descriptor) {
        return answers.encoded(() -> isOpen(descriptor));
    }

    @HleExport(name = "fchmod", nid = "n01yNbQO5W4")
    @HleExport(name = "futimes", nid = "+0EDo7YzcoU")
    @SilentStub("kernel.file-modes")
    public int setPosix(int descriptor) {
        return answers.posix(() -> isOpen(descriptor));
    }
}
