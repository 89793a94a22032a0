package org.lierne.kernel.locks;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.lierne.kernel.sync.GuestBarrier;

/** A barrier in rounds; the last to arrive opens it. */
final class MeetingBarrier implements GuestBarrier {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    private final int parties;
    private final String name;
    private int arrived;
    private long round;

    MeetingBarrier(int parties, String name) {
        this.parties = parties;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            arrived++;
            if (arrived == parties) {
                arrived = 0;
                round++;
                opened.signalAll();
                return true;
            }
            long mine = round;
            try {
                while (round == mine) {
                    opened.await();
                }
            } catch (InterruptedException e) {
                if (round == mine) {
                    arrived--;
                    throw e;
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean hasWaiters() {
        lock.lock();
        try {
            return arrived > 0;
        } finally {
            lock.unlock();
        }
    }
}
