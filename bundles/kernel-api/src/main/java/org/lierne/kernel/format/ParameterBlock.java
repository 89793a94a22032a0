package org.lierne.kernel.format;

import java.util.Optional;

/**
 * The start of the process or module parameters. Pointers behind it are relocated, so they are read from memory after
 * loading.
 *
 * @param address relative to the base
 * @param size    the size the block states for itself
 * @param version process: number of entries; module: version of the block
 * @param olderSdk SDK word of the older generation
 * @param sdk      SDK word of this generation
 */
public record ParameterBlock(long address, long size, int magic, int version, int olderSdk, int sdk) {
    public static final int PROCESS_MAGIC = 0x4942524f;
    public static final int MODULE_MAGIC = 0x3c13f4bf;

    /** Offsets of the pointers in the process block. */
    public enum ProcessField {
        PROCESS_NAME(0x18),
        MAIN_THREAD_NAME(0x20),
        MAIN_THREAD_PRIORITY(0x28),
        MAIN_THREAD_STACK_SIZE(0x30),
        C_LIBRARY(0x38),
        MEMORY(0x40),
        FILE_SYSTEM(0x48);

        private final int offset;

        ProcessField(int offset) {
            this.offset = offset;
        }

        public int offset() {
            return offset;
        }
    }

    /** Address of a pointer, relative to the base; empty if the block is too short to hold it. */
    public Optional<Long> at(ProcessField field) {
        return Ranges.fits(field.offset(), Long.BYTES, size) ? Optional.of(address + field.offset()) : Optional.empty();
    }
}
