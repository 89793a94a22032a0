package org.lierne.lib.ajm;

/** What a place in a batch stands for, done when the batch is started. */
@FunctionalInterface
interface Job {
    void run();
}
