package org.lierne.lib.ampr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;

/** Numbers for guest paths, and the open files behind them. */
final class FileIds {
    private final GuestFiles files;
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<OpenFile> open = new ArrayList<>();

    FileIds(GuestFiles files) {
        this.files = files;
    }

    /** A file's id, the same for the same path. @throws GuestErrno if there is none */
    synchronized int resolve(String path) {
        Integer known = ids.get(path);
        if (known != null) {
            return known;
        }
        OpenFile file = files.openFile(path, OpenFlags.READ);
        open.add(file);
        ids.put(path, open.size());
        return open.size();
    }

    /** The file of an id. @throws GuestErrno {@code ENOENT} for an id that was never given */
    synchronized OpenFile file(int id) {
        if (id < 1 || id > open.size()) {
            throw new GuestErrno(Errno.ENOENT, "no file id " + id);
        }
        return open.get(id - 1);
    }

    synchronized void close() {
        open.forEach(files::release);
        open.clear();
        ids.clear();
    }
}
