package org.lierne.kernel.thread;

/**
 * A thread to be made.
 *
 * @param entry      guest function {@code void* entry(void* argument)}
 * @param stackBytes guest stack size, at least 0x4000; ignored when {@code stackLow} is given
 * @param stackLow   lowest address of a stack that the guest owns, or 0
 */
public record ThreadSpec(String name, long entry, long argument, long stackBytes, long stackLow, int priority, long affinity) {}
