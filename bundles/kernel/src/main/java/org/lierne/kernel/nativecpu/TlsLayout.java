package org.lierne.kernel.nativecpu;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.lierne.kernel.shim.Shim;
import org.osgi.service.component.annotations.Component;

/**
 * Where each module's thread-local variables lie relative to a thread block. Variant II: blocks lie below it, in load order. A thread gets
 * room for later modules too, so that these can still be reached at a fixed offset.
 */
@Component(service = TlsLayout.class)
public final class TlsLayout {
    /** Room for modules that are loaded when threads run already. */
    private static final long SURPLUS_BYTES = 0x4000;

    /**
     * One module's variables.
     *
     * @param image  guest address of the initial values, {@code fileBytes} long; the rest is zero
     * @param offset distance of the block's start below the thread block
     */
    public record Block(int moduleId, long image, long fileBytes, long memoryBytes, long offset) {}

    private final List<Block> blocks = new ArrayList<>();
    private long used;
    private long promised = SURPLUS_BYTES;
    private boolean hasThreads;

    /**
     * Adds a module.
     *
     * @throws IllegalStateException if threads run and the module does not fit into their room, or there are too many
     */
    public synchronized Block add(long image, long fileBytes, long memoryBytes, long alignment) {
        long align = Math.max(alignment, 1);
        long offset = (used + memoryBytes + align - 1) / align * align;
        if (blocks.size() >= ThreadBlock.MAX_TLS_MODULES) {
            throw new IllegalStateException("more than %d modules have thread-local variables".formatted(ThreadBlock.MAX_TLS_MODULES));
        }
        if (hasThreads && offset > promised) {
            throw new IllegalStateException("0x%x bytes of thread-local variables do not fit into what running threads have left (0x%x)"
                    .formatted(memoryBytes, promised - used));
        }
        Block block = new Block(blocks.size() + 1, image, fileBytes, memoryBytes, offset);
        blocks.add(block);
        used = offset;
        if (!hasThreads) {
            promised = used + SURPLUS_BYTES;
        }
        return block;
    }

    /** Bytes below the thread block that a new thread needs. */
    synchronized long bytes() {
        hasThreads = true;
        return promised;
    }

    synchronized List<Block> blocks() {
        return List.copyOf(blocks);
    }

    public synchronized void clear() {
        blocks.clear();
        used = 0;
        promised = SURPLUS_BYTES;
        hasThreads = false;
    }

    /** Gives a thread its copy of one module's variables. */
    static void fill(ThreadBlock thread, Block block) {
        long start = thread.base() - block.offset();
        MemorySegment.copy(Shim.MEMORY, block.image(), Shim.MEMORY, start, block.fileBytes());
        Shim.MEMORY.asSlice(start + block.fileBytes(), block.memoryBytes() - block.fileBytes()).fill((byte) 0);
        thread.setTls(block.moduleId(), start);
    }
}
