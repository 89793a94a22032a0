package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.program.ShaderCorpus.Machine;
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

    /** The second and third reach into another dword, which modules do not do (pass.memory.aperture). */
    @Rule("B-004")
    @ParameterizedTest
    @CsvSource({"0, 03020100, true", "2, 05040302, false", "3, 06050403, false", "0xfffff0, 0, true"})
    void loadsTakeTheirBytesWhereverTheyLie(String address, String expected, boolean isOnDevice) {
        gives(program("v_mov_b32_e32 v2, " + address, "flat_load_dword v1, v[2:3]", "s_waitcnt vmcnt(0) lgkmcnt(0)"), expected, isOnDevice);
    }

    private static void gives(SmallProgram program, String expected, boolean isOnDevice) {
        int[] words = everywhere(32, Integer.parseUnsignedInt(expected, 16));
        if (isOnDevice) {
            program.gives(words);
        } else {
            assertEquals("", program.run(Machine.INTERPRETER, 0, words));
        }
    }

    /** Across dwords a byte at a time; past the end nothing. */
    @Rule("B-004")
    @ParameterizedTest
    @CsvSource({"2, 77660100, 07069988, false", "0xfffff0, 03020100, 07060504, true"})
    void storesPutTheirBytesWhereverTheyLie(String address, String first, String second, boolean isOnDevice) {
        String[] store = {"v_mov_b32_e32 v2, " + address, "v_mov_b32_e32 v4, 0x99887766", "flat_store_dword v[2:3], v4",
            "s_waitcnt vmcnt(0) lgkmcnt(0)", "s_barrier", "ds_read_b64 v[10:11], v6", "s_waitcnt lgkmcnt(0)"};
        for (int word = 0; word < 2; word++) {
            String[] all = Arrays.copyOf(store, store.length + 1);
            all[store.length] = "v_mov_b32_e32 v1, v" + (10 + word);
            gives(program(all), word == 0 ? first : second, isOnDevice);
        }
    }

    @Rule("B-004")
    @Test
    void unalignedAtomicsChangeNothing() {
        program("v_mov_b32_e32 v2, 2", "v_mov_b32_e32 v4, 1", "flat_atomic_add v5, v[2:3], v4 glc", "s_waitcnt vmcnt(0) lgkmcnt(0)",
                "s_barrier", "ds_read_b32 v1, v6", "s_waitcnt lgkmcnt(0)", "v_add_nc_u32_e32 v1, v1, v5").gives(everywhere(32, 0x03020100));
    }
}
