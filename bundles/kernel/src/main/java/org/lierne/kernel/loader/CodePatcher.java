package org.lierne.kernel.loader;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes guest code run on this host: {@code fs} becomes {@code gs} (one byte, same length: {@code fs} is the host's), and instructions that
 * would reach the host's kernel or that the host lacks are found. Works in place on writable memory.
 */
final class CodePatcher {
    /** What one sweep did and found; offsets in the code. */
    record Sweep(int instructions, int rewritten, List<Long> systemCalls, List<Lacking> lacking, List<Long> undecodable) {}

    /** An instruction that the host cannot execute. */
    record Lacking(long offset, String name) {}

    private static final byte GS = 0x65;
    private static final byte UD2_FIRST = 0x0f;
    private static final byte UD2_SECOND = 0x0b;
    private static final int MAX_UNDECODABLE = 64;

    private final boolean hasSse4a;

    CodePatcher(boolean hasSse4a) {
        this.hasSse4a = hasSse4a;
    }

    /**
     * Sweeps code once from front to end.
     *
     * @param starts offsets at which an instruction is known to begin, ascending: the sweep finds its step again there after bytes that are
     *               no instructions
     */
    Sweep sweep(MemorySegment code, long[] starts) {
        LengthDecoder decoder = new LengthDecoder(code);
        List<Long> systemCalls = new ArrayList<>();
        List<Lacking> lacking = new ArrayList<>();
        List<Long> undecodable = new ArrayList<>();
        int instructions = 0;
        int rewritten = 0;
        int nextStart = 0;
        boolean isInStep = true;
        for (long at = 0; at < code.byteSize(); ) {
            while (nextStart < starts.length && starts[nextStart] < at) {
                nextStart++;
            }
            if (nextStart < starts.length && starts[nextStart] == at) {
                isInStep = true;
            }
            int length = decoder.length(at);
            if (nextStart < starts.length && starts[nextStart] > at && starts[nextStart] < at + length) {
                // The instruction would run over a known start: the sweep was out of step.
                at = starts[nextStart];
                continue;
            }
            if (length == 0) {
                if (isInStep && undecodable.size() < MAX_UNDECODABLE) {
                    undecodable.add(at);
                }
                isInStep = starts.length == 0;
                at++;
                continue;
            }
            instructions++;
            if (isInStep) {
                if (decoder.fsPrefix >= 0) {
                    code.set(JAVA_BYTE, at + decoder.fsPrefix, GS);
                    rewritten++;
                } else if (decoder.map == 1 && decoder.opcode == 0x05) {
                    code.set(JAVA_BYTE, at + decoder.opcodeOffset - 1, UD2_FIRST);
                    code.set(JAVA_BYTE, at + decoder.opcodeOffset, UD2_SECOND);
                    systemCalls.add(at);
                }
                long offset = at;
                lacking(decoder).ifPresent(name -> lacking.add(new Lacking(offset, name)));
            }
            at += length;
        }
        return new Sweep(instructions, rewritten, systemCalls, lacking, undecodable);
    }

    private Optional<String> lacking(LengthDecoder d) {
        if (hasSse4a || d.map != 1) {
            return Optional.empty();
        }
        return switch (d.opcode) {
            case 0x78, 0x79 -> d.hasOperandSize ? Optional.of("extrq") : d.repeat == 0xf2 ? Optional.of("insertq") : Optional.empty();
            case 0x2b -> d.repeat == 0xf3 ? Optional.of("movntss") : d.repeat == 0xf2 ? Optional.of("movntsd") : Optional.empty();
            default -> Optional.empty();
        };
    }
}
