package org.lierne.kernel.file;

import java.time.Instant;

/**
 * What is known of a file.
 *
 * @param mode guest mode word: 0x4000 directory, 0x8000 file, 0x2000 character device, and permission bits
 */
public record FileAttributes(long device, long inode, int mode, long sizeBytes, Instant accessed, Instant modified, Instant changed,
        Instant created) {
    public static final int DIRECTORY = 0x4000;
    public static final int FILE = 0x8000;
    public static final int CHARACTER_DEVICE = 0x2000;

    public boolean isDirectory() {
        return (mode & 0xF000) == DIRECTORY;
    }
}
