package org.lierne.lib.kernel;

import java.util.List;
import org.lierne.hle.FileRecord;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.DirectoryEntry;
import org.lierne.kernel.file.FileAttributes;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Files and folders by path, and the records of a folder, encoded and as POSIX calls. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class PathExports implements HleModule {
    private static final int WRITABLE = 2;
    private static final int OWNER_WRITE = 0200;
    private static final int SEEK_CURRENT = 1;

    private final Answers answers;
    private final GuestFiles files;
    private final GuestMemory memory;
    private final FileCalls calls;

    @Activate
    public PathExports(@Reference Answers answers, @Reference GuestFiles files, @Reference GuestMemory memory) {
        this.answers = answers;
        this.files = files;
        this.memory = memory;
        this.calls = new FileCalls(files, memory);
    }

    @HleExport(name = "sceKernelStat", nid = "eV9wAD2riIA")
    @HleExport(name = "sceKernelLstat", nid = "1SCpbgqwDSo")
    public int attributes(GuestString path, @Out GuestPtr<FileRecord> record) {
        return answers.encoded(() -> calls.stat(path, record));
    }

    @HleExport(name = "stat", nid = "E6ao34wPw+U")
    @HleExport(name = "lstat", nid = "DRGXpDDh8Ng")
    public int attributesPosix(GuestString path, @Out GuestPtr<FileRecord> record) {
        return answers.posix(() -> calls.stat(path, record));
    }

    @HleExport(name = "sceKernelTruncate", nid = "WlyEA-sLDf0")
    public int truncate(GuestString path, long length) {
        return answers.encoded(() -> done(() -> files.truncate(FileCalls.path(path), length)));
    }

    @HleExport(name = "truncate", nid = "ayrtszI7GBg")
    public int truncatePosix(GuestString path, long length) {
        return answers.posix(() -> done(() -> files.truncate(FileCalls.path(path), length)));
    }

    @HleExport(name = "sceKernelMkdir", nid = "1-LFLmRFxxM")
    public int makeDirectory(GuestString path, short mode) {
        return answers.encoded(() -> done(() -> files.makeDirectory(FileCalls.path(path))));
    }

    @HleExport(name = "mkdir", nid = "JGMio+21L4c")
    public int makeDirectoryPosix(GuestString path, short mode) {
        return answers.posix(() -> done(() -> files.makeDirectory(FileCalls.path(path))));
    }

    @HleExport(name = "sceKernelRmdir", nid = "naInUjYt3so")
    public int removeDirectory(GuestString path) {
        return answers.encoded(() -> done(() -> files.removeDirectory(FileCalls.path(path))));
    }

    @HleExport(name = "rmdir", nid = "c7ZnT7V1B98")
    public int removeDirectoryPosix(GuestString path) {
        return answers.posix(() -> done(() -> files.removeDirectory(FileCalls.path(path))));
    }

    @HleExport(name = "sceKernelRename", nid = "52NcYU9+lEo")
    public int rename(GuestString from, GuestString to) {
        return answers.encoded(() -> done(() -> files.rename(FileCalls.path(from), FileCalls.path(to))));
    }

    @HleExport(name = "rename", nid = "NN01qLRhiqU")
    public int renamePosix(GuestString from, GuestString to) {
        return answers.posix(() -> done(() -> files.rename(FileCalls.path(from), FileCalls.path(to))));
    }

    @HleExport(name = "sceKernelUnlink", nid = "AUXVxWeJU-A")
    public int unlink(GuestString path) {
        return answers.encoded(() -> done(() -> files.unlink(FileCalls.path(path))));
    }

    @HleExport(name = "unlink", nid = "VAzswvTOCzI")
    public int unlinkPosix(GuestString path) {
        return answers.posix(() -> done(() -> files.unlink(FileCalls.path(path))));
    }

    @HleExport(name = "link", nid = "Pd7KtJ1gybk")
    public int linkPosix(GuestString path, GuestString second) {
        return answers.posix(() -> done(() -> files.link(FileCalls.path(path), FileCalls.path(second))));
    }

    /** A title sees no links: a path leads to what the link does. So what is there is none. */
    @HleExport(name = "readlink", nid = "pd02UI9TbOA")
    public long readLink(GuestString path, long buffer, long bytes) {
        return answers.posixValue(() -> {
            files.checkReachable(FileCalls.path(path));
            throw new GuestErrno(Errno.EINVAL, "no symbolic link");
        });
    }

    @HleExport(name = "sceKernelCheckReachability", nid = "uWyW3v98sU4")
    public int checkReachability(GuestString path) {
        return answers.encoded(() -> done(() -> files.checkReachable(FileCalls.path(path))));
    }

    /** Everything a title can see can be read; what it may write follows from the tree. */
    @HleExport(name = "access", nid = "8vE6Z6VEYyk")
    public int accessPosix(GuestString path, int mode) {
        return answers.posix(() -> {
            FileAttributes attributes = files.attributes(FileCalls.path(path));
            return (mode & WRITABLE) != 0 && (attributes.mode() & OWNER_WRITE) == 0 ? Errno.EROFS : Errno.OK;
        });
    }

    @HleExport(name = "sceKernelGetdents", nid = "j2AIqSqJP0w")
    public long readDirectory(int descriptor, long buffer, int bytes) {
        return answers.encodedValue(() -> readRecords(descriptor, buffer, bytes, new GuestPtr<>(memory, 0, Long.class)));
    }

    @HleExport(name = "getdents", nid = "2G6i6hMIUUY")
    public long readDirectoryPosix(int descriptor, long buffer, int bytes) {
        return answers.posixValue(() -> readRecords(descriptor, buffer, bytes, new GuestPtr<>(memory, 0, Long.class)));
    }

    @HleExport(name = "sceKernelGetdirentries", nid = "taRWhTJFTgE")
    public long readDirectoryAt(int descriptor, long buffer, int bytes, @Out @OrNull GuestPtr<Long> base) {
        return answers.encodedValue(() -> readRecords(descriptor, buffer, bytes, base));
    }

    @HleExport(name = "getdirentries", nid = "f09KvIPy-QY")
    public long readDirectoryAtPosix(int descriptor, long buffer, int bytes, @Out @OrNull GuestPtr<Long> base) {
        return answers.posixValue(() -> readRecords(descriptor, buffer, bytes, base));
    }

    /** Gives the bytes written; {@code base} gets the position before. */
    private long readRecords(int descriptor, long buffer, int bytes, GuestPtr<Long> base) {
        OpenFile file = files.file(descriptor);
        List<DirectoryEntry> entries = file.entries();
        if (buffer == 0 || bytes < DirectoryRecords.BLOCK_BYTES) {
            throw new GuestErrno(Errno.EINVAL, bytes + " bytes at 0x" + Long.toHexString(buffer));
        }
        long position = file.seek(0, SEEK_CURRENT);
        DirectoryRecords.Read read = DirectoryRecords.read(entries, (int) Math.min(position, entries.size()), bytes);
        memory.putBytes(buffer, read.bytes());
        file.seek(read.entries(), SEEK_CURRENT);
        if (!base.isNull()) {
            base.set(position);
        }
        return read.bytes().length;
    }

    private static Errno done(Runnable call) {
        call.run();
        return Errno.OK;
    }
}
