package org.lierne.recompiler.core.interpreter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.program.Apertures;
import org.lierne.testing.Rule;

/** Control flow, masks, lanes, memory: what rules and field reports state about a wave. */
class WaveRulesTest {
    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "0xffff"})
    @Rule({"A-009", "R15"})
    void setkillEndsTheWave(String immediate) {
        OneWave wave = new OneWave(32, "v_mov_b32_e32 v0, 1", "s_setkill " + immediate, "v_mov_b32_e32 v0, 2").run();

        assertEquals(1, wave.lane0(0));
        assertTrue(wave.wave.ended);
    }

    @Rule("C-038")
    @ParameterizedTest
    @CsvSource({"src_shared_base, 0, 80000000", "src_shared_limit, ffffffff, 80000000", "src_private_base, 0, 70000000",
        "src_private_limit, ffffffff, 70000000"})
    void apertureSourcesAreWholeWindows(String source, String low, String high) {
        OneWave wave = new OneWave(32, "s_mov_b64 s[4:5], " + source, "s_mov_b32 s6, " + source, "v_mov_b32_e32 v0, s4",
                "v_mov_b32_e32 v1, s5", "v_mov_b32_e32 v2, s6").run();

        assertEquals(low, Integer.toHexString(wave.lane0(0)));
        assertEquals(high, Integer.toHexString(wave.lane0(1)));
        assertEquals(low, Integer.toHexString(wave.lane0(2)));
    }

    @Rule("B-003")
    @Test
    void windowsAreThoseOfTheConfiguration() {
        OneWave wave = new OneWave(32, "s_mov_b64 s[4:5], src_shared_base", "v_mov_b32_e32 v0, 16", "v_mov_b32_e32 v1, s5", "v_mov_b32_e32 v2, 0x55",
                "flat_store_dword v[0:1], v2", "ds_read_b32 v3, v0");
        wave.wave.apertures = new Apertures(0x10000, 0x20000);
        wave.run();

        assertEquals(0x10000, wave.lane0(1));
        assertEquals(0x55, wave.lane0(3));
    }

    /** The translator's flat accesses are routed the same way where it knows the high dword; elsewhere it refuses them. */
    @Rule("B-003")
    @Test
    void flatAddressesInAWindowAreBytesOfIt() {
        OneWave wave = new OneWave(32, "v_mov_b32_e32 v0, 16", "s_mov_b64 s[4:5], src_shared_base",
                "v_mov_b32_e32 v1, s5", "v_mov_b32_e32 v2, 0x55", "flat_store_dword v[0:1], v2", "ds_read_b32 v3, v0",
                "s_mov_b64 s[4:5], src_private_base", "v_mov_b32_e32 v5, s5", "v_mov_b32_e32 v4, 16", "v_mov_b32_e32 v6, 0x66",
                "flat_store_dword v[4:5], v6", "scratch_load_dword v7, v4, off").run();

        assertEquals(0x55, wave.lane0(3));
        assertEquals(0x66, wave.lane0(7));
    }

    /** Derived: reference bytes of zero count nothing, so that the four addends are the result, though its first word is the last addend's place. */
    @Test
    void sourcesAreReadBeforeAWordOfTheResultIsWritten() {
        OneWave wave = new OneWave(32, "v_mqsad_u32_u8 v[4:7], v[8:9], v6, v[1:4]").v(0, 11, 22, 33, 44, 0, 0, 0, 0x01020304, 0x05060708).run();

        assertEquals("11 22 33 44", "%d %d %d %d".formatted(wave.lane0(4), wave.lane0(5), wave.lane0(6), wave.lane0(7)));
    }

    @Test
    @Rule("A-010")
    void sethaltOfEvenImmediatesDoesNothing() {
        for (String immediate : new String[] {"0", "2", "0xfffe"}) {
            assertEquals(7, new OneWave(32, "s_sethalt " + immediate, "v_mov_b32_e32 v0, 7").run().lane0(0));
        }
        for (String immediate : new String[] {"1", "0xffff"}) {
            OneWave wave = new OneWave(32, "s_sethalt " + immediate);
            InterpreterRefusal refusal = assertThrows(InterpreterRefusal.class, wave::run);
            assertEquals("halt not supported", refusal.reason());
            assertEquals(0, refusal.pc());
        }
    }

    @Test
    @Rule("A-011")
    void subvectorLoopsRunOncePerHalfWithLanes() {
        long[] masks = {0, 0x00000000ffffffffL, 0xffffffff00000000L, -1L, 0x0000000100000001L};
        int[] passes = {0, 1, 1, 2, 2};
        for (int i = 0; i < masks.length; i++) {
            OneWave wave = new OneWave(64, "s_subvector_loop_begin s2, 2", "s_add_u32 s3, s3, 1", "s_subvector_loop_end s2, 0xfffe");
            wave.wave.exec(masks[i]);

            wave.run();

            assertEquals(passes[i], wave.wave.scalar(3), Long.toHexString(masks[i]));
            assertEquals(masks[i], wave.wave.exec());
        }
        assertThrows(InterpreterRefusal.class, new OneWave(32, "s_subvector_loop_begin s2, 2")::run);
    }

    @Test
    @Rule("R4")
    void comparesOfNarrowWavesLeaveTheUpperHalvesAlone() {
        OneWave wave = new OneWave(32, "v_cmp_eq_u32_e32 vcc_lo, v0, v0", "v_cmpx_eq_u32_e32 v0, v0", "s_mov_b32 s0, vcc_hi",
                "s_mov_b32 s1, exec_hi").s(Operand.Sgpr.VCC_HI, 0x1234).s(Operand.Sgpr.EXEC_HI, 0x5678).run();

        assertEquals(0x1234, wave.wave.scalar(0));
        assertEquals(0x5678, wave.wave.scalar(1));
        assertEquals(-1, wave.wave.scalar(Operand.Sgpr.VCC_LO));
    }

    @Test
    @Rule("R5")
    void orn2IsBitwise() {
        OneWave wave = new OneWave(64, "s_orn2_b64 s[4:5], s[0:1], s[2:3]", "v_cndmask_b32_e64 v1, 0, 1, s[4:5]").s(0, 1).s(2, -2).s(3, -1).run();

        assertEquals(1, wave.wave.scalar(4));
        assertEquals(0, wave.wave.scalar(5));
        assertEquals(1, wave.wave.vectors[1][0]);
        assertEquals(0, wave.wave.vectors[1][1]);
    }

    @Test
    @Rule("R10")
    void scalarWorkAndLaneReadsIgnoreExec() {
        OneWave wave = new OneWave(32, "v_readlane_b32 s1, v0, 3", "s_add_u32 s2, s1, 1", "v_writelane_b32 v1, 9, 5").v(42);
        wave.wave.exec(0);

        wave.run();

        assertEquals(42, wave.wave.scalar(1));
        assertEquals(43, wave.wave.scalar(2));
        assertEquals(9, wave.wave.vectors[1][5]);
        assertEquals(0, wave.wave.vectors[1][4]);
    }

    @Test
    @Rule({"R21", "A-063"})
    void modeReadsBackWhatWasSet() {
        OneWave wave = new OneWave(32, "s_denorm_mode 5", "s_round_mode 0x3", "s_getreg_b32 s0, hwreg(HW_REG_MODE, 0, 8)").run();

        assertEquals(0x53, wave.wave.scalar(0));
    }

    @Test
    @Rule({"R19", "A-057"})
    void exchangeOfTwoDoesEveryFirstBeforeAnySecond() {
        OneWave wave = new OneWave(32, "ds_wrxchg2_rtn_b32 v[2:3], v0, v0, v1").v(0, 0).s(0, 0);
        for (int l = 0; l < 32; l++) {
            wave.wave.vectors[0][l] = 0;
            wave.wave.vectors[1][l] = 100 + l;
        }
        wave.wave.exec(3);

        wave.run();

        assertEquals(0, wave.wave.vectors[2][0]);
        assertEquals(0, wave.wave.vectors[3][0]);
        assertEquals(100, wave.wave.vectors[3][1]);
        assertEquals(101, wave.group.lds[0]);
    }

    @Test
    @Rule({"R20", "C-026"})
    void buffersUseTheExactBaseAndScalarLoadsDropLowBits() {
        OneWave wave = new OneWave(32, "buffer_load_dword v1, off, s[0:3], 0", "s_buffer_load_dword s8, s[4:7], 0x3");
        byte[] bytes = new byte[64];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        wave.memory.map(0x1000, bytes);
        wave.s(0, 0x1001).s(1, 0).s(2, 64).s(3, 0x31016fac).s(4, 0x1002).s(5, 0).s(6, 64).s(7, 0x31016fac).run();

        assertEquals(0x04030201, wave.lane0(1));
        assertEquals(0x03020100, wave.wave.scalar(8));
    }

    @Test
    @Rule("C-029")
    void vectorLoadsReadTheExactBytes() {
        OneWave wave = new OneWave(32, "buffer_load_dword v1, off, s[0:3], 0 offset:5").s(0, 0x1000).s(2, 64).s(3, 0x31016fac);
        byte[] bytes = new byte[64];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        wave.memory.map(0x1000, bytes);

        wave.run();

        assertEquals(0x08070605, wave.lane0(1));
    }

    @Test
    @Rule("C-027")
    void narrowAtomicsActOnTheDwordThatHoldsTheirAddress() {
        OneWave wave = new OneWave(32, "buffer_atomic_or v0, off, s[0:3], 0 offset:3 glc").v(1).s(0, 0x1000).s(2, 64).s(3, 0x31016fac);
        byte[] bytes = new byte[64];
        bytes[0] = 0x10;
        wave.memory.map(0x1000, bytes);
        wave.wave.exec(1);

        wave.run();

        assertEquals(0x10, wave.lane0(0));
        assertEquals(0x11, bytes[0]);
        assertEquals(0, bytes[4]);
    }

    @Test
    @Rule("C-032")
    void secondOperandsInLdsLieAtASignedDistance() {
        OneWave wave = new OneWave(32, "ds_add_src2_u32 v0 offset:1").v(16);
        wave.group.lds[16] = 5;
        wave.group.lds[20] = 7;
        wave.wave.exec(1);

        wave.run();

        assertEquals(12, wave.group.lds[16]);
    }

    /** The offsets 3f:ff, 40:00 and 7f:ff, from 65532 behind to 65536 before; 80:00, 64 bits and the global share are not documented. */
    @Test
    @Rule("C-032")
    void theDistanceHasFifteenBits() {
        int[][] places = {{0x3fff, 0, 65532}, {0x4000, 65536, 0}, {0x7fff, 16, 12}};
        for (int[] place : places) {
            OneWave wave = new OneWave(32, 0x10010, "ds_add_src2_u32 v0 offset:" + place[0]).v(place[1]);
            wave.group.lds[place[1]] = 5;
            wave.group.lds[place[2]] = 7;
            wave.wave.exec(1);

            wave.run();

            assertEquals(12, wave.group.lds[place[1]], "offset " + place[0]);
        }
        for (String refused : List.of("ds_add_src2_u32 v0 offset:32768", "ds_add_src2_u64 v0 offset:1", "ds_add_src2_u32 v0 offset:1 gds")) {
            assertThrows(InterpreterRefusal.class, new OneWave(32, refused).v(16)::run, refused);
        }
    }

    /** An exchange in the global share, and counts in LDS or of two dwords, were measured nowhere. */
    @Test
    @Rule({"A-058", "C-033"})
    void formsOfNoRuleAreRefused() {
        for (String refused : List.of("ds_condxchg32_rtn_b64 v[9:10], v0, v[1:2] gds", "ds_ordered_count v1, v0 offset:776",
                "ds_ordered_count v1, v0 offset:17160 gds")) {
            assertThrows(InterpreterRefusal.class, new OneWave(32, refused).v(16)::run, refused);
        }
    }

    @Test
    @Rule("C-033")
    void orderedCountsAddTheFirstActiveLane() {
        OneWave wave = new OneWave(32, "ds_ordered_count v1, v0 offset:776 gds").v(64);

        wave.run();

        assertEquals(0, wave.lane0(1));
        assertEquals(64, wave.group.gds[8]);
    }

    @Test
    @Rule({"A-003", "A-005"})
    void descriptorsMayEndInVcc() {
        OneWave wave = new OneWave(32, "buffer_load_dword v1, off, s[104:107], 0").s(104, 0x1000).s(105, 0).s(106, 4).s(107, 0x31016fac);
        wave.memory.map(0x1000, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        wave.run();
        assertEquals(0x04030201, wave.lane0(1));
    }

    @Test
    @Rule({"C-045"})
    void relativeIndexesPastTheEndReadTheFirstRegisterAndWriteNothing() {
        for (int pastTheEnd : new int[] {300, -1}) {
            OneWave wave = new OneWave(32, "v_movrels_b32_e32 v1, v2", "v_movreld_b32_e32 v2, 7").v(11, 22, 33)
                    .s(Operand.Sgpr.M0, pastTheEnd).run();

            assertEquals(11, wave.lane0(1));
            assertEquals(33, wave.lane0(2));
        }
    }

    /** M0 is unsigned: -1 is not the register before. */
    @Test
    @Rule({"C-045"})
    void scalarIndexesPastTheEndReadTheFirstRegisterAndWriteNothing() {
        OneWave wave = new OneWave(32, "s_movrels_b32 s3, s2", "s_movreld_b32 s2, 7").s(0, 11).s(1, 22).s(2, 33)
                .s(Operand.Sgpr.M0, -1).run();

        assertEquals(11, wave.wave.scalar(3));
        assertEquals(22, wave.wave.scalar(1));
        assertEquals(33, wave.wave.scalar(2));
    }

    @Test
    void barriersHoldWavesUntilAllAreThere() {
        OneWave first = new OneWave(32, "ds_write_b32 v0, v1", "s_barrier", "ds_read_b32 v2, v3");
        first.v(0, 5, 0, 4);
        Wave second = first.group.addWave(Wave.VGPRS);
        for (int l = 0; l < 32; l++) {
            second.vectors[0][l] = 4;
            second.vectors[1][l] = 6;
        }

        first.run();

        assertEquals(6, first.wave.vectors[2][0]);
        assertEquals(5, second.vectors[2][0]);
    }

    @Test
    void rowShiftsWithoutASourceKeepOrZeroTheDestination() {
        OneWave keeps = new OneWave(32, "v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0xf bank_mask:0xf").v(3, 9).run();
        OneWave zeroes = new OneWave(32, "v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1").v(3, 9).run();

        assertEquals(9, keeps.wave.vectors[1][0]);
        assertEquals(3, keeps.wave.vectors[1][1]);
        assertEquals(0, zeroes.wave.vectors[1][16]);
    }

    @Test
    void integerClampsSaturate() {
        assertEquals(-1, OneWave.f32("v_add_nc_u32_e64 v9, v0, v1 clamp", 0xf0, false, 0xffffffffL, 5));
        assertEquals(0, OneWave.f32("v_sub_nc_u32_e64 v9, v0, v1 clamp", 0xf0, false, 3, 5));
        assertEquals(Integer.MAX_VALUE, OneWave.f32("v_add_nc_i32 v9, v0, v1 clamp", 0xf0, false, Integer.MAX_VALUE, 5));
        assertEquals(0x7fff, OneWave.f32("v_add_nc_i16 v9, v0, v1 clamp", 0xf0, false, 0x7ffe, 5));
        assertEquals(0x80007fff, OneWave.f32("v_pk_add_i16 v9, v0, v1 clamp", 0xf0, false, 0x80017ffeL, 0xffff0005L - 0x10000));
    }

    @Test
    void endlessWavesAreRefused() {
        assertThrows(InterpreterRefusal.class, new OneWave(32, "s_branch 0xffff")::run);
    }

    @Test
    void aBufferLoadIntoLdsWritesADwordForEachLane() {
        OneWave one = new OneWave(32, "buffer_load_ubyte v5, s[0:3], 0 offen offset:4 lds", "s_endpgm");
        byte[] page = new byte[64];
        for (int i = 0; i < page.length; i++) {
            page[i] = (byte) (0x80 + i);
        }
        one.memory.map(0x1000, page);
        one.s(0, 0x1000).s(1, 0).s(2, 64).s(3, 0x31016fac).s(Operand.Sgpr.M0, 0x10);
        one.wave.vectors[0][1] = 77;
        one.wave.vectors[5][1] = 2;
        one.wave.exec(3);

        one.run();

        java.nio.ByteBuffer lds = java.nio.ByteBuffer.wrap(one.group.lds).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        assertEquals(0x84, lds.getInt(0x10 + 4), "lane 0");
        assertEquals(0x86, lds.getInt(0x10 + 4 + 4), "lane 1");
        assertEquals(77, one.wave.vectors[0][1], "no register is written");
        assertEquals(2, one.wave.vectors[5][1], "not the address either");
    }
}
