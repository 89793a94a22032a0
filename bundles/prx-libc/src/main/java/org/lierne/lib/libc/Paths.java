package org.lierne.lib.libc;

import java.util.ArrayDeque;
import java.util.Deque;

/** Spellings of absolute paths. */
final class Paths {
    private Paths() {}

    /** The path without {@code .}, {@code ..} and doubled slashes; what would lead above the root stays there. */
    static String plain(String path) {
        Deque<String> names = new ArrayDeque<>();
        for (String name : path.split("/", -1)) {
            switch (name) {
                case "", "." -> { }
                case ".." -> names.pollLast();
                default -> names.addLast(name);
            }
        }
        return "/" + String.join("/", names);
    }
}
