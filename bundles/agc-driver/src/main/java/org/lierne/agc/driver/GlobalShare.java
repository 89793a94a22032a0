package org.lierne.agc.driver;

/** The global data share: memory of the device itself that all queues have in common; here packets alone reach it. */
final class GlobalShare {
    /** Documented: RDNA ISA, global data share. */
    static final int BYTES = 0x10000;

    private final int[] words = new int[BYTES / 4];

    /** @param offset in bytes @throws PacketRefused where there is no word */
    synchronized int get(long offset) {
        return words[index(offset)];
    }

    /** @param offset in bytes @throws PacketRefused where there is no word */
    synchronized void put(long offset, int word) {
        words[index(offset)] = word;
    }

    private static int index(long offset) {
        if ((offset & 3) != 0 || offset < 0 || offset >= BYTES) {
            throw new PacketRefused("the global data share has no word at 0x%x".formatted(offset));
        }
        return (int) offset / 4;
    }
}
