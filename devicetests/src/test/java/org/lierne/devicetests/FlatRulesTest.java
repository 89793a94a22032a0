package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.testing.Rule;

/** Flat accesses to LDS, on interpreter and device. Expected values are derived: bytes 0 to 7 of LDS hold their numbers. */
@Tag("gpu")
final class FlatRulesTest {
    /** LDS as said; the window's high dword in v3. */
    private static final List<String> BEGIN = List.of("s_mov_b64 s[8:9], src_shared_base", "v_mov_b32_e32 v3, s9", "v_mov_b32_e32 v6, 0",
            "v_mov_b32_e32 v8, 0x03020100", "v_mov_b32_e32 v9, 0x07060504", "ds_write_b64 v6, v[8:9]", "s_waitcnt lgkmcnt(0)", "s_barrier");

    private static SmallProgram program(String... lines) {
        List<String> all = new ArrayList<>(BEGIN);
        all.addAll(List.of(lines));
        return SmallProgram.of(32, all);
    }

    private static int[] everywhere(int count, int word) {
        int[] words = new int[count];
        Arrays.fill(words, word);
        return words;
    }

    /** Two waves add their lanes' numbers to the low half and 1 to the high half of one slot. */
    @Rule("B-004")
    @Test
    void atomicsOf64BitsOnLdsAreExact() {
        program("v_mov_b32_e32 v2, 16", "v_mov_b32_e32 v7, 0", "ds_write_b64 v2, v[6:7]", "s_waitcnt lgkmcnt(0)", "s_barrier",
                "v_mov_b32_e32 v4, v0", "v_mov_b32_e32 v5, 1", "flat_atomic_add_x2 v[2:3], v[4:5]", "s_waitcnt vmcnt(0) lgkmcnt(0)",
                "s_barrier", "ds_read_b64 v[10:11], v2", "s_waitcnt lgkmcnt(0)", "v_lshlrev_b32_e32 v11, 16, v11",
                "v_or_b32_e32 v1, v10, v11").withThreads(64).gives(everywhere(64, 63 * 64 / 2 | 64 << 16));
    }

    /** The second, third, sixth and seventh reach into another dword. */
    @Rule("B-004")
    @ParameterizedTest
    @CsvSource({"flat_load_dword, 0, 03020100", "flat_load_dword, 2, 05040302", "flat_load_dword, 3, 06050403", "flat_load_dword, 0xfffff0, 0",
        "flat_load_ushort, 2, 0302", "flat_load_ushort, 3, 0403", "flat_load_sbyte, 7, 07"})
    void loadsTakeTheirBytesWhereverTheyLie(String load, String address, String expected) {
        program("v_mov_b32_e32 v2, " + address, load + " v1, v[2:3]", "s_waitcnt vmcnt(0) lgkmcnt(0)").gives(everywhere(32,
                Integer.parseUnsignedInt(expected, 16)));
    }

    /** The second dword begins in the second and ends in the third, which is zero. */
    @Rule("B-004")
    @Test
    void loadsOfTwoDwordsTakeTheirBytesFromThree() {
        program("v_mov_b32_e32 v10, 0", "ds_write_b32 v6, v10 offset:8", "s_waitcnt lgkmcnt(0)", "s_barrier", "v_mov_b32_e32 v2, 1",
                "flat_load_dwordx2 v[12:13], v[2:3]", "s_waitcnt vmcnt(0) lgkmcnt(0)", "v_mov_b32_e32 v1, v13").gives(everywhere(32, 0x00070605));
    }

    /** Across dwords a byte at a time; past the end nothing. */
    @Rule("B-004")
    @ParameterizedTest
    @CsvSource({"2, 77660100, 07069988", "0xfffff0, 03020100, 07060504"})
    void storesPutTheirBytesWhereverTheyLie(String address, String first, String second) {
        String[] store = {"v_mov_b32_e32 v2, " + address, "v_mov_b32_e32 v4, 0x99887766", "flat_store_dword v[2:3], v4",
            "s_waitcnt vmcnt(0) lgkmcnt(0)", "s_barrier", "ds_read_b64 v[10:11], v6", "s_waitcnt lgkmcnt(0)"};
        for (int word = 0; word < 2; word++) {
            String[] all = Arrays.copyOf(store, store.length + 1);
            all[store.length] = "v_mov_b32_e32 v1, v" + (10 + word);
            program(all).gives(everywhere(32, Integer.parseUnsignedInt(word == 0 ? first : second, 16)));
        }
    }

    @Rule("B-004")
    @Test
    void unalignedAtomicsChangeNothing() {
        program("v_mov_b32_e32 v2, 2", "v_mov_b32_e32 v4, 1", "flat_atomic_add v5, v[2:3], v4 glc", "s_waitcnt vmcnt(0) lgkmcnt(0)",
                "s_barrier", "ds_read_b32 v1, v6", "s_waitcnt lgkmcnt(0)", "v_add_nc_u32_e32 v1, v1, v5").gives(everywhere(32, 0x03020100));
    }
}
