package org.lierne.lib.kernel;

import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.VarArgs;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Copies of descriptors, and their flags. The numbers of the commands are the guest's system's. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class DescriptorControlExports implements HleModule {
    private static final int DUPLICATE = 0;
    private static final int GET_DESCRIPTOR_FLAGS = 1;
    private static final int SET_DESCRIPTOR_FLAGS = 2;
    private static final int GET_STATUS = 3;
    private static final int SET_STATUS = 4;
    private static final int SET_NON_BLOCKING = 0x8004667E;
    private static final int READABLE_BYTES = 0x4004667F;

    private static final int LOCK_SHARED = 1;
    private static final int LOCK_EXCLUSIVE = 2;
    private static final int DO_NOT_WAIT = 4;
    private static final int UNLOCK = 8;

    private final Answers answers;
    private final GuestFiles files;
    private final GuestMemory memory;

    @Activate
    public DescriptorControlExports(@Reference Answers answers, @Reference GuestFiles files, @Reference GuestMemory memory) {
        this.answers = answers;
        this.files = files;
        this.memory = memory;
    }

    @HleExport(name = "sceKernelFcntl", nid = "SoZkxZkCHaw")
    public long control(int descriptor, int command, VarArgs arguments) {
        return answers.encodedValue(() -> run(descriptor, command, arguments));
    }

    @HleExport(name = "fcntl", nid = "8nY19bKoiZk")
    public long controlPosix(int descriptor, int command, VarArgs arguments) {
        return answers.posixValue(() -> run(descriptor, command, arguments));
    }

    private long run(int descriptor, int command, VarArgs arguments) {
        switch (command) {
            case DUPLICATE -> {
                return files.duplicate(descriptor, arguments.nextInt());
            }
            // The only descriptor flag closes it when another program takes over, which none does.
            case GET_DESCRIPTOR_FLAGS, SET_DESCRIPTOR_FLAGS -> {
                files.file(descriptor);
                return 0;
            }
            case GET_STATUS -> {
                return files.file(descriptor).flags();
            }
            case SET_STATUS -> {
                files.file(descriptor).setStatus(arguments.nextInt());
                return 0;
            }
            default -> throw new HleRefusal("descriptor control " + command + " is not implemented");
        }
    }

    /** Whether it waits, and how much there is to read: what sockets and pipes know. */
    @HleExport(name = "ioctl", nid = "PfccT7qURYE")
    @HleExport(name = "_ioctl", nid = "wW+k21cmbwQ")
    public long deviceControl(int descriptor, long request, VarArgs arguments) {
        return answers.posixValue(() -> {
            OpenFile file = files.file(descriptor);
            switch ((int) request) {
                case SET_NON_BLOCKING -> file.setStatus(file.flags() & ~OpenFlags.NON_BLOCK
                        | (memory.getInt(place(arguments)) != 0 ? OpenFlags.NON_BLOCK : 0));
                case READABLE_BYTES -> memory.putInt(place(arguments), file.readableBytes());
                default -> throw new GuestErrno(Errno.ENOTTY, "request 0x%x of %s".formatted(request, file.path()));
            }
            return 0;
        });
    }

    /** No descriptor is a terminal. */
    @HleExport(name = "tcgetattr", nid = "5kBfZ40bAuk")
    public int terminal(int descriptor, long attributes) {
        return answers.posix(() -> noTerminal(descriptor));
    }

    @HleExport(name = "tcsetattr", nid = "La7xW-jcZwQ")
    public int setTerminal(int descriptor, int when, long attributes) {
        return answers.posix(() -> noTerminal(descriptor));
    }

    private Errno noTerminal(int descriptor) {
        files.file(descriptor);
        return Errno.ENOTTY;
    }

    /** Locks as the BSDs have them. A call that asks for nothing is not described. */
    @HleExport(name = "flock", nid = "9eMlfusH4sU")
    public int lock(int descriptor, int operation) {
        return answers.posix(answers.point(() -> {
            OpenFile file = files.file(descriptor);
            boolean mayWait = (operation & DO_NOT_WAIT) == 0;
            switch (operation & ~DO_NOT_WAIT) {
                case LOCK_SHARED -> file.lock(false, mayWait);
                case LOCK_EXCLUSIVE -> file.lock(true, mayWait);
                case UNLOCK -> file.unlock();
                default -> throw new HleRefusal("locking a file in the way 0x%x is not described".formatted(operation));
            }
            return Errno.OK;
        }));
    }

    /** What was written is with the host already, which has it on its disk in its own time. */
    @HleExport(name = "sync", nid = "Y2OqwJQ3lr8")
    @HleExport(name = "sceKernelSync", nid = "uvT2iYBBnkY")
    public void flushAll() {}

    private static long place(VarArgs arguments) {
        long place = arguments.nextLong();
        if (place == 0) {
            throw new GuestErrno(Errno.EFAULT, "no word");
        }
        return place;
    }

    @HleExport(name = "sceKernelDup2", nid = "EwUmoueWRb8")
    public long duplicateTo(int descriptor, int target) {
        return answers.encodedValue(() -> files.duplicateTo(descriptor, target));
    }

    @HleExport(name = "dup2", nid = "wdUufa9g-D8")
    public long duplicateToPosix(int descriptor, int target) {
        return answers.posixValue(() -> files.duplicateTo(descriptor, target));
    }
}
