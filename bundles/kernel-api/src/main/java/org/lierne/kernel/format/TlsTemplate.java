package org.lierne.kernel.format;

/**
 * The thread-local block of an image: the first bytes are copied from the file, the rest is zero.
 *
 * @param segment the TLS program header
 */
public record TlsTemplate(ProgramHeader segment) {
    public long address() {
        return segment.address();
    }

    public long fileSize() {
        return segment.fileSize();
    }

    public long memorySize() {
        return segment.memorySize();
    }

    /** Alignment in bytes, at least 1. */
    public long align() {
        return Math.max(1, segment.align());
    }
}
