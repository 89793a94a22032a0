package org.lierne.recompiler.core.lift;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

/** Words are GFX10 encodings: s_barrier bf8a0000, s_endpgm bf810000, ds_write_b32 v0, v1, ds_read_b32 v0, v0, buffer_store_dword. */
final class VertexBarrierTest {
    private static final int BARRIER = 0xbf8a0000;
    private static final int END = 0xbf810000;
    private static final int[] LDS_WRITE = {0xd8340000, 0x00000100};
    private static final int[] LDS_READ = {0xd8d80000, 0x00000000};
    private static final int[] GDS_ADD = {0xd8020000, 0x00000100};
    private static final int[] BUFFER_LOAD = {0xe0300000, 0x80000000};
    private static final int[] BUFFER_STORE = {0xe0700000, 0x80000000};
    private static final int[] MOVE = {0x7e000280};
    private static final int[] BRANCH_OVER_ONE = {0xbf880001};

    private static void lift(int[]... parts) {
        int[] words = new int[0];
        for (int[] part : parts) {
            words = java.util.Arrays.copyOf(words, words.length + part.length);
            System.arraycopy(part, 0, words, words.length - part.length, part.length);
        }
        StageState state = new StageState(new FloatMode(0xc0, true, false, false), List.of(), 64, 0,
                new StageState.Vertex(true, 1, 0, 0, true, false));
        Lift.module(new ShaderProgram(ShaderStage.VERTEX, 64, words, 0, 0, state));
    }

    @Test
    @Rule("A-013")
    void dropsABarrierOfAProgramThatLeavesNothingToSee() {
        assertDoesNotThrow(() -> lift(MOVE, new int[] {BARRIER}, MOVE, new int[] {END}));
    }

    @Test
    @Rule("A-013")
    void dropsABarrierOfAProgramThatOnlyLoads() {
        assertDoesNotThrow(() -> lift(BUFFER_LOAD, new int[] {BARRIER}, BUFFER_LOAD, new int[] {END}));
    }

    @Test
    @Rule("A-013")
    void refusesABarrierBehindAStoreOrGlobalShare() {
        for (int[] access : new int[][] {BUFFER_STORE, GDS_ADD}) {
            var refusal = assertThrows(TranslationRefused.class, () -> lift(access, new int[] {BARRIER}, new int[] {END}));

            assertEquals(8, refusal.pc());
            assertEquals("stage.vertex.barrier", refusal.pluginId());
        }
        assertThrows(TranslationRefused.class, () -> lift(BUFFER_LOAD, new int[] {BARRIER}, BUFFER_STORE, new int[] {END}),
                "a load before it could see the store");
    }

    @Test
    @Rule("A-013")
    void dropsALeadingBarrierWhateverFollows() {
        assertDoesNotThrow(() -> lift(MOVE, new int[] {BARRIER}, LDS_WRITE, new int[] {END}));
    }

    @Test
    @Rule("A-013")
    void refusesABarrierBehindAnLdsAccess() {
        for (int[] access : new int[][] {LDS_WRITE, LDS_READ}) {
            var refusal = assertThrows(TranslationRefused.class, () -> lift(access, new int[] {BARRIER}, new int[] {END}));

            assertEquals(8, refusal.pc());
            assertEquals("stage.vertex.barrier", refusal.pluginId());
        }
    }

    @Test
    @Rule("A-013")
    void refusesABarrierInABranchOfAProgramThatStores() {
        assertThrows(TranslationRefused.class, () -> lift(BRANCH_OVER_ONE, new int[] {BARRIER}, LDS_WRITE, new int[] {END}));
    }
}
