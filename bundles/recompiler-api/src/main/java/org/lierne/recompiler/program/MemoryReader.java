package org.lierne.recompiler.program;

/** Guest memory as descriptor walking reads it. */
@FunctionalInterface
public interface MemoryReader {
    /** Memory in which nothing is mapped. */
    MemoryReader NONE = (address, target, from, count) -> false;

    /**
     * Copies dwords out of guest memory.
     *
     * @param guestAddress address of the first dword, a multiple of 4
     * @param target receives the words from index {@code from} on
     * @param count number of dwords
     * @return false when some of them are not mapped for reading; {@code target} is then undefined there
     */
    boolean read(long guestAddress, int[] target, int from, int count);
}
