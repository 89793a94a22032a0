package org.lierne.devicetests;

import java.util.BitSet;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Encoding;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.Operand;

/**
 * The registers that a program's instructions name: loading and storing the others would cost a driver most of the time that it compiles
 * a small program.
 */
final class NamedRegisters {
    /** The most registers that an access to memory in a random program takes. */
    private static final int LONGEST_TUPLE = 4;

    private final BitSet vectors = new BitSet();
    private final BitSet scalars = new BitSet();
    private final BitSet writtenVectors = new BitSet();
    private final BitSet writtenScalars = new BitSet();

    NamedRegisters(int[] words, int waveSize) {
        Decoder decoder = new Decoder(waveSize);
        for (int at = 0; at < words.length; ) {
            Decoded decoded = (Decoded) decoder.decode(words, at, 4 * at);
            for (Operand operand : decoded.destinations()) {
                note(decoded, operand, vectors, scalars);
                note(decoded, operand, writtenVectors, writtenScalars);
            }
            for (Operand operand : decoded.sources()) {
                note(decoded, operand, vectors, scalars);
                if (mayExchange(decoded)) {
                    note(decoded, operand, writtenVectors, writtenScalars);
                }
            }
            if (decoded.row().is(Instruction.Trait.RELATIVE)) {
                noteAll();
            }
            at += decoded.dwords();
        }
    }

    /** An instruction may mean any general register. */
    private void noteAll() {
        for (BitSet each : java.util.List.of(vectors, writtenVectors)) {
            each.set(0, ProgramGenerator.VECTORS);
        }
        for (BitSet each : java.util.List.of(scalars, writtenScalars)) {
            each.set(0, ProgramGenerator.SCALARS);
        }
    }

    private static boolean mayExchange(Decoded decoded) {
        return decoded.row().encoding() == Encoding.VOP1 && decoded.row().is(Instruction.Trait.READS_DESTINATION);
    }

    private static void note(Decoded decoded, Operand operand, BitSet vectors, BitSet scalars) {
        int count = decoded.row().effect() instanceof Effect.Alu ? Math.max(1, operand.type().dwords(decoded.waveSize())) : LONGEST_TUPLE;
        if (operand instanceof Operand.Vgpr vgpr) {
            vectors.set(vgpr.index(), vgpr.index() + count);
        } else if (operand instanceof Operand.Sgpr sgpr) {
            scalars.set(sgpr.index(), sgpr.index() + count);
        }
    }

    /** Whether what a cell says before the program can matter. */
    boolean isNamed(Cell cell) {
        return switch (cell.kind()) {
            case VECTOR -> vectors.get(cell.index());
            case SCALAR -> scalars.get(cell.index());
            default -> true;
        };
    }

    /** Whether some instruction may change a cell. */
    boolean isWritten(Cell cell) {
        return switch (cell.kind()) {
            case VECTOR -> writtenVectors.get(cell.index());
            case SCALAR -> writtenScalars.get(cell.index());
            default -> true;
        };
    }
}
