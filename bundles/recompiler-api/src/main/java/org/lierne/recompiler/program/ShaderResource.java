package org.lierne.recompiler.program;

/**
 * Something outside of the program that it reads or writes through a descriptor or pointer.
 *
 * @param index place in {@link ShaderLayout#resources()}
 * @param kind what the descriptor is
 * @param read whether the program reads it
 * @param written whether the program writes it, atomics included
 * @param formatted buffers: whether a formatted access needs the descriptor's format
 * @param path where the descriptor's words are found
 * @param pc byte offset of the first instruction that uses it
 */
public record ShaderResource(int index, Kind kind, boolean read, boolean written, boolean formatted, DescriptorPath path, int pc) {
    /** Size of the global data share. Documented: RDNA ISA, global data share. */
    public static final int GLOBAL_SHARE_BYTES = 0x10000;

    /** Whether the program chooses what it is while it runs. */
    public boolean isTable() {
        return kind == Kind.IMAGE_TABLE || kind == Kind.SAMPLER_TABLE;
    }

    /** Whether no descriptor in guest memory or user data names it. */
    public boolean isOwn() {
        return kind == Kind.FAULTS || kind == Kind.GLOBAL_SHARE || kind == Kind.SPANS || kind == Kind.DRAWN_VERTICES || kind == Kind.EXPORTED;
    }

    /** The same resource found another way. */
    public ShaderResource found(DescriptorPath changed) {
        return new ShaderResource(index, kind, read, written, formatted, changed, pc);
    }

    /** Kinds of descriptors. */
    public enum Kind {
        /** V#, four words; bound as a storage buffer of dwords over the descriptor's range. */
        BUFFER,
        /** T#, eight words. */
        IMAGE,
        /** S#, four words. */
        SAMPLER,
        /**
         * A 64-bit pointer, two words, to memory of unknown extent; bound as a storage buffer over the mapped guest range around
         * the address, whose guest start the constants {@link ConstantWord.MemoryStart} give.
         */
        MEMORY,
        /**
         * Images that the program chooses among while it runs, T# each: the path has a {@link WordSource.Key}. When work is recorded the
         * images behind it become resources of their own, behind all others; its words are then their indices, and it is bound as a
         * storage buffer of {@link TableSnapshot#entries}.
         */
        IMAGE_TABLE,
        /** The same for S#. */
        SAMPLER_TABLE,
        /** One word, read through a pointer that was itself read from memory; what counts is whether that was possible (rule A-065). */
        SLOT,
        /** Where the program tells its first fault, four words as {@link DeviceFault} says; bound as a storage buffer of zeros. */
        FAULTS,
        /** The global data share, which all programs of a device have in common; bound as a storage buffer over all of it. */
        GLOBAL_SHARE,
        /** Images of a table between which modules make no difference, one of which stands for all; bound as an array. */
        IMAGE_SET,
        /**
         * Where guest memory lies on the device, as {@link AddressSpans} says; written where the program writes through addresses. The
         * constants {@link ConstantWord.MemoryStart} give the device's address of the table itself.
         */
        SPANS,
        /** The vertices of a draw's primitives, one after the other, as an index each. */
        DRAWN_VERTICES,
        /** Records of a program with primitives of its own, as {@link StageState.PrimitiveGroup} says. */
        EXPORTED;

        /** Whether its descriptor is a T#. */
        public boolean isImage() {
            return this == IMAGE || this == IMAGE_SET;
        }
    }
}
