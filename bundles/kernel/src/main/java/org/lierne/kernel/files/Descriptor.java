package org.lierne.kernel.files;

import java.io.IOException;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;

/** An open file with the number of descriptors that name it. */
public abstract class Descriptor implements OpenFile {
    private final String path;
    private volatile int flags;
    private int uses = 1;

    protected Descriptor(String path, int flags) {
        this.path = path;
        this.flags = flags;
    }

    @Override
    public final String path() {
        return path;
    }

    @Override
    public final int flags() {
        return flags;
    }

    @Override
    public void setStatus(int wanted) {
        int changeable = OpenFlags.APPEND | OpenFlags.NON_BLOCK;
        flags = flags & ~changeable | wanted & changeable;
    }

    final synchronized void share() {
        uses++;
    }

    final void release() {
        synchronized (this) {
            uses--;
            if (uses != 0) {
                return;
            }
        }
        try {
            closeHost();
        } catch (IOException e) {
            throw HostErrors.as(e, path);
        }
    }

    protected abstract void closeHost() throws IOException;
}
