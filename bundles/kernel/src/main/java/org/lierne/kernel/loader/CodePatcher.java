package org.lierne.kernel.loader;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.lierne.kernel.shim.HostCpu.Extension;

/**
 * Makes guest code run on this host: {@code fs} becomes {@code gs} (one byte, same length: {@code fs} is the host's), and instructions that
 * would reach the host's kernel or that the host lacks are found. Works in place on writable memory.
 */
final class CodePatcher {
    /** What one sweep did and found; offsets in the code. */
    record Sweep(int instructions, int rewritten, int lowered, List<Long> systemCalls, List<Lacking> lacking, List<Long> undecodable) {}

    /** An instruction that the host cannot execute. */
    record Lacking(long offset, String name) {}

    private static final byte GS = 0x65;
    private static final byte UD2_FIRST = 0x0f;
    private static final byte UD2_SECOND = 0x0b;
    private static final int MAX_UNDECODABLE = 64;

    private record Found(Extension extension, String name) {}

    private final Set<Extension> host;
    private final Set<String> off;

    /**
     * @param host what the processor has
     * @param off  ids of {@link CpuQuirk} that are switched off
     */
    CodePatcher(Set<Extension> host, Set<String> off) {
        this.host = host;
        this.off = off;
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
        int lowered = 0;
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
                Optional<Found> found = lacking(decoder);
                if (found.isPresent()) {
                    if (isLowered(code, at, decoder, found.get())) {
                        lowered++;
                    } else {
                        lacking.add(new Lacking(at, found.get().name));
                    }
                }
            }
            at += length;
        }
        return new Sweep(instructions, rewritten, lowered, systemCalls, lacking, undecodable);
    }

    /** The group an instruction belongs to, if the host lacks it. */
    private Optional<Found> lacking(LengthDecoder d) {
        return rare(d).filter(found -> !host.contains(found.extension));
    }

    private static Optional<Found> rare(LengthDecoder d) {
        boolean isRegister = d.modrm >= 0xc0;
        int extension = d.modrm >> 3 & 7;
        return Optional.ofNullable(switch (d.map << 8 | d.opcode) {
            case 0x178, 0x179 -> d.repeat == 0xf2 ? new Found(Extension.SSE4A, "insertq")
                    : d.hasOperandSize ? new Found(Extension.SSE4A, "extrq") : null;
            case 0x12b -> d.repeat == 0xf3 ? new Found(Extension.SSE4A, "movntss")
                    : d.repeat == 0xf2 ? new Found(Extension.SSE4A, "movntsd") : null;
            case 0x101 -> switch (d.modrm) {
                case 0xfa -> new Found(Extension.MONITORX, "monitorx");
                case 0xfb -> new Found(Extension.MONITORX, "mwaitx");
                case 0xfc -> new Found(Extension.CLZERO, "clzero");
                case 0xfd -> new Found(Extension.RDPRU, "rdpru");
                default -> null;
            };
            case 0x1c7 -> !isRegister || extension < 6 ? null
                    : extension == 6 ? new Found(Extension.RDRAND, "rdrand")
                    : d.repeat == 0xf3 ? new Found(Extension.RDPID, "rdpid") : new Found(Extension.RDSEED, "rdseed");
            case 0x1ae -> isRegister || !d.hasOperandSize ? null
                    : extension == 7 ? new Found(Extension.CLFLUSHOPT, "clflushopt")
                    : extension == 6 ? new Found(Extension.CLWB, "clwb") : null;
            case 0x2f6 -> d.isVector ? null : d.hasOperandSize ? new Found(Extension.ADX, "adcx")
                    : d.repeat == 0xf3 ? new Found(Extension.ADX, "adox") : null;
            case 0x2c8, 0x2c9, 0x2ca, 0x2cb, 0x2cc, 0x2cd, 0x3cc -> d.isVector || d.hasOperandSize || d.repeat != 0 ? null
                    : new Found(Extension.SHA, "sha instruction");
            default -> null;
        });
    }

    /** Lowers an instruction in place, or leaves it to the signal handler. False if nothing is known or its quirk is off. */
    private boolean isLowered(MemorySegment code, long at, LengthDecoder d, Found found) {
        Optional<CpuQuirk> quirk = CpuQuirk.of(found.extension);
        if (quirk.isEmpty() || off.contains(quirk.get().id())) {
            return false;
        }
        long opcode = at + d.opcodeOffset;
        switch (found.name) {
            // Plain scalar stores: the hint is lost, the length stays.
            case "movntss", "movntsd" -> code.set(JAVA_BYTE, opcode, (byte) 0x11);
            case "monitorx" -> write(code, opcode - 1, 0x0f, 0x1f, 0x00);
            case "mwaitx" -> write(code, opcode - 1, 0xf3, 0x90, 0x90);
            default -> {
                // extrq, insertq, clzero, rdpru raise SIGILL, and the shim executes them.
            }
        }
        return true;
    }

    private static void write(MemorySegment code, long at, int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            code.set(JAVA_BYTE, at + i, (byte) bytes[i]);
        }
    }
}
