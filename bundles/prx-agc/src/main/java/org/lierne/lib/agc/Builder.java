package org.lierne.lib.agc;

import org.jspecify.annotations.Nullable;
import org.lierne.agc.packet.Packet;
import org.lierne.agc.packet.Words;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.thread.GuestThreads;

/** What the builder classes share: writing finished packets into a command buffer. */
abstract class Builder {
    private final @Nullable GuestThreads threads;

    /** @param threads null outside of a framework with a kernel; a buffer that runs full is then refused */
    Builder(@Nullable GuestThreads threads) {
        this.threads = threads;
    }

    private long grow(long callback, long object, long dwords, long user) {
        if (threads == null) {
            throw new HleRefusal("the command buffer is full and no guest thread can run its callback");
        }
        return threads.current().call(callback, object, dwords, user);
    }

    /** Room for a group, or 0. */
    final long take(GuestPtr<CommandBuffer> cb, int dwords) {
        return CommandBuffer.take(cb, dwords, this::grow);
    }

    /** Writes one packet and gives its address, or 0 if it does not fit. */
    final long emit(GuestPtr<CommandBuffer> cb, Words packet) {
        return group(cb, packet);
    }

    /** Writes packets that lie beside each other and gives the address of the first. */
    final long group(GuestPtr<CommandBuffer> cb, Words... packets) {
        int dwords = 0;
        for (Words packet : packets) {
            dwords += packet.array().length;
        }
        long start = take(cb, dwords);
        if (start != 0) {
            long at = start;
            for (Words packet : packets) {
                at = write(cb.memory(), at, packet.array());
            }
        }
        return start;
    }

    static long write(GuestMemory memory, long at, int[] words) {
        for (int word : words) {
            memory.putInt(at, word);
            at += 4;
        }
        return at;
    }

    /** A register write: header and offset, values to follow. */
    static Words registers(Packet packet, int offset, int count) {
        return packet.words(count + 2).with("offset", offset);
    }
}
