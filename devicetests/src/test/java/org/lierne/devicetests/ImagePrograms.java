package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lierne.testing.ArrayGuestMemory;

/**
 * Programs of one image instruction: each lane takes its address and data from a row of memory, and leaves its results in another. T# in
 * s[0:7], S# in s[8:11]; addresses in v4 and up, data and results in v[20:23].
 */
final class ImagePrograms {
    /** Words of a lane's row: twelve of address, four of data. */
    static final int ROW_WORDS = 16;
    static final int RESULT_WORDS = 4;
    /** What the result registers hold before. */
    static final int SENTINEL = 0xdeadbeef;
    private static final int LANES = 64;
    private static final int DATA_WORD = 12;
    private static final long ROOM = 0x8000;

    private final GuestDispatches guest;
    private long next;

    /** @param rows where rows, results and tables may lie */
    ImagePrograms(GuestDispatches guest, long rows) {
        this.guest = guest;
        this.next = rows;
    }

    /** Where the results of a dispatch will stand: {@link #RESULT_WORDS} for each row. */
    record Results(ArrayGuestMemory memory, long address, int count) {
        int[] row(int index) {
            int[] words = new int[RESULT_WORDS];
            for (int i = 0; i < RESULT_WORDS; i++) {
                words[i] = memory.getInt(address + 4L * (RESULT_WORDS * index + i));
            }
            return words;
        }

        String text(int index) {
            StringBuilder text = new StringBuilder();
            for (int word : row(index)) {
                text.append(text.isEmpty() ? "" : " ").append("%08x".formatted(word));
            }
            return text.toString();
        }
    }

    /**
     * Adds a dispatch of one instruction, or several lines of them.
     *
     * @param instruction with addresses from v4 on and data or results in v20 and up
     * @param rows        up to twelve words of address and four of data, a row a lane
     */
    Results add(int waveSize, int[] image, int[] sampler, String instruction, List<int[]> rows) {
        ArrayGuestMemory memory = guest.memory();
        int groups = (rows.size() + LANES - 1) / LANES;
        long table = next;
        long in = next + 0x100;
        long out = in + 4L * ROW_WORDS * LANES * groups;
        next = out + 4L * RESULT_WORDS * LANES * groups + ROOM & -ROOM;
        for (int i = 0; i < rows.size(); i++) {
            for (int w = 0; w < rows.get(i).length; w++) {
                memory.putInt(in + 4L * (ROW_WORDS * i + w), rows.get(i)[w]);
            }
        }
        buffer(table, in, 4 * ROW_WORDS * LANES * groups);
        buffer(table + 16, out, 4 * RESULT_WORDS * LANES * groups);
        int[] user = Arrays.copyOf(image, 14);
        System.arraycopy(sampler, 0, user, 8, sampler.length);
        user[12] = (int) table;
        user[13] = (int) (table >>> 32);
        guest.add(waveSize, LANES, groups, user, lines(instruction));
        return new Results(memory, out, rows.size());
    }

    private void buffer(long at, long address, int bytes) {
        int[] words = {(int) address, (int) (address >>> 32), bytes, 0x31016fac};
        for (int i = 0; i < words.length; i++) {
            guest.memory().putInt(at + 4L * i, words[i]);
        }
    }

    private static List<String> lines(String instruction) {
        List<String> lines = new ArrayList<>(List.of("s_load_dwordx8 s[16:23], s[12:13], 0x0", "s_lshl_b32 s14, s14, 6",
                "v_add_nc_u32_e32 v0, s14, v0", "v_lshlrev_b32_e32 v1, 6, v0", "v_lshlrev_b32_e32 v2, 4, v0", "s_waitcnt lgkmcnt(0)"));
        for (int i = 0; i < ROW_WORDS; i += 4) {
            lines.add("buffer_load_dwordx4 v[%d:%d], v1, s[16:19], 0 offen offset:%d".formatted(i < DATA_WORD ? 4 + i : 20,
                    i < DATA_WORD ? 7 + i : 23, 4 * i));
        }
        lines.add("s_waitcnt vmcnt(0)");
        lines.addAll(instruction.lines().toList());
        lines.addAll(List.of("s_waitcnt vmcnt(0)", "buffer_store_dwordx4 v[20:23], v2, s[20:23], 0 offen"));
        return lines;
    }

    /** A row of addresses, with the sentinel as its data. */
    static int[] row(int... address) {
        int[] row = Arrays.copyOf(address, ROW_WORDS);
        Arrays.fill(row, DATA_WORD, ROW_WORDS, SENTINEL);
        return row;
    }

    /** A row of addresses and data. */
    static int[] row(int[] address, int... data) {
        int[] row = Arrays.copyOf(address, ROW_WORDS);
        System.arraycopy(data, 0, row, DATA_WORD, data.length);
        return row;
    }
}
