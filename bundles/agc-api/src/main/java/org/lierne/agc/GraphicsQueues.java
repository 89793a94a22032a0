package org.lierne.agc;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The queues that execute command buffers, by queue id: {@link #GRAPHICS} and the compute queues
 * {@code 0x20 + 8 * pipe + queue}. Submission copies nothing: titles patch words in buffers already queued, and reuse a
 * buffer after its end-of-pipe label.
 */
@ProviderType
public interface GraphicsQueues {
    int GRAPHICS = 0;
    int FIRST_COMPUTE = 0x20;
    int LAST_COMPUTE = 0x57;

    /** Most dwords of one submission. */
    int MAX_DWORDS = 0xFFFFF;

    /** True for ids of queues that exist. */
    static boolean exists(int queue) {
        return queue == GRAPHICS || queue >= FIRST_COMPUTE && queue <= LAST_COMPUTE;
    }

    /**
     * Queues a buffer; buffers of one queue run in the order of submission.
     *
     * @param queue   queue id
     * @param address guest address of the first word
     * @param dwords  number of words
     */
    void submit(int queue, long address, int dwords);

    /** The default CX register list of the library, loaded by CLEAR_STATE; pairs of offset and value. */
    void setDefaultState(int[] cxPairs, int[] shPairs, int[] ucPairs);

    /** Packets, draws and waits so far, for the console. */
    QueueFacts facts(int queue);

    /**
     * What a queue did and does.
     *
     * @param waiting the wait in which the queue stands, as text; empty if none
     */
    record QueueFacts(long submissions, long packets, long draws, long dispatches, String waiting) {}
}
