package org.lierne.agc.driver;

/** Stands around the execution of packets of all queues and writes them down in the order in which they happen. */
interface PacketRecorder {
    /** Runs the packet's action; nothing of another queue happens meanwhile. */
    void execute(CommandProcessor processor, int[] words, Runnable action);
}
