package org.lierne.lib.ampr;

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
import org.lierne.kernel.event.EventFilter;
import org.lierne.kernel.event.EventFlags;
import org.lierne.kernel.event.EventQueues;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Resolving paths and submitting buffers: the kernel library's side. Documented: system calls, section 17. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.ampr", library = "libkernel")
public final class SubmitExports implements HleModule {
    private static final int MOST_PATHS = 1024;
    private static final int LAST_PRIORITY = 6;
    private static final int NO_FILE = -1;

    private final GuestMemory memory;
    private final EventQueues queues;
    private final FileIds files;
    private final Submissions submissions;

    @Activate
    public SubmitExports(@Reference GuestMemory memory, @Reference EventQueues queues, @Reference Submissions submissions) {
        this.memory = memory;
        this.queues = queues;
        this.files = submissions.files();
        this.submissions = submissions;
    }

    @HleExport(name = "sceKernelAddAmprEvent", nid = "bBfz7kMF2Ho")
    public int addEvent(long queue, int id, long userData) {
        return queues.register(queue, id, EventFilter.AMPR, EventFlags.CLEAR | EventFlags.EACH, userData).encoded();
    }

    @HleExport(name = "sceKernelDeleteAmprEvent", nid = "bMmid3pfyjo")
    public int deleteEvent(long queue, int id) {
        return queues.unregister(queue, id, EventFilter.AMPR).encoded();
    }

    /** One resolved path of several. */
    private interface Found {
        void at(int index, int id, long bytes);
    }

    /** Resolves in order; at the first bad path writes its place and gives its error. */
    private int resolve(String prefix, long paths, int count, long ids, GuestPtr<Integer> errorIndex, Found found) {
        if (count == 0 || Integer.compareUnsigned(count, MOST_PATHS) > 0) {
            return Errno.EINVAL.encoded();
        }
        if (ids == 0 || paths == 0) {
            return Errno.EFAULT.encoded();
        }
        for (int i = 0; i < count; i++) {
            try {
                int id = resolve(prefix, paths, i);
                found.at(i, id, files.file(id).attributes().sizeBytes());
            } catch (GuestErrno e) {
                if (!errorIndex.isNull()) {
                    errorIndex.set(i);
                }
                return e.errno().encoded();
            }
        }
        return 0;
    }

    private int resolve(String prefix, long paths, int index) {
        long path = memory.getLong(paths + 8L * index);
        if (path == 0) {
            throw new GuestErrno(Errno.EFAULT, "path " + index + " is null");
        }
        return files.resolve(prefix + memory.getString(path, GuestFiles.PATH_BYTES + 1));
    }

    private static String prefix(GuestString prefix) {
        if (prefix.isNull()) {
            throw new GuestErrno(Errno.EFAULT, "no prefix");
        }
        return prefix.get();
    }

    @HleExport(name = "sceKernelAprResolveFilepathsToIds", nid = "WT-5NKy42fw")
    public int resolveIds(long paths, int count, long ids, @Out @OrNull GuestPtr<Integer> errorIndex) {
        return resolve("", paths, count, ids, errorIndex, (i, id, bytes) -> memory.putInt(ids + 4L * i, id));
    }

    @HleExport(name = "sceKernelAprResolveFilepathsToIdsAndFileSizes", nid = "gEpBkcwxUjw")
    public int resolveIdsAndSizes(long paths, int count, long ids, long sizes, @Out @OrNull GuestPtr<Integer> errorIndex) {
        return resolve("", paths, count, ids, errorIndex, (i, id, bytes) -> {
            memory.putInt(ids + 4L * i, id);
            memory.putLong(sizes + 8L * i, bytes);
        });
    }

    @HleExport(name = "sceKernelAprResolveFilepathsWithPrefixToIds", nid = "i3HWvW35jao")
    public int resolveIdsWithPrefix(GuestString prefix, long paths, int count, long ids, @Out @OrNull GuestPtr<Integer> errorIndex) {
        if (prefix.isNull()) {
            return Errno.EFAULT.encoded();
        }
        return resolve(prefix(prefix), paths, count, ids, errorIndex, (i, id, bytes) -> memory.putInt(ids + 4L * i, id));
    }

    @HleExport(name = "sceKernelAprResolveFilepathsWithPrefixToIdsAndFileSizes", nid = "w5fcCG+t31g")
    public int resolveIdsAndSizesWithPrefix(GuestString prefix, long paths, int count, long ids, long sizes,
            @Out @OrNull GuestPtr<Integer> errorIndex) {
        if (prefix.isNull()) {
            return Errno.EFAULT.encoded();
        }
        return resolve(prefix(prefix), paths, count, ids, errorIndex, (i, id, bytes) -> {
            memory.putInt(ids + 4L * i, id);
            memory.putLong(sizes + 8L * i, bytes);
        });
    }

    /** Bad ones get no id, no size and their own result; gives the number resolved. */
    private int resolveEach(String prefix, long paths, int count, long ids, long sizes, long results) {
        if (count == 0 || Integer.compareUnsigned(count, MOST_PATHS) > 0) {
            return Errno.EINVAL.encoded();
        }
        if (ids == 0 || paths == 0 || results == 0) {
            return Errno.EFAULT.encoded();
        }
        int resolved = 0;
        for (int i = 0; i < count; i++) {
            int id = NO_FILE;
            long bytes = 0;
            int result = 0;
            try {
                int found = resolve(prefix, paths, i);
                bytes = files.file(found).attributes().sizeBytes();
                id = found;
                resolved++;
            } catch (GuestErrno e) {
                result = e.errno().encoded();
            }
            memory.putInt(ids + 4L * i, id);
            if (sizes != 0) {
                memory.putLong(sizes + 8L * i, bytes);
            }
            memory.putInt(results + 4L * i, result);
        }
        return resolved;
    }

    @HleExport(name = "sceKernelAprResolveFilepathsToIdsForEach", nid = "eYAh2vlCY-U")
    public int resolveEach(long paths, int count, long ids, long results) {
        return resolveEach("", paths, count, ids, 0, results);
    }

    @HleExport(name = "sceKernelAprResolveFilepathsToIdsAndFileSizesForEach", nid = "QzB4O+bJQyA")
    public int resolveEachAndSizes(long paths, int count, long ids, long sizes, long results) {
        return sizes == 0 ? Errno.EFAULT.encoded() : resolveEach("", paths, count, ids, sizes, results);
    }

    @HleExport(name = "sceKernelAprResolveFilepathsWithPrefixToIdsForEach", nid = "VB-BtuIW8Xc")
    public int resolveEachWithPrefix(GuestString prefix, long paths, int count, long ids, long results) {
        return prefix.isNull() ? Errno.EFAULT.encoded() : resolveEach(prefix.get(), paths, count, ids, 0, results);
    }

    @HleExport(name = "sceKernelAprResolveFilepathsWithPrefixToIdsAndFileSizesForEach", nid = "C+Khtbbx2g8")
    public int resolveEachAndSizesWithPrefix(GuestString prefix, long paths, int count, long ids, long sizes, long results) {
        return prefix.isNull() || sizes == 0 ? Errno.EFAULT.encoded() : resolveEach(prefix.get(), paths, count, ids, sizes, results);
    }

    @HleExport(name = "sceKernelAprGetFileSize", nid = "WvEu7yl3Ivg")
    public int fileSize(int id, @Out GuestPtr<Long> bytes) {
        if (bytes.isNull()) {
            return Errno.EFAULT.encoded();
        }
        try {
            bytes.set(files.file(id).attributes().sizeBytes());
            return 0;
        } catch (GuestErrno e) {
            return e.errno().encoded();
        }
    }

    @HleExport(name = "sceKernelAprGetFileStat", nid = "ApkYaHb8Sek")
    public int fileAttributes(int id, @Out GuestPtr<FileRecord> attributes) {
        if (attributes.isNull()) {
            return Errno.EFAULT.encoded();
        }
        try {
            attributes.set(FileRecord.of(files.file(id).attributes()));
            return 0;
        } catch (GuestErrno e) {
            return e.errno().encoded();
        }
    }

    @HleExport(name = "sceKernelAprSubmitCommandBuffer", nid = "eE4Szl8sil8")
    public int submit(GuestPtr<CommandBuffer> buffer, int priority) {
        return start(buffer, priority, 0, 0);
    }

    @HleExport(name = "sceKernelAprSubmitCommandBufferAndGetId", nid = "qvMUCyyaCSI")
    public int submitForId(GuestPtr<CommandBuffer> buffer, int priority, @Out GuestPtr<Integer> id) {
        return id.isNull() ? Errno.EINVAL.encoded() : start(buffer, priority, id.address(), 0);
    }

    @HleExport(name = "sceKernelAprSubmitCommandBufferAndGetResult", nid = "ASoW5WE-UPo")
    public int submitForResult(GuestPtr<CommandBuffer> buffer, int priority, @Out GuestPtr<Submissions.ResultRecord> result,
            @Out @OrNull GuestPtr<Integer> id) {
        return result.isNull() ? Errno.EINVAL.encoded() : start(buffer, priority, id.address(), result.address());
    }

    private int start(GuestPtr<CommandBuffer> buffer, int priority, long id, long result) {
        if (Integer.compareUnsigned(priority, LAST_PRIORITY) > 0) {
            return Errno.EINVAL.encoded();
        }
        if (buffer.isNull() || buffer.get().memory() == 0) {
            return Errno.EPERM.encoded();
        }
        CommandBuffer b = buffer.get();
        if (b.isMapping()) {
            return Errno.EPERM.encoded();
        }
        submissions.start(b.memory(), b.offset(), new Submissions.Told(id, result));
        return 0;
    }

    @HleExport(name = "sceKernelAprWaitCommandBuffer", nid = "rqwFKI4PAiM")
    public int await(int id) {
        return submissions.await(id).encoded();
    }
}
