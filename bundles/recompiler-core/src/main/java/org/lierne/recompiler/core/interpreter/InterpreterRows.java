package org.lierne.recompiler.core.interpreter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.isa.RowExecutor;
import org.osgi.service.component.annotations.Component;

/** Runs measured rows in the interpreter: one wave, a 256-byte buffer, 1024 bytes of LDS. */
@Component(service = RowExecutor.class, property = RowExecutor.MACHINE + "=interpreter")
public final class InterpreterRows implements RowExecutor {
    private static final long BUFFER_ADDRESS = 0x10000;
    private static final long LIMIT = 100_000;
    private static final int END_PROGRAM = 0xbf810000;

    @Override
    public boolean isPresent() {
        return true;
    }

    @Override
    public State run(MeasuredRow row) {
        int[] words = Arrays.copyOf(row.words(), row.words().length + 1);
        words[row.words().length] = END_PROGRAM;
        byte[] buffer = new byte[BUFFER_DWORDS * 4];
        ArrayMemory memory = new ArrayMemory();
        memory.map(BUFFER_ADDRESS, buffer);
        Workgroup group = new Workgroup(new Program(words, row.waveSize()), memory, Outside.NOTHING, LDS_DWORDS * 4, new byte[0], 0);
        Wave wave = group.addWave(Wave.VGPRS);
        wave.mode(Wave.modeOf(row.floatMode(), row.ieee(), row.dx10Clamp(), row.fp16Overflow()));
        wave.exec(row.exec());
        ByteBuffer memoryWords = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer ldsWords = ByteBuffer.wrap(group.lds).order(ByteOrder.LITTLE_ENDIAN);
        for (int base : row.bufferBases()) {
            wave.scalar(base, (int) BUFFER_ADDRESS);
            wave.scalar(base + 1, 0);
            wave.scalar(base + 2, BUFFER_DWORDS * 4);
            wave.scalar(base + 3, BUFFER_WORD3);
        }
        for (MeasuredRow.Cell cell : row.in()) {
            set(wave, cell, memoryWords, ldsWords);
        }
        try {
            group.run(LIMIT);
        } catch (InterpreterRefusal refusal) {
            throw new IllegalArgumentException(refusal.getMessage(), refusal);
        }
        return new After(wave, memoryWords, ldsWords);
    }

    private static void set(Wave wave, MeasuredRow.Cell cell, ByteBuffer buffer, ByteBuffer lds) {
        long value = cell.lanes()[0];
        switch (cell.kind()) {
            case VECTOR -> {
                for (int l = 0; l < wave.lanes; l++) {
                    wave.vectors[cell.index()][l] = (int) cell.lanes()[cell.isLaneList() ? l : 0];
                }
            }
            case SCALAR -> wave.scalar(cell.index(), (int) value);
            case VCC -> wave.mask(Operand.Sgpr.VCC_LO, value);
            case EXEC -> wave.exec(value);
            case M0 -> wave.scalar(Operand.Sgpr.M0, (int) value);
            case SCC -> wave.scc = value != 0;
            case BUFFER -> buffer.putInt(4 * cell.index(), (int) value);
            case LDS -> lds.putInt(4 * cell.index(), (int) value);
        }
    }

    /** The wave after its end. */
    private record After(Wave wave, ByteBuffer bufferWords, ByteBuffer ldsWords) implements State {
        @Override
        public int vector(int register, int lane) {
            return wave.vectors[register][lane];
        }

        @Override
        public int scalar(int register) {
            return wave.scalar(register);
        }

        @Override
        public boolean scc() {
            return wave.scc;
        }

        @Override
        public int buffer(int dword) {
            return bufferWords.getInt(4 * dword);
        }

        @Override
        public int lds(int dword) {
            return ldsWords.getInt(4 * dword);
        }
    }
}
