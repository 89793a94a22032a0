package org.lierne.agc.driver;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.lierne.agc.register.RegisterSpace;

/**
 * All that a command processor knows between two packets.
 *
 * @param registers by space, as {@link RegisterSpace} orders them
 * @param defaults  what resets restore, likewise
 */
record QueueState(int[][] registers, int[][] defaults, long drawArguments, long dispatchArguments, long indexBase,
        int indexCount, int instances, boolean isPredicated, boolean isSkipping) {
    void write(DataOutput out) throws IOException {
        write(out, registers);
        write(out, defaults);
        out.writeLong(drawArguments);
        out.writeLong(dispatchArguments);
        out.writeLong(indexBase);
        out.writeInt(indexCount);
        out.writeInt(instances);
        out.writeBoolean(isPredicated);
        out.writeBoolean(isSkipping);
    }

    private static void write(DataOutput out, int[][] spaces) throws IOException {
        for (int[] space : spaces) {
            for (int value : space) {
                out.writeInt(value);
            }
        }
    }

    static QueueState read(DataInput in) throws IOException {
        return new QueueState(spaces(in), spaces(in), in.readLong(), in.readLong(), in.readLong(), in.readInt(),
                in.readInt(), in.readBoolean(), in.readBoolean());
    }

    private static int[][] spaces(DataInput in) throws IOException {
        int[][] spaces = new int[RegisterSpace.values().length][];
        for (RegisterSpace space : RegisterSpace.values()) {
            int[] values = new int[space.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = in.readInt();
            }
            spaces[space.ordinal()] = values;
        }
        return spaces;
    }
}
