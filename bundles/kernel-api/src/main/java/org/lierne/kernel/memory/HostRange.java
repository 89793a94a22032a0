package org.lierne.kernel.memory;

/**
 * A guest range that the host's GPU driver may import as host memory.
 *
 * @param guestAddress first guest address, page aligned
 * @param hostAddress  the same byte in the host's address space
 * @param bytes        length, a multiple of the page size
 */
public record HostRange(long guestAddress, long hostAddress, long bytes) {}
