package org.lierne.lib.agc;

import org.lierne.agc.packet.Header;
import org.lierne.agc.packet.Pm4;
import org.lierne.agc.packet.Words;

/**
 * Notes that the library leaves for capture tools in the thread-trace register. They are real output: sizes count them,
 * and the wait patches take the address of the first note.
 */
final class Note {
    static final int GRAPHICS = Header.RESET_FILTER;
    static final int COMPUTE = 0;
    static final int REGISTER = 0x342;

    private static final int WAIT_ENDS = 0xC8000000;
    private static final int WAIT_32 = 0xC8010000;
    private static final int WAIT_64 = 0xC8020000;
    static final int WORKLOADS_ACTIVE = 0xCC000000;
    static final int WORKLOAD_COMPLETE = 0xCD000000;

    private Note() {}

    static Words of(int headerBits, int... values) {
        Words words = Pm4.SET_UCONFIG_REG.words(2 + values.length).with("offset", REGISTER).header(headerBits);
        for (int i = 0; i < values.length; i++) {
            words.word(2 + i, values[i]);
        }
        return words;
    }

    static Words waitBegins(int headerBits, boolean isWide, long address) {
        return of(headerBits, (isWide ? WAIT_64 : WAIT_32) | (int) (address >>> 32 & 0xFFFF), (int) address);
    }

    static Words waitEnds(int headerBits) {
        return of(headerBits, WAIT_ENDS);
    }
}
