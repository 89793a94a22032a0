package org.lierne.lib.zlib;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.lierne.hle.GuestStatus;

/**
 * What came of a stream in the zlib format (RFC 1950).
 *
 * @param bytes  what was inflated, also before a failure
 * @param status {@link ZlibError#NO_SPACE} if there is more than fits, {@link ZlibError#FATAL} for what is no such stream or ends early
 */
record Inflated(byte[] bytes, GuestStatus status) {
    static Inflated of(byte[] stream, int room) {
        Inflater inflater = new Inflater();
        try {
            byte[] bytes = new byte[room];
            inflater.setInput(stream);
            int count = 0;
            GuestStatus status = GuestStatus.OK;
            try {
                for (int step = -1; step != 0 && !inflater.finished(); count += step) {
                    step = inflater.inflate(bytes, count, room - count);
                }
                if (!inflater.finished()) {
                    status = count == room ? ZlibError.NO_SPACE : ZlibError.FATAL;
                }
            } catch (DataFormatException _) {
                status = ZlibError.FATAL;
            }
            return new Inflated(Arrays.copyOf(bytes, count), status);
        } finally {
            inflater.end();
        }
    }
}
