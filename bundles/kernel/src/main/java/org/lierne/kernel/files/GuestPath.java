package org.lierne.kernel.files;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;

/**
 * A guest path taken apart: the mount's name and the names below it. {@code .} and {@code ..} are worked out in the text, so they never
 * reach the host; {@code ..} above the root stays there.
 */
record GuestPath(String text, String point, List<String> names) {
    static GuestPath of(String text) {
        if (text.getBytes(StandardCharsets.UTF_8).length > GuestFiles.PATH_BYTES) {
            throw new GuestErrno(Errno.ENAMETOOLONG, text);
        }
        if (!text.startsWith("/")) {
            throw new GuestErrno(Errno.ENOENT, "'" + text + "' is not an absolute path");
        }
        List<String> names = new ArrayList<>();
        for (String name : text.split("/", -1)) {
            switch (name) {
                case "", "." -> { }
                case ".." -> {
                    if (!names.isEmpty()) {
                        names.removeLast();
                    }
                }
                default -> names.add(name);
            }
        }
        if (names.isEmpty()) {
            throw new GuestErrno(Errno.ENOENT, "no folder is mounted at /");
        }
        return new GuestPath(text, "/" + names.getFirst(), List.copyOf(names.subList(1, names.size())));
    }
}
