package org.lierne.lib.kernel;

import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.VarArgs;
import org.lierne.kernel.file.GuestFiles;
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

    private final Answers answers;
    private final GuestFiles files;

    @Activate
    public DescriptorControlExports(@Reference Answers answers, @Reference GuestFiles files) {
        this.answers = answers;
        this.files = files;
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

    @HleExport(name = "sceKernelDup2", nid = "EwUmoueWRb8")
    public long duplicateTo(int descriptor, int target) {
        return answers.encodedValue(() -> files.duplicateTo(descriptor, target));
    }

    @HleExport(name = "dup2", nid = "wdUufa9g-D8")
    public long duplicateToPosix(int descriptor, int target) {
        return answers.posixValue(() -> files.duplicateTo(descriptor, target));
    }
}
