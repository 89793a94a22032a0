package org.lierne.agc.driver;

import java.util.Arrays;
import org.lierne.agc.register.Register;
import org.lierne.agc.register.RegisterField;
import org.lierne.agc.register.RegisterSpace;
import org.lierne.agc.register.Registers;

/** The registers of one queue. Not safe for several threads: it belongs to the queue's thread. */
final class RegisterFile {
    /** UC offsets of the upscaler block's pseudo registers in library lists, the sentinel apart. */
    private static final int PSEUDO_FIRST = 0x80003FF4;
    private static final int PSEUDO_LAST = 0x80003FFD;

    /** SH offsets of user data. */
    private static final boolean[] USER_DATA = userData();

    private final int[][] values = new int[RegisterSpace.values().length][];
    private int[][] defaults = new int[RegisterSpace.values().length][];
    private long changes;

    private static boolean[] userData() {
        boolean[] table = new boolean[RegisterSpace.SH.size()];
        for (Register register : new Register[] {Registers.SPI_SHADER_USER_DATA_PS, Registers.SPI_SHADER_USER_DATA_VS,
            Registers.SPI_SHADER_USER_DATA_GS, Registers.SPI_SHADER_USER_DATA_ES, Registers.SPI_SHADER_USER_DATA_HS,
            Registers.COMPUTE_USER_DATA}) {
            for (int i = 0; i < register.count(); i++) {
                table[register.at(i)] = true;
            }
        }
        return table;
    }

    RegisterFile() {
        for (RegisterSpace space : RegisterSpace.values()) {
            values[space.ordinal()] = new int[space.size()];
            defaults[space.ordinal()] = new int[space.size()];
        }
    }

    private RegisterFile(RegisterFile other) {
        for (int i = 0; i < values.length; i++) {
            values[i] = other.values[i].clone();
        }
        defaults = other.defaults;
        changes = other.changes;
    }

    RegisterFile copy() {
        return new RegisterFile(this);
    }

    /** All values by space. */
    int[][] values() {
        return copy().values;
    }

    /** What resets restore, by space. */
    int[][] defaults() {
        return defaults.clone();
    }

    /** Registers as {@link #values} and {@link #defaults} gave them. */
    static RegisterFile of(int[][] values, int[][] defaults) {
        RegisterFile registers = new RegisterFile();
        System.arraycopy(values, 0, registers.values, 0, values.length);
        registers.defaults = defaults.clone();
        return registers;
    }

    /**
     * Writes a register.
     *
     * @return false if the offset is outside of the space; sentinels of library lists are accepted and change nothing
     */
    boolean set(RegisterSpace space, int offset, int value) {
        if (offset < 0) {
            return offset == space.sentinel()
                    || space == RegisterSpace.UC && offset >= PSEUDO_FIRST && offset <= PSEUDO_LAST;
        }
        if (offset >= space.size()) {
            return false;
        }
        int[] registers = values[space.ordinal()];
        if (registers[offset] != value) {
            registers[offset] = value;
            if (space != RegisterSpace.SH || !USER_DATA[offset]) {
                changes++;
            }
        }
        return true;
    }

    int get(RegisterSpace space, int offset) {
        return values[space.ordinal()][offset];
    }

    int get(Register register) {
        return values[register.space().ordinal()][register.offset()];
    }

    /** The {@code index}-th of several alike. */
    int get(Register register, int index) {
        return values[register.space().ordinal()][register.at(index)];
    }

    int get(Register register, RegisterField field) {
        return field.get(get(register));
    }

    float getFloat(Register register, int index) {
        return Float.intBitsToFloat(get(register, index));
    }

    /** Copies consecutive registers. */
    int[] range(RegisterSpace space, int offset, int count) {
        return Arrays.copyOfRange(values[space.ordinal()], offset, offset + count);
    }

    /**
     * Goes up with each write that changes a register other than user data: what was decoded from those may be kept
     * until then.
     */
    long changes() {
        return changes;
    }

    /** Makes default values what {@link #reset} and {@link #resetContext} restore; pairs of offset and value. */
    void setDefaults(RegisterSpace space, int[] pairs) {
        int[] table = new int[space.size()];
        for (int i = 0; i + 1 < pairs.length; i += 2) {
            if (pairs[i] >= 0 && pairs[i] < table.length) {
                table[pairs[i]] = pairs[i + 1];
            }
        }
        defaults[space.ordinal()] = table;
    }

    /** Everything to its default. */
    void reset() {
        for (int i = 0; i < values.length; i++) {
            values[i] = defaults[i].clone();
        }
        changes++;
    }

    /** The context space to its defaults. */
    void resetContext() {
        values[RegisterSpace.CX.ordinal()] = defaults[RegisterSpace.CX.ordinal()].clone();
        changes++;
    }

    String text(RegisterSpace space, int offset) {
        return Registers.text(space, offset, get(space, offset));
    }
}
