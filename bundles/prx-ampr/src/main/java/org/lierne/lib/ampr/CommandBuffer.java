package org.lierne.lib.ampr;

import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;

/** A command buffer object in title memory: 00 type, 04 offset, 08 commands, 0C size, 10 memory. */
@GuestStruct(size = CommandBuffer.BYTES)
public record CommandBuffer(@At(0x00) int type, @At(0x04) int offset, @At(0x08) int commands, @At(0x0C) int size, @At(0x10) long memory) {
    static final int BYTES = 0x18;
    /** Bit of the type word: a read came before, so gathers and scatters are legal. Ours; the console's bits are not known. */
    static final int CHAIN_VALID = 0x1_0000;
    /** Bit of the type word: inside a group whose memory is mapped. Ours. */
    static final int MAPPING = 0x2_0000;
    static final CommandBuffer EMPTY = new CommandBuffer(0, 0, 0, 0, 0);

    boolean hasChain() {
        return (type & CHAIN_VALID) != 0;
    }

    CommandBuffer withMemory(long address, int bytes) {
        return new CommandBuffer(type, offset, commands, bytes, address);
    }

    CommandBuffer withChain(boolean isValid) {
        return new CommandBuffer(isValid ? type | CHAIN_VALID : type & ~CHAIN_VALID, offset, commands, size, memory);
    }

    boolean isMapping() {
        return (type & MAPPING) != 0;
    }

    CommandBuffer withMapping(boolean isInside) {
        return new CommandBuffer(isInside ? type | MAPPING : type & ~MAPPING, offset, commands, size, memory);
    }

    CommandBuffer rewound() {
        return new CommandBuffer(type & ~(CHAIN_VALID | MAPPING), 0, 0, size, memory);
    }

    CommandBuffer grown(int bytes) {
        return new CommandBuffer(type, offset + bytes, commands + 1, size, memory);
    }
}
