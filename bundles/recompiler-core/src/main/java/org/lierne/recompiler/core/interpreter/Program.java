package org.lierne.recompiler.core.interpreter;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.DecodeRefusal;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;

/** The dwords of a program with each instruction decoded once, when it is first reached. */
final class Program {
    private final int[] words;
    private final long codeAddress;
    private final Decoder decoder;
    private final @Nullable Step[] steps;

    Program(int[] words, int waveSize) {
        this(words, waveSize, 0);
    }

    /** A program whose first dword lies at guest address {@code codeAddress}. */
    Program(int[] words, int waveSize, long codeAddress) {
        this.codeAddress = codeAddress;
        this.words = words.clone();
        this.decoder = new Decoder(waveSize);
        this.steps = new Step[words.length];
    }

    int waveSize() {
        return decoder.waveSize();
    }

    /** The guest address of a byte offset. */
    long address(int pc) {
        return codeAddress + pc;
    }

    /** The byte offset of a guest address; -1 outside of the program. */
    int offset(long address) {
        long offset = address - codeAddress;
        return offset >= 0 && offset < sizeBytes() ? (int) offset : -1;
    }

    /** Bytes. */
    int sizeBytes() {
        return words.length * 4;
    }

    int word(int pc) {
        return words[pc / 4];
    }

    /** The instruction at a byte offset. */
    Step at(int pc) {
        if (pc < 0 || pc >= words.length * 4 || pc % 4 != 0) {
            throw new InterpreterRefusal(pc, "jump", "leaves the program of " + words.length * 4 + " bytes");
        }
        Step step = steps[pc / 4];
        if (step == null) {
            step = switch (decoder.decode(words, pc / 4, pc)) {
                case Decoded d -> new Step(d);
                case DecodeRefusal refusal -> throw new InterpreterRefusal(pc, String.format("0x%08x", refusal.dword()), refusal.reason());
            };
            steps[pc / 4] = step;
        }
        return step;
    }
}
