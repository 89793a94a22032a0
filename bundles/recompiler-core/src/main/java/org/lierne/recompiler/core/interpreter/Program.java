package org.lierne.recompiler.core.interpreter;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.DecodeRefusal;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.program.LinkedCall;

/** The dwords of a program with each instruction decoded once, when it is first reached. */
final class Program {
    private final int[] words;
    private final long codeAddress;
    private final List<LinkedCall> calls;
    private final Decoder decoder;
    private final @Nullable Step[] steps;

    Program(int[] words, int waveSize) {
        this(words, waveSize, 0, List.of());
    }

    /**
     * A program in guest memory.
     *
     * @param codeAddress guest address of the first dword
     * @param calls       calls through tables, with the copies that stand for what they call
     */
    Program(int[] words, int waveSize, long codeAddress, List<LinkedCall> calls) {
        this.codeAddress = codeAddress;
        this.calls = List.copyOf(calls);
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

    /** The byte offset of what the call at a place goes to: a copy, or the address itself; -1 outside of the program. */
    int called(int pc, long address) {
        return calls.stream().filter(call -> call.pc() == pc).flatMap(call -> call.copies().stream())
                .filter(copy -> copy.address() == address).mapToInt(LinkedCall.Copy::pc).findFirst().orElseGet(() -> offset(address));
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
